// What an installed package offers: modules by the names under which they are imported, and programs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** They define an element, which only a browser has. */
const FOR_BROWSERS = ['@holdpoint/card', '@holdpoint/card/element', '@holdpoint/card/tool-card.js']

/** @param {string} folder of the installed package */
export function modulesOf(folder) {
  const { name, exports = {}, bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const modules = Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([path]) => join(name, path).replaceAll('\\', '/'))
  return {
    forNode: modules.filter((each) => !FOR_BROWSERS.includes(each)),
    forBrowsers: modules.filter((each) => FOR_BROWSERS.includes(each)),
    bin: Object.values(bin).map((file) => join(folder, file)),
  }
}
