/**
 * How a person starts this very program again, from where they are: by its name where the path leads to it, by npx
 * where npx can bring it, else by the file itself. A container or a script that runs it otherwise says so in
 * HOLDPOINT_COMMAND. Every command that is printed begins with what is said here.
 *
 * `shell`: the text is read in the shell that started us. `anywhere`: a host or a service started us, or something that
 * keeps its terminal busy, and the text is read in another one, whose folder is not known.
 */
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { PROGRAM } from '@holdpoint/core/sentence'

export type ReadFrom = 'shell' | 'anywhere'

export interface StartFacts {
  /** The file that Node was told to run. */
  readonly script: string
  readonly node: string
  readonly environment: { readonly [name: string]: string | undefined }
  readonly workingDirectory: string
  readonly userHome: string
  readonly windows: boolean
  /** The name leads to us in npm's registry, so that npx brings us to any folder. */
  readonly published: boolean
  /** Where a path really leads; `null`: nowhere. */
  readonly realPath: (path: string) => string | null
}

/** Not yet. Until then npx would bring nothing, or what a stranger put there under our name. */
const PUBLISHED = false
/** What npx and its like keep for a while. */
const FETCHED = /[\\/](?:_npx|dlx[^\\/]*|bunx-[^\\/]*)[\\/]/
/** Paths that npm puts before the person's own while it runs something. */
const OF_A_PACKAGE = /[\\/]node_modules[\\/]\.bin[\\/]?$/

export function programFor(facts: StartFacts, from: ReadFrom): string {
  const named = facts.environment['HOLDPOINT_COMMAND'] ?? ''
  if (named !== '') return named
  return `${from === 'shell' ? '' : homeSetting(facts)}${wordsFor(facts, from)}`
}

function wordsFor(facts: StartFacts, from: ReadFrom): string {
  const script = resolve(facts.workingDirectory, facts.script)
  const real = facts.realPath(script) ?? script
  if (facts.published && FETCHED.test(real)) return `npx ${PROGRAM}`
  if (isOnPath(PROGRAM, real, facts)) return PROGRAM
  if (from === 'shell' && npxFindsIt(real, facts)) return `npx ${PROGRAM}`
  const node = facts.realPath(facts.node) ?? facts.node
  return `${isOnPath('node', node, facts) ? 'node' : quoted(facts.node, facts)} ${quoted(real, facts)}`
}

function isOnPath(name: string, real: string, facts: StartFacts): boolean {
  const folders = (facts.environment['PATH'] ?? facts.environment['Path'] ?? '').split(delimiter)
  return folders.some((folder) => {
    if (folder === '' || OF_A_PACKAGE.test(folder) || FETCHED.test(`${folder}/`)) return false
    if (facts.realPath(join(folder, name)) === real || facts.realPath(join(folder, `${name}.exe`)) === real) return true
    // On Windows npm writes a script instead of a link, beside the packages.
    const installed = facts.realPath(join(folder, 'node_modules', name))
    return facts.windows && facts.realPath(join(folder, `${name}.cmd`)) !== null && installed !== null
      ? real.startsWith(installed)
      : false
  })
}

/** npx looks in the folder where it is started and in those around it. */
function npxFindsIt(real: string, facts: StartFacts): boolean {
  for (let folder = facts.workingDirectory; ; folder = dirname(folder)) {
    const found = facts.realPath(join(folder, 'node_modules', '.bin', PROGRAM))
    if (found !== null) return found === real
    if (dirname(folder) === folder) return false
  }
}

/** A home that only our own environment names: without it the command would look elsewhere. */
function homeSetting(facts: StartFacts): string {
  const home = facts.windows ? null : ownHome(facts)
  return home === null ? '' : `HOLDPOINT_HOME=${quoted(home, facts)} `
}

/** `null`: the usual one. */
function ownHome({ environment, userHome, workingDirectory }: StartFacts): string | null {
  const home = environment['HOLDPOINT_HOME'] ?? ''
  if (home === '' || home.startsWith('~')) return null
  const path = resolve(workingDirectory, home)
  return path === join(userHome, '.holdpoint') ? null : path
}

/** A word as the shell reads it back. */
export function quoted(word: string, { windows }: Pick<StartFacts, 'windows'>): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word
  return windows ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** How a host starts this program: a program, its first arguments, and what its environment has to say. */
export interface HostStart {
  readonly command: string
  readonly args: readonly string[]
  readonly env: { readonly [name: string]: string }
}

/**
 * For the configuration of a host. Whole paths: a host that was started from a desktop has another PATH than the shell
 * that this is read in.
 */
export function hostStartFor(facts: StartFacts): HostStart {
  const { environment, workingDirectory, userHome } = facts
  const [named, ...rest] = (environment['HOLDPOINT_COMMAND'] ?? '').split(/\s+/).filter((word) => word !== '')
  if (named !== undefined) return { command: named, args: rest, env: {} }
  const script = resolve(workingDirectory, facts.script)
  const real = facts.realPath(script) ?? script
  const home = ownHome(facts)
  const config = environment['HOLDPOINT_CONFIG'] ?? ''
  const env = {
    ...(home === null ? {} : { HOLDPOINT_HOME: home }),
    ...(config === '' ? {} : { HOLDPOINT_CONFIG: resolve(workingDirectory, config.replace(/^~(?=[\\/])/, userHome)) }),
  }
  if (facts.published && FETCHED.test(real)) return { command: 'npx', args: ['-y', PROGRAM], env }
  return { command: facts.node, args: [real], env }
}

export function startedByHost(): HostStart {
  return hostStartFor(factsOfThisProcess())
}

const known = new Map<ReadFrom, string>()

/** Of this process. Looked up when the first command is printed. */
export function startedAs(from: ReadFrom): string {
  const before = known.get(from)
  if (before !== undefined) return before
  const program = programFor(factsOfThisProcess(), from)
  known.set(from, program)
  return program
}

function factsOfThisProcess(): StartFacts {
  return {
    script: process.argv[1] ?? PROGRAM,
    node: process.execPath,
    environment: process.env,
    workingDirectory: process.cwd(),
    userHome: homedir(),
    windows: process.platform === 'win32',
    published: PUBLISHED,
    realPath: (path) => {
      try {
        return realpathSync(path)
      } catch {
        return null
      }
    },
  }
}
