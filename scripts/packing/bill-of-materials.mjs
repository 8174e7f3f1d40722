// The bill of materials of one package, as CycloneDX: what an installation brings with it, what a bundle contains, and what
// is only needed by those who use it. npm's own `npm sbom` knows nothing of bundles. The same sources give the same bytes.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './public-packages.mjs'

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages

/** @param {{ folder: string, manifest: Record<string, any> }} published */
export function billOfMaterials({ folder, manifest }) {
  const place = relative(ROOT, folder).replaceAll('\\', '/')
  const components = new Map()
  const dependencies = new Map()
  const add = (name, from, { scope, bundled }) => {
    const at = placeOf(name, from)
    const known = components.get(at)
    if (known !== undefined) return known['bom-ref']
    const component = componentOf(name, at, { scope, bundled })
    components.set(at, component)
    const { link, resolved } = lock[at]
    // What a bundle contains brings nothing else, and what only some install they choose themselves.
    const below = bundled || scope === 'optional' ? [] : belowOf(entryOf(at))
    const refs = below.map((each) => add(each, link === true ? resolved : at, { scope, bundled }))
    dependencies.set(component['bom-ref'], refs)
    return component['bom-ref']
  }
  const own = purlOf(manifest.name, manifest.version)
  const direct = [
    ...Object.keys(manifest.dependencies ?? {}).map((name) => add(name, place, { scope: 'required', bundled: false })),
    ...bundledIn(folder).map(({ name, place: at }) => add(name, parentOf(at), { scope: 'required', bundled: true })),
    // The last: what is needed in any case is not optional for being a part of these as well.
    ...Object.keys(manifest.peerDependencies ?? {}).map((name) => {
      const optional = manifest.peerDependenciesMeta?.[name]?.optional === true
      return add(name, place, { scope: optional ? 'optional' : 'required', bundled: false })
    }),
  ]
  dependencies.set(own, direct)
  const body = {
    metadata: {
      component: {
        'bom-ref': own,
        type: manifest.bin === undefined ? 'library' : 'application',
        ...named(manifest.name, manifest.version),
        licenses: licencesOf(manifest.license),
        purl: own,
      },
    },
    components: [...components.values()].toSorted((one, other) => byText(one['bom-ref'], other['bom-ref'])),
    dependencies: [...dependencies].map(([ref, dependsOn]) => ({
      ref,
      dependsOn: [...new Set(dependsOn)].toSorted(byText),
    })),
  }
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(body), version: 1, ...body }
}

/** What npm installs with a package: also what is optional there, except for the binaries of other systems. */
function belowOf({ dependencies = {}, optionalDependencies = {} }) {
  const everywhere = Object.keys(optionalDependencies).filter((name) => {
    const { os, cpu } = lock[`node_modules/${name}`] ?? { os: [] }
    return os === undefined && cpu === undefined
  })
  return [...new Set([...Object.keys(dependencies), ...everywhere])]
}

/** As Node looks for a package: in the folder, then in those around it. */
function placeOf(name, from) {
  for (let folder = from; ; folder = parentOf(folder)) {
    const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[at] !== undefined) return at
    if (folder === '') throw new Error(`${name}, which ${from} needs, is not in the lockfile.`)
  }
}

function parentOf(place) {
  const at = place.lastIndexOf('node_modules/')
  return at <= 0 ? '' : place.slice(0, at - 1)
}

/** Packages of the workspace are links to their folders. */
function entryOf(at) {
  const entry = lock[at]
  return entry.link === true ? lock[entry.resolved] : entry
}

function componentOf(name, at, { scope, bundled }) {
  const { version, license, integrity } = entryOf(at)
  const ref = purlOf(name, version)
  const [algorithm, hash] = (integrity ?? '').split('-')
  return {
    'bom-ref': ref,
    type: 'library',
    ...named(name, version),
    scope,
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
    licenses: licencesOf(license),
    purl: ref,
    ...(bundled ? { properties: [{ name: 'holdpoint:bundled', value: 'true' }] } : {}),
  }
}

function named(name, version) {
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return { ...(group === undefined ? {} : { group }), name: bare, version }
}

function licencesOf(license) {
  if (typeof license !== 'string') return []
  return [/\s/.test(license) ? { expression: license } : { license: { id: license } }]
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** Made by the build. */
function bundledIn(folder) {
  return ['dist', 'dist/bundle'].flatMap((part) => {
    const file = join(folder, part, 'bundled-packages.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  })
}

function byText(one, other) {
  return one < other ? -1 : 1
}

function serialOf(body) {
  const hex = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}
