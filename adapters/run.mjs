/**
 * `npm run adapters`: the adapters of @holdpoint/mcp against the agent frameworks as they come from npm, each with a scripted model and no network. The frameworks stand
 * in a lockfile of their own and are installed here, on first use. What is added on the command line goes to the test runner, such as `ai-sdk`.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { installLocked } from '../conformance/install-locked.mjs'

const ROOT = path.join(import.meta.dirname, '..')
const shell = process.platform === 'win32'
const bin = (name) => path.join(ROOT, 'node_modules', '.bin', shell ? `${name}.cmd` : name)

installLocked(import.meta.dirname, { installScripts: false })

for (const [name, ...args] of [
  ['tsc', '-p', 'adapters/tsconfig.json'],
  ['vitest', 'run', '--config', 'adapters/vitest.config.ts', ...process.argv.slice(2)],
]) {
  const { status } = spawnSync(bin(name), args, { cwd: ROOT, stdio: 'inherit', shell })
  if (status !== 0) process.exit(status ?? 1)
}
