// All that proves the project, in order of how fast it can say no: format, lint, types of the tests, then the tests.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const steps = [
  ['The format', bin('oxfmt'), ['--check']],
  ['The linter', bin('oxlint'), ['--type-aware']],
  ['The types of the tests', bin('tsc'), ['-p', 'tsconfig.tests.json']],
  ['What the tests need', process.execPath, ['scripts/ensure-chromium.mjs']],
  ['The tests', bin('vitest'), ['run', ...process.argv.slice(2)]],
]
for (const [name, command, args] of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    process.stderr.write(`\n${name}: failed (exit code ${String(status)}).\n`)
    process.exit(status ?? 1)
  }
}
