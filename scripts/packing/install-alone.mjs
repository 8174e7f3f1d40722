// Whether a package works with nothing but what it says it needs.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installTarballs } from './install-tarballs.mjs'
import { openLoopbackRegistry } from './loopback-registry.mjs'
import { bytesIn } from './make-tarballs.mjs'
import { modulesOf } from './modules-of.mjs'

/** @param {{ name: string, file: string }} each of `all`, as `makeTarballs` answers them */
export async function installAlone(each, all) {
  const registry = await openLoopbackRegistry(all.map(({ file }) => file))
  const begun = performance.now()
  const installed = await installTarballs([each.file], registry.url)
  const seconds = (performance.now() - begun) / 1000
  try {
    const { bin, forNode } = modulesOf(join(installed.modules, each.name))
    const lines = forNode.map((name) => `await import(${JSON.stringify(name)})`)
    writeFileSync(join(installed.folder, 'import.mjs'), lines.join('\n'))
    const runs = [['import.mjs'], ...bin.map((file) => [file, '--version'])]
    for (const args of runs) {
      const ran = spawnSync(process.execPath, args, { cwd: installed.folder, encoding: 'utf8' })
      if (ran.status !== 0) throw new Error(`${each.name} does not work alone: ${args.join(' ')}\n${ran.stderr}`)
    }
    const imported = forNode.length > 0 ? `imports ${forNode.length} modules` : 'runs'
    return { seconds, megabytes: bytesIn(installed.modules) / 1e6, imported }
  } finally {
    installed.remove()
    await registry.close()
  }
}
