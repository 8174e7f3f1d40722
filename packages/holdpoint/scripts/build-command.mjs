// Builds the command as one bundle with its dependencies inside, in parts that are loaded when they are needed: an
// installation loads and holds nothing twice. Needs `tsc -b` and the built card before it.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { filesIn } from '../../../scripts/bundled-packages.mjs'
import { swapBundle } from '../../../scripts/swap-bundle.mjs'

const holdpoint = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Native code, and the vendors' SDKs of chat platforms, which only those install who use them. */
const EXTERNAL = ['@photostructure/sqlite', '@larksuiteoapi/node-sdk', '@slack/socket-mode', '@slack/web-api']

/** A map of nothing but the beginning of a file: esbuild takes an empty one for none, and makes its own. */
const NO_MAP = Buffer.from('{"version":3,"sources":["-"],"mappings":"AAAA"}').toString('base64')

/** Maps of parsers would be larger than everything else: only our own modules get theirs. */
const ownMapsOnly = {
  name: 'own-maps-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`,
    }))
  },
}

/** Parts that others bring and nobody here calls, each with what stands for it. */
const NEVER_CALLED = [
  // Messages in fifty languages: ours speak for themselves.
  [/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/, "export { default as en } from './en.js'"],
  // Schemas made of JSON Schema: ours are written as schemas.
  [/[\\/]zod[\\/]v4[\\/]classic[\\/]from-json-schema\.js$/, 'export const fromJSONSchema = undefined'],
  // SQL written out of a tree: it is only read.
  [/[\\/]sql-parser-cst[\\/]lib[\\/]show\.js$/, 'exports.show = undefined'],
]

const neverCalled = {
  name: 'never-called',
  setup({ onLoad }) {
    for (const [filter, contents] of NEVER_CALLED) onLoad({ filter }, () => ({ contents }))
  },
}

const POSTGRES_PARSER = dirname(createRequire(import.meta.url).resolve('libpg-query'))

/** PostgreSQL's parser is WebAssembly, which it looks for in its own folder: in the bundle it lies beside the chunks. */
function besideTheBundle(outdir) {
  return {
    name: 'beside-the-bundle',
    setup({ onLoad, onEnd }) {
      const wasm = readFileSync(join(POSTGRES_PARSER, 'libpg-query.wasm'))
      // Like those of chunks, its name never changes meaning under a process that loads it late.
      const name = `libpg-query-${createHash('sha256').update(wasm).digest('hex').slice(0, 8)}.wasm`
      onLoad({ filter: /[\\/]libpg-query\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        const contents = source.replaceAll('"libpg-query.wasm"', JSON.stringify(name))
        if (contents === source) throw new Error('libpg-query looks for its WebAssembly in another way.')
        return { contents }
      })
      onEnd(() => writeFileSync(join(outdir, name), wasm))
    },
  }
}

/** The document of the card, which the bundle reads beside itself: whole files, its words before it. */
function carryView() {
  const folder = join(holdpoint, 'dist/view')
  mkdirSync(folder, { recursive: true })
  for (const name of ['words.txt', 'view.html']) {
    const fresh = join(folder, `${name}.new-${process.pid}`)
    copyFileSync(join(holdpoint, '../card/dist/view', name), fresh)
    renameSync(fresh, join(folder, name))
  }
}

/** @returns the files that it consists of, from the root of the repository */
export async function buildCommand() {
  const root = join(holdpoint, '../..')
  const bundle = join(holdpoint, 'dist/bundle')
  const outdir = `${bundle}.new-${process.pid}`
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      // The last runs on a thread of its own, which is given a file.
      entryPoints: {
        main: join(holdpoint, 'dist/main.js'),
        'desktop-start': join(holdpoint, 'dist/desktop-start.js'),
        'sql-worker': join(holdpoint, '../gateway/dist/calls/sql-worker.js'),
      },
      outdir,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      external: EXTERNAL,
      // Its CommonJS would have no named exports here, which Node finds in it.
      alias: { 'libpg-query': join(POSTGRES_PARSER, 'index.js') },
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url), __dirname = import.meta.dirname;",
      },
      sourcemap: 'linked',
      sourcesContent: false,
      plugins: [besideTheBundle(outdir), neverCalled, ownMapsOnly],
      // A third less to read at every start of a host, and in memory; the maps beside it give names back.
      minify: true,
      legalComments: 'none',
      metafile: true,
      logLevel: 'warning',
    })
    const files = readdirSync(outdir)
    carryView()
    swapBundle(outdir, bundle, Date.now())
    // Beside them stand those of earlier builds for a while, which nobody is to publish.
    writeFileSync(`${bundle}.files.json`, JSON.stringify(files))
    return filesIn(metafile)
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}
