// Builds the inbox with Vite: one module and one style sheet, everything in. Needs `tsc -b` before it, for the core and
// the card. The document is the service's own, so there is no HTML to build.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const holdpoint = join(dirname(fileURLToPath(import.meta.url)), '..')
const core = join(holdpoint, '../core/dist/')
const TARGET = ['chrome125', 'firefox128', 'safari17.5']
const FILES = ['app.js', 'style.css']

/** @param {{ outdir?: string, contains?: string[] }} [options] `contains`: gets the files that it consists of */
export async function buildInbox({ outdir = join(holdpoint, 'dist/inbox'), contains } = {}) {
  const { output } = await build({
    configFile: false,
    envDir: false,
    root: join(holdpoint, 'inbox'),
    publicDir: false,
    logLevel: 'warn',
    // By name: the environment of the build must not choose Lit's other build.
    resolve: { conditions: ['module', 'browser', 'production'] },
    build: {
      write: false,
      target: TARGET,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: {
          app: join(holdpoint, 'inbox/src/main.ts'),
          style: join(holdpoint, 'inbox/style/style.css'),
        },
        // The core has no side effects: what is not used is left out.
        treeshake: { moduleSideEffects: (id) => !join(id).startsWith(core) },
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]', comments: false },
      },
    },
  })
  const names = output.map(({ fileName }) => fileName).toSorted()
  if (names.join() !== FILES.join())
    throw new Error(`The inbox is ${FILES.join(' and ')}, and not ${names.join(', ')}.`)
  contains?.push(...output.flatMap(({ moduleIds = [] }) => moduleIds))
  mkdirSync(outdir, { recursive: true })
  // Renamed into place: a process that reads them meanwhile gets the old file or the new one, never half of one.
  for (const file of output) {
    const path = join(outdir, file.fileName)
    const fresh = `${path}.new-${process.pid}`
    writeFileSync(fresh, file.type === 'chunk' ? file.code : file.source)
    renameSync(fresh, path)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildInbox()
