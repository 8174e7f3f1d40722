// Builds everything: types and modules by tsc, then the command as one bundle, since loading hundreds of small files
// would cost more than the whole start of a wrapped server. What each bundle contains of others is written beside it.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

const compiled = spawnSync(bin('tsc'), ['-b'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
  shell: process.platform === 'win32',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)

const { buildCard } = await import('../packages/card/scripts/build.mjs')
const ofCard = []
await buildCard({ contains: ofCard })
const { buildShowcase } = await import('../packages/card/scripts/showcase.mjs')
await buildShowcase()
const { buildView } = await import('../packages/card/scripts/build-view.mjs')
const ofView = []
await buildView({ contains: ofView })
const { buildInbox } = await import('../packages/holdpoint/scripts/build-inbox.mjs')
const ofInbox = []
await buildInbox({ contains: ofInbox })

const { buildFront } = await import('../packages/mcp/scripts/build-front.mjs')
await buildFront()
const { buildCommand } = await import('../packages/holdpoint/scripts/build-command.mjs')
const { writeBundled } = await import('./bundled-packages.mjs')
writeBundled(join(root, 'packages/card/dist/bundle'), [...ofCard, ...ofView])
writeBundled(join(root, 'packages/holdpoint/dist'), [...ofView, ...ofInbox, ...(await buildCommand())])
