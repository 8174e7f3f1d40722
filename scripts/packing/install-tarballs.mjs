// Installs tarballs as npm does, into an empty folder with a home and a cache of its own, from a registry on this machine.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runNpm } from './run-npm.mjs'

/**
 * @param {readonly string[]} what tarballs, or names with versions
 * @param {string} registry its address
 * @returns {Promise<{ folder: string, modules: string, remove: () => void }>}
 */
export async function installTarballs(what, registry) {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-installed-'))
  const home = join(folder, '.home')
  for (let above = dirname(folder); dirname(above) !== above; above = dirname(above)) {
    if (existsSync(join(above, 'node_modules')))
      throw new Error(`Packages in ${join(above, 'node_modules')} would be found too. Choose another TMPDIR.`)
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const environment = {
    HOME: home,
    USERPROFILE: home,
    npm_config_cache: join(home, 'cache'),
    npm_config_registry: registry,
  }
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  await runNpm(['install', ...what, ...options], { cwd: folder, environment })
  return {
    folder,
    modules: join(folder, 'node_modules'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
