// All that proves the project, in order of how fast it can say no: format, lint, types of the tests, then the tests.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const REPORTERS = ['--reporter=default', '--reporter=./scripts/slowest-files.mjs']
const steps = [
  { name: 'The format', command: bin('oxfmt'), args: ['--check'] },
  { name: 'The linter', command: bin('oxlint'), args: ['--type-aware'] },
  { name: 'The types of the tests', command: bin('tsc'), args: ['-p', 'tsconfig.tests.json'] },
  { name: 'The types of the inbox', command: bin('tsc'), args: ['-p', 'packages/holdpoint/inbox/tsconfig.json'] },
  { name: 'The types of the view', command: bin('tsc'), args: ['-p', 'packages/holdpoint/card-view/tsconfig.json'] },
  { name: 'What the tests need', command: process.execPath, args: ['scripts/ensure-chromium.mjs'] },
  { name: 'The tests', command: bin('vitest'), args: ['run', ...REPORTERS, ...process.argv.slice(2)] },
]
for (const { name, command, args } of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    process.stderr.write(`\n${name}: failed (exit code ${String(status)}).\n`)
    process.exit(status ?? 1)
  }
}
