// What a bundle contains of other people's packages: their names and versions, for the bill of materials, and the texts
// of their licences, which go wherever the code goes.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/**
 * Writes `bundled-packages.json` and `THIRD-PARTY-NOTICES.txt` into the folder.
 * @param {readonly string[]} files that bundles in it consist of, from the root
 */
export function writeBundled(folder, files) {
  const packages = packagesOf(files)
  const listed = packages.map(({ name, version, license, folder: place }) => ({ name, version, license, place }))
  writeFileSync(join(folder, 'bundled-packages.json'), `${JSON.stringify(listed, null, 2)}\n`)
  if (packages.length > 0) writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages))
}

/** @returns the files of which something is in what esbuild wrote */
export function filesIn(metafile) {
  const parts = Object.values(metafile.outputs).flatMap(({ inputs = {} }) => Object.entries(inputs))
  return parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)
}

/** `folder`: from the root, as the lockfile names it. */
function packagesOf(files) {
  const found = new Map()
  for (const file of files) {
    const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(resolve(root, file)) ?? []
    if (folder === undefined || found.has(folder)) continue
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (typeof license !== 'string') throw new Error(`${name} does not say its licence.`)
    found.set(folder, { name, version, license, folder: folder.slice(root.length + 1).replaceAll('\\', '/') })
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Each text once: most differ in nothing but the name. */
function noticesOf(packages) {
  const byText = new Map()
  for (const { name, version, license, folder } of packages) {
    const file = readdirSync(join(root, folder)).find((each) => LICENCE.test(each))
    const text =
      file === undefined ? `Licensed under ${license}.` : readFileSync(join(root, folder, file), 'utf8').trim()
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  return `This program contains the packages below, under their own licences.\n\n${parts.join(`\n${'-'.repeat(72)}\n\n`)}`
}
