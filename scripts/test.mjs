// All that proves the project. The format is checked first; linter and types are checked beside the tests, with what those leave
// of the cores while they wait for pages and processes. The first that says no ends the others.
import { spawn, spawnSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const shell = process.platform === 'win32'
const bin = (name) => join(root, 'node_modules', '.bin', shell ? `${name}.cmd` : name)
const REPORTERS = ['--reporter=default', '--reporter=./scripts/slowest-files.mjs']
const BEFORE = [
  { name: 'The format', command: bin('oxfmt'), args: ['--check'] },
  { name: 'What the tests need', command: process.execPath, args: ['scripts/ensure-chromium.mjs'] },
]
const BESIDE = [
  { name: 'The linter', command: bin('oxlint'), args: ['--type-aware'] },
  { name: 'The types of the tests', command: bin('tsc'), args: ['-p', 'tsconfig.tests.json'] },
  { name: 'The types of the inbox', command: bin('tsc'), args: ['-p', 'packages/holdpoint/inbox/tsconfig.json'] },
  { name: 'The types of the view', command: bin('tsc'), args: ['-p', 'packages/card/view/tsconfig.json'] },
]
const TESTS = { name: 'The tests', command: bin('vitest'), args: ['run', ...REPORTERS, ...process.argv.slice(2)] }

const running = new Set()

for (const { name, command, args } of BEFORE) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell })
  if (status !== 0) end(name, status)
}
const testing = run(TESTS, 'inherit')
for (const check of BESIDE) {
  const { status, said } = await run(check, 'pipe')
  process.stdout.write(status === 0 ? `${check.name}: passed.\n` : said)
  if (status !== 0) end(check.name, status)
}
const tested = await testing
if (tested.status !== 0) end(TESTS.name, tested.status)

async function run({ command, args }, output) {
  const child = spawn(command, args, { cwd: root, stdio: ['inherit', output, output], shell })
  running.add(child)
  if (output === 'pipe' && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let said = ''
  child.stdout?.on('data', (chunk) => (said += chunk))
  child.stderr?.on('data', (chunk) => (said += chunk))
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: 1, said: `${said}${error.message}\n` }))
    child.once('close', (code) => {
      running.delete(child)
      resolve({ status: code, said })
    })
  })
}

function end(name, status) {
  for (const child of running) child.kill()
  process.stderr.write(`\n${name}: failed (exit code ${String(status)}).\n`)
  process.exit(status ?? 1)
}
