// Puts together what is published of one package, in a folder of its own: nothing in the working copy changes, and nothing
// that only lies around there is published.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ROOT } from './public-packages.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'

const BILL = 'sbom.cdx.json'
/** For the build and for those who develop. */
const OF_THE_BUILD = ['bundled-packages.json', '.tsbuildinfo']

/**
 * @param {{ folder: string, manifest: Record<string, any> }} published
 * @param {string} stage the folder
 * @param {{ repository: string | null }} options
 */
export function stagePackage({ folder, manifest }, stage, { repository }) {
  mkdirSync(stage, { recursive: true })
  const current = currentBundle(folder)
  cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'))
  for (const part of [...topOf(manifest.files), 'README.md'])
    cpSync(join(folder, part), join(stage, part), {
      recursive: true,
      filter: (file) => isPublished(relative(folder, file).replaceAll('\\', '/'), folder, current),
    })
  const { devDependencies: _development, scripts: _scripts, ...rest } = manifest
  const source = {
    type: 'git',
    url: repository,
    directory: relative(ROOT, folder).replaceAll('\\', '/'),
  }
  const staged = {
    ...rest,
    files: [...manifest.files, BILL],
    ...(repository === null ? {} : { repository: source }),
  }
  writeJson(join(stage, 'package.json'), staged)
  writeFileSync(join(stage, BILL), JSON.stringify(billOfMaterials({ folder, manifest })))
}

/** The folders and files that its patterns begin with; npm looks at the whole patterns. */
function topOf(files) {
  return new Set(files.filter((pattern) => !pattern.startsWith('!')).map((pattern) => pattern.split('/')[0]))
}

function isPublished(file, folder, current) {
  if (OF_THE_BUILD.includes(basename(file))) return false
  const [, ofBundle] = /^dist\/bundle\/(.+)$/.exec(file) ?? []
  if (ofBundle !== undefined && current !== null) return current.has(ofBundle)
  const [, module] = /^dist\/(.+?)(?:\.d\.ts|\.js(?:\.map)?)$/.exec(file) ?? []
  if (module === undefined || existsSync(join(folder, 'src', `${module}.ts`))) return true
  // The compiler leaves behind what it made of sources that are gone; what scripts make has no declarations.
  return !existsSync(join(folder, 'dist', `${module}.d.ts`))
}

/** `null`: it has no bundle that stands beside earlier ones. */
function currentBundle(folder) {
  const file = join(folder, 'dist/bundle.files.json')
  return existsSync(file) ? new Set(JSON.parse(readFileSync(file, 'utf8'))) : null
}

function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
