// Runs one PostgreSQL for the tests of one run, in a folder of its own, and ends with the process that the run is: tests
// that are killed leave no server behind. Its arguments: the folder, and that process.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findPostgres } from './find-postgres.mjs'

const [folder, owner] = [process.argv[2], Number(process.argv[3])]
const data = join(folder, 'data')
const LOOK_EVERY_MS = 250
const READY_WITHIN_MS = 60_000

/** What is lost in a crash of the machine is lost: tests begin anew. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_messages: 'fatal',
}

/** PostgreSQL refuses to run as root. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user to run it as: neither postgres nor nobody.')
}

async function freePort() {
  return await new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** The server says itself that it takes connections. */
function isReady() {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready'
}

function tell(name, content) {
  writeFileSync(join(folder, `${name}.new`), JSON.stringify(content))
  renameSync(join(folder, `${name}.new`), join(folder, name))
}

function isOwnerAlive() {
  try {
    process.kill(owner, 0)
    return true
  } catch {
    return false
  }
}

/** In a language's order where it can be had: nothing of ours may depend on how a database sorts. */
function initialise(bin, user) {
  mkdirSync(data, { mode: 0o700 })
  if (user.uid !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)
  const plain = ['-D', data, '-U', 'holdpoint', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']
  const sorted = [...plain, '--locale-provider=icu', '--icu-locale=en', '--locale=C']
  const options = { ...user, cwd: folder, encoding: 'utf8' }
  if (spawnSync(join(bin, 'initdb'), sorted, options).status === 0) return
  const made = spawnSync(join(bin, 'initdb'), [...plain, '--locale=C'], options)
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
}

async function main() {
  const bin = await findPostgres()
  const user = unprivileged()
  initialise(bin, user)
  const port = await freePort()
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], options)
  let said = ''
  server.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-4000)))
  let exited = false
  server.once('exit', () => (exited = true))
  const giveUpAt = Date.now() + READY_WITHIN_MS
  while (!isReady()) {
    if (exited || Date.now() > giveUpAt) throw new Error(`PostgreSQL did not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  tell('ready', { url: `postgres://holdpoint@127.0.0.1:${port}` })
  const watching = setInterval(() => {
    if (!exited && isOwnerAlive() && existsSync(folder)) return
    clearInterval(watching)
    server.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    if (exited) rmSync(folder, { recursive: true, force: true })
    else server.kill('SIGQUIT')
  }, LOOK_EVERY_MS)
}

main().catch((error) => {
  tell('failed', { reason: String(error?.message ?? error) })
  process.exitCode = 1
})
