// Builds everything: types and modules by tsc, then the command as one bundle, since loading hundreds of small files
// would cost more than the whole start of a wrapped server.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { swapBundle } from './swap-bundle.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

const compiled = spawnSync(bin('tsc'), ['-b'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
  shell: process.platform === 'win32',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)

const { buildCard } = await import('../packages/card/scripts/build.mjs')
await buildCard()
const { buildShowcase } = await import('../packages/card/scripts/showcase.mjs')
await buildShowcase()
const { buildCardView } = await import('../packages/holdpoint/scripts/build-card-view.mjs')
await buildCardView()
const { buildInbox } = await import('../packages/holdpoint/scripts/build-inbox.mjs')
await buildInbox()

const { build } = await import('esbuild')
const bundle = join(root, 'packages/holdpoint/dist/bundle')
const outdir = `${bundle}.new-${process.pid}`
try {
  await build({
    // The second runs on a thread of its own, which is given a file.
    entryPoints: {
      main: join(root, 'packages/holdpoint/dist/main.js'),
      'sql-worker': join(root, 'packages/gateway/dist/calls/sql-worker.js'),
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Native code, WebAssembly and the programs of chat platforms stay in their packages.
    external: [
      '@photostructure/sqlite',
      'libpg-query',
      '@larksuiteoapi/node-sdk',
      '@slack/socket-mode',
      '@slack/web-api',
      'ws',
    ],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    sourcemap: 'linked',
    // A third less to read at every start of a host, and in memory; the maps beside it give names back.
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  swapBundle(outdir, bundle, Date.now())
} finally {
  rmSync(outdir, { recursive: true, force: true })
}
