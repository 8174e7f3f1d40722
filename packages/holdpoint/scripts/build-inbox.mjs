// Builds the inbox: one module and one style sheet, everything in. Needs `tsc -b` before it, for the core and the card.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const holdpoint = join(dirname(fileURLToPath(import.meta.url)), '..')
const TARGET = ['chrome125', 'firefox128', 'safari17.5']

/** Our packages have no side effects but the card's definition: what is not used is left out. */
const pureCore = {
  name: 'pure-core',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^(@holdpoint\/core$|\.\.?\/)/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      const isCore = path === '@holdpoint/core' || /[\\/]core[\\/]dist[\\/]/.test(importer)
      if (pluginData === 'resolved' || !isCore) return undefined
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: 'resolved' })
      return { ...found, sideEffects: false }
    })
  },
}

export async function buildInbox(outdir = join(holdpoint, 'dist/inbox')) {
  const { outputFiles } = await build({
    entryPoints: {
      app: join(holdpoint, 'inbox/src/main.ts'),
      style: join(holdpoint, 'inbox/style/style.css'),
    },
    outdir,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['production'],
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [pureCore],
  })
  mkdirSync(outdir, { recursive: true })
  // Renamed into place: a process that reads them meanwhile gets the old file or the new one, never half of one.
  for (const { path, contents } of outputFiles) {
    const fresh = `${path}.new-${process.pid}`
    writeFileSync(fresh, contents)
    renameSync(fresh, path)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildInbox()
