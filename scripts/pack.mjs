// `npm run pack`: everything that is published, in the folder `packed`. `--help` tells its options.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseArgs } from 'node:util'
import { installAlone } from './packing/install-alone.mjs'
import { makeDesktopBundle } from './packing/make-desktop-bundle.mjs'
import { makeTarballs } from './packing/make-tarballs.mjs'
import { ROOT } from './packing/public-packages.mjs'
import { writeTar } from './packing/tar.mjs'

const USAGE = `npm run pack [-- --repository URL] [-- --out FOLDER] [-- --verify]

Makes the tarball of every public package with its bill of materials, the bundle
for Claude Desktop, and the source maps of the command, which no installation
needs. Nothing is published.

  --repository URL  where the sources are, such as git+https://example.org/holdpoint.git;
                    a registry demands it of packages with provenance
  --out FOLDER      instead of packed
  --verify          installs each package alone into an empty folder, from a
                    registry on this machine, and imports what it exports
`

const { values } = parseArgs({
  options: {
    repository: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'packed') },
    verify: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(USAGE)
  process.exit(0)
}
const out = resolve(process.env.INIT_CWD ?? '.', values.out)
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const made = await makeTarballs(out, { repository: values.repository ?? null })
const command = made.find(({ name }) => name === 'holdpoint')
const bundle = command.file.replace(/\.tgz$/, '.mcpb')
makeDesktopBundle(command.file, bundle)
writeMaps(command.file.replace(/\.tgz$/, '-maps.tgz'))

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`.padStart(9)
for (const { name, file, bytes, unpacked, files } of made)
  process.stdout.write(
    `${name.padEnd(22)}${kilobytes(bytes)} ${kilobytes(unpacked)} unpacked, ${String(files.length).padStart(4)} files  ${basename(file)}\n`,
  )
process.stdout.write(`${'Claude Desktop'.padEnd(22)}${kilobytes(readFileSync(bundle).length)}  ${basename(bundle)}\n`)
process.stdout.write(`Written to ${out}\n`)

if (values.verify) {
  for (const each of made) {
    const { seconds, megabytes, imported } = await installAlone(each, made)
    process.stdout.write(
      `${each.name.padEnd(22)}installs alone in ${seconds.toFixed(1)} s, ${megabytes.toFixed(1)} MB, and ${imported}\n`,
    )
  }
}

/** For whoever reads a stack of the command. */
function writeMaps(file) {
  const folder = join(ROOT, 'packages/holdpoint/dist/bundle')
  const current = new Set(JSON.parse(readFileSync(`${folder}.files.json`, 'utf8')))
  const maps = readdirSync(folder).filter((name) => name.endsWith('.map') && current.has(name))
  const files = maps.map((name) => ({ name, mode: 0o644, bytes: readFileSync(join(folder, name)) }))
  writeFileSync(file, gzipSync(writeTar(files), { level: 9 }))
}
