/**
 * `node bench/cold-install.mjs OLD NEW [ROUNDS]`: how long `npx holdpoint --version` takes from an empty cache, with the tarballs of
 * two folders side by side, in turns. Each folder is what `npm run pack` or `npm pack` made of one state of the packages. The
 * registry is on this machine and serves what they need from node_modules: a network makes the larger of the two slower still.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runNpm } from '../scripts/packing/run-npm.mjs'
import { bytesIn } from '../scripts/packing/make-tarballs.mjs'
import { openLoopbackRegistry } from '../scripts/packing/loopback-registry.mjs'
import { median } from './statistics.mjs'

const [old, fresh, rounds = '5'] = process.argv.slice(2)
if (old === undefined || fresh === undefined) {
  process.stderr.write('node bench/cold-install.mjs OLD NEW [ROUNDS]\n')
  process.exit(2)
}

async function openSide(folder) {
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz') && !name.includes('-maps'))
  const registry = await openLoopbackRegistry(tarballs.map((name) => path.join(folder, name)))
  return { folder, registry, seconds: [], megabytes: 0 }
}

async function runCold({ registry }) {
  const home = mkdtempSync(path.join(tmpdir(), 'holdpoint-cold-'))
  const environment = { HOME: home, npm_config_cache: path.join(home, 'cache'), npm_config_registry: registry.url }
  try {
    const begun = performance.now()
    const said = await runNpm(['exec', '--yes', '--loglevel=error', '--', 'holdpoint', '--version'], {
      cwd: home,
      environment,
    })
    const seconds = (performance.now() - begun) / 1000
    if (!/^\d+\.\d+\.\d+\n$/.test(said)) throw new Error(`It said: ${said}`)
    const [installed] = readdirSync(path.join(home, 'cache', '_npx'))
    return { seconds, megabytes: bytesIn(path.join(home, 'cache', '_npx', installed, 'node_modules')) / 1e6 }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const sides = [await openSide(old), await openSide(fresh)]
// The first of each packs what the registry serves, and does not count.
for (const side of sides) side.megabytes = (await runCold(side)).megabytes
for (let round = 0; round < Number(rounds); round++) {
  const turn = round % 2 === 0 ? sides : sides.toReversed()
  for (const side of turn) side.seconds.push((await runCold(side)).seconds)
}
const [before, after] = sides
const ratios = after.seconds.map((seconds, round) => seconds / before.seconds[round])
for (const { folder, seconds, megabytes } of sides)
  process.stdout.write(
    `${folder}: ${median(seconds).toFixed(2)} s (${seconds.map((each) => each.toFixed(2)).join(', ')}), ${megabytes.toFixed(1)} MB installed\n`,
  )
process.stdout.write(`${median(ratios).toFixed(2)}×\n`)
for (const { registry } of sides) await registry.close()
