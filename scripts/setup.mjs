// Makes a fresh clone ready: installs what the lockfile names and builds, each only when something changed since.
// Several first runs at once make one install. Uses Node alone, since nothing is installed yet; speaks on standard
// error, so that standard output stays with whoever runs afterwards.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const installStamp = join(modules, '.holdpoint-installed')
const buildStamp = join(modules, '.holdpoint-built')
const lock = join(root, '.setup-lock')
const STALE_LOCK_MS = 15 * 60_000

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  say(`Holdpoint needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

if (read(installStamp) !== installKey() || read(buildStamp) !== buildKey()) withLock(bringUpToDate)

function bringUpToDate() {
  if (read(installStamp) !== installKey()) {
    say('Installing dependencies …')
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
      'ci',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
    writeFileSync(installStamp, installKey())
    rmSync(buildStamp, { force: true })
  }
  if (read(buildStamp) !== buildKey()) {
    say('Building …')
    run(process.execPath, [join(root, 'scripts', 'build.mjs')])
    writeFileSync(buildStamp, buildKey())
  }
}

function installKey() {
  const parts = [process.platform, process.arch, process.versions.modules, read(join(root, 'package-lock.json')) ?? '']
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

function buildKey() {
  const hash = createHash('sha256')
  const folders = ['packages', 'examples'].flatMap((folder) =>
    list(join(root, folder)).map((name) => join(root, folder, name)),
  )
  const files = folders.flatMap((folder) => [
    join(folder, 'package.json'),
    join(folder, 'tsconfig.json'),
    ...['src', 'inbox', 'view', 'scripts'].flatMap((part) => walk(join(folder, part))),
  ])
  for (const file of [
    ...files,
    join(root, 'tsconfig.json'),
    join(root, 'tsconfig.base.json'),
    join(root, 'scripts', 'build.mjs'),
    join(root, 'docs', 'showcase', 'showcase.js'),
    join(root, 'docs', 'showcase', 'samples.js'),
  ].sort((one, other) => (one < other ? -1 : 1))) {
    hash.update(file.slice(root.length)).update(read(file) ?? '')
  }
  return hash.digest('hex')
}

function withLock(work) {
  const started = Date.now()
  for (let told = false; ;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isStale()) rmSync(lock, { recursive: true, force: true })
    if (!told && Date.now() - started > 1000) {
      say('Another run is setting up; waiting for it …')
      told = true
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  const unlock = () => rmSync(lock, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      unlock()
      process.exit(1)
    })
  }
  try {
    writeFileSync(join(lock, 'pid'), String(process.pid))
    work()
  } finally {
    unlock()
  }
}

function isStale() {
  try {
    const pid = Number(read(join(lock, 'pid')) ?? 0)
    if (pid > 0) {
      try {
        process.kill(pid, 0)
      } catch (error) {
        return error.code === 'ESRCH'
      }
    }
    return Date.now() - statSync(lock).mtimeMs > STALE_LOCK_MS
  } catch {
    return false
  }
}

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (result.status === 0) return
  rmSync(lock, { recursive: true, force: true })
  say(`"${command} ${args.join(' ')}" failed. Correct what it says, then run the same command again.`)
  process.exit(result.status ?? 1)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : []
}

function walk(folder) {
  return list(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? walk(path) : [path]
  })
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
