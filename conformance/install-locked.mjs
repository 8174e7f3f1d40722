/**
 * Installs a folder's own lockfile the first time it is needed. The suite and the peers are large and only measure us,
 * so they are no dependency of the workspace and no part of `npm run setup`. Writes to stderr only.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const runNpm = (args) => {
  const options = { stdio: ['ignore', 2, 2] }
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return spawnSync(process.execPath, [cli, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/**
 * @param installScripts whether packages may run their own install steps
 * @param everyPlatform whether the lockfile names the binaries of every platform. `npm ci` refuses one that does not, and a
 * registry may lack those of platforms that are not this one: then `npm install` takes what the lockfile has, and saves nothing.
 */
export function installLocked(folder, { installScripts, everyPlatform = true }) {
  const lock = readFileSync(path.join(folder, 'package-lock.json'))
  const identity = createHash('sha256')
    .update(lock)
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex')
  const stamp = path.join(folder, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === identity) return

  process.stderr.write(`Installing what ${path.basename(folder)}/package-lock.json names (once) …\n`)
  const command = everyPlatform ? ['ci'] : ['install', '--no-save']
  const ended = runNpm([...command, '--prefix', folder, ...(installScripts ? [] : ['--ignore-scripts'])])
  if (ended.status !== 0) throw new Error(`npm ${command[0]} in ${path.basename(folder)}/ failed; its output is above.`)
  writeFileSync(stamp, identity)
}
