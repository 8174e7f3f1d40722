/**
 * Which public program a server's command line or address starts, as one key: `npm:…`, `python:…`, `image:…`, `program:…` or
 * the address itself. Only the program's own place on the line counts: a name further on is an argument, and `node evil.js
 * @vendor/server` is not the vendor's server. A form that is not known, an option that may change where a package comes from,
 * an alias (`name@npm:other`) give no key, and then nothing is recognised.
 *
 * Nor is a program in a folder of its own (`/tmp/evil/npx`), other than those that only an administrator fills: there the name
 * says nothing about the program. Nor one that is given an environment on the line (`NODE_OPTIONS=… npx …`), nor a container
 * that is given folders where its code may stand. One thing is taken at its path's word, as real installs start it: a script
 * below `node_modules`, and the `node` that runs it. A person who could put another `node` there could as well put another
 * script; the text does not show it.
 */
import type { ServerIdentity } from '../../call/call.ts'

const WORD = /"(?:[^"\\]|\\.)*"|\S+/g

const NPM_NAME = /^((?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*)(?:@[\w.^~*+-]+)?$/
const PYTHON_NAME = /^([A-Za-z0-9][\w.-]*)(?:\[[\w,-]+\])?(?:(?:@|==)[\w.*+!-]+)?$/
const IMAGE_NAME = /^((?:[a-z0-9.-]+(?::\d+)?\/)?[a-z0-9._/-]+?)(?::[\w.-]+)?(?:@sha256:[0-9a-f]{64})?$/

/** Options of the runners that take nothing and change nothing about where the package comes from. */
const PLAIN_OPTIONS: ReadonlySet<string> = new Set(['-y', '--yes', '-q', '--quiet', '--silent', '--refresh', '--'])
const PLAIN_NODE_OPTIONS = /^--(?:no-warnings|no-deprecation|enable-source-maps|max-old-space-size=\d+)$/

const CONTAINER_FLAGS = /^(?:-[itd]+|--(?:rm|interactive|tty|init|detach|read-only|privileged))$/
const CONTAINER_OPTIONS =
  /^(?:-[evpul]|--(?:env|volume|mount|name|network|net|publish|user|label|platform|pull|add-host|memory|cpus|hostname))$/
/** Folders of an image that are there for data; below any other its code may stand, and be covered. */
const DATA_FOLDER = /^\/(?:projects?|data|mnt|media|workspaces?|volumes|mcp|Users|output|local-directory)(?:\/|$)/
/** Variables that make a runtime load other code. */
const CODE_VARIABLE =
  /^(?:NODE_|NPM_|PYTHON|PIP_|UV_|LD_|DYLD_|JAVA_|JDK_|RUBY|PERL|BASH_ENV$|ENV$|PATH$|HOME$|GCONV_PATH$)/i

/** Only an administrator puts programs there. */
const SYSTEM_FOLDER =
  /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew|\/opt\/local|\/snap|\/run\/current-system\/sw|\/home\/linuxbrew\/\.linuxbrew)?\/bin|c:\/windows\/system32|c:\/program files\/(?:nodejs|git\/cmd|docker\/docker\/resources\/bin))$/i

/** `null`: nothing that could be recognised. */
export function launchOf(server: ServerIdentity): string | null {
  if (server.transport === 'http') return addressKey(server.display)
  const words = wordsOf(server)
  if (/^cmd$/i.test(programOf(words[0]) ?? '') && /^\/c$/i.test(words[1] ?? '')) words.splice(0, 2)
  const rest = words.slice(1)
  // `--import` and its like run other code in the same process, so a line with one is not the package alone.
  if (/^(?:node|bun)$/.test(nameOf(words[0])) && !/^(?:exec|x|dlx)$/.test(rest[0] ?? '')) {
    return installedKey(rest.find((word) => !PLAIN_NODE_OPTIONS.test(word)) ?? '')
  }
  const runner = programOf(words[0])
  if (runner === null) return null
  if (/^(?:npx|bunx|pnpx)$/.test(runner)) return npmKey(rest)
  if (/^(?:npm|pnpm|yarn|bun)$/.test(runner) && /^(?:exec|x|dlx)$/.test(rest[0] ?? '')) return npmKey(rest.slice(1))
  if (runner === 'uvx') return pythonKey(rest)
  if (runner === 'uv' && rest[0] === 'tool' && rest[1] === 'run') return pythonKey(rest.slice(2))
  if (runner === 'pipx' && rest[0] === 'run') return pythonKey(rest.slice(1))
  if (/^python(?:3(?:\.\d+)?)?$/.test(runner)) return rest[0] === '-m' ? pythonKey(rest.slice(1)) : null
  if (runner === 'docker' || runner === 'podman') return imageKey(rest)
  return `program:${runner}`
}

/** Of these the paths on the line are another system's. */
const ELSEWHERE = /^(?:docker|podman|nerdctl|kubectl|ssh|wsl)$/i

/**
 * The paths among a local server's plain arguments, as written: `server-filesystem /home/me/shop`. What an option takes
 * is left out: `--directory` may be where the server's own code stands.
 */
export function launchPaths(server: ServerIdentity): readonly string[] {
  if (server.transport === 'http') return []
  const words = wordsOf(server)
  if (words.some((word) => ELSEWHERE.test(nameOf(word)))) return []
  return words.filter(
    (word, index) => index > 0 && /^(?:\/|[a-z]:[/\\])/i.test(word) && !words[index - 1]?.startsWith('-'),
  )
}

function wordsOf({ display }: ServerIdentity): string[] {
  return (display.match(WORD) ?? []).map(unquoted)
}

function npmKey(words: readonly string[]): string | null {
  const [program = '', ...rest] = afterOptions(words)
  const name = NPM_NAME.exec(program)?.[1]
  if (name === undefined) return null
  // The bridge for hosts that speak stdio only: what it leads to is the server.
  return name === 'mcp-remote' ? addressKey(rest[0] ?? '') : `npm:${name}`
}

function pythonKey(words: readonly string[]): string | null {
  const [first = '', second = '', third = ''] = afterOptions(words)
  if (first !== '--from') return pythonName(first)
  // `--from PACKAGE COMMAND`: any command of the package may be meant, so only its own name counts.
  const name = pythonName(second)
  return name !== null && name === pythonName(nameOf(third)) ? name : null
}

function pythonName(word: string): string | null {
  const name = PYTHON_NAME.exec(word)?.[1]
  return name === undefined ? null : `python:${name.toLowerCase().replace(/[-_.]+/g, '-')}`
}

/**
 * The image of `docker run`. What an option unknown here takes is not guessed at: its value might pass for the image.
 */
function imageKey([command, ...words]: readonly string[]): string | null {
  if (command !== 'run') return null
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (CONTAINER_FLAGS.test(word)) continue
    if (word.startsWith('-')) {
      const [, option = word, joined = null] = /^(--[a-z-]+)=(.*)$/.exec(word) ?? []
      if (!CONTAINER_OPTIONS.test(option)) return null
      if (!keepsCode(option, joined ?? words[++index] ?? '')) return null
    } else {
      const name = IMAGE_NAME.exec(word)?.[1]
      return name === undefined ? null : `image:${name.replace(/^docker\.io\/(?:library\/)?/, '')}`
    }
  }
  return null
}

/** Whether what an option brings along leaves the image's own code alone. */
function keepsCode(option: string, value: string): boolean {
  switch (option) {
    case '-e':
    case '--env':
      return !CODE_VARIABLE.test(value)
    case '-v':
    case '--volume':
      return isDataFolder(/^(?:[A-Za-z]:[/\\])?[^:]*:([^:]*)(?::[a-z,]+)?$/i.exec(value)?.[1])
    case '--mount':
      return isDataFolder(/(?:^|,)(?:dst|destination|target)=([^,]*)/.exec(value)?.[1])
    default:
      return true
  }
}

function isDataFolder(path: string | undefined): boolean {
  return path !== undefined && DATA_FOLDER.test(path) && !/(?:^|\/)\.\.(?:\/|$)/.test(path)
}

/** A script inside `node_modules`. The innermost one counts. */
function installedKey(path: string): string | null {
  const inside = /^(?:.*\/)?node_modules\/(.+)$/.exec(path.replaceAll('\\', '/'))?.[1]
  if (inside === undefined || /(?:^|\/)\.\.(?:\/|$)/.test(inside)) return null
  const name = /^((?:@[^/]+\/)?[^/]+)\//.exec(inside)?.[1]
  return name === undefined || name === '.bin' ? null : `npm:${name}`
}

/** Only https at its usual port: over plain http any machine on the way may answer in the vendor's name. */
function addressKey(text: string): string | null {
  const found = /^https:\/\/([a-z0-9.-]+)(?::443)?(\/[^?#\s\\]*)?(?:[?#]\S*)?$/i.exec(text)
  const path = found?.[2] ?? '/'
  if (found === null || /%|(?:^|\/)\.\.?(?:\/|$)/.test(path)) return null
  return `https://${found[1]?.toLowerCase() ?? ''}${path}`
}

function afterOptions(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !PLAIN_OPTIONS.has(word))
  return start === -1 ? [] : words.slice(start)
}

function unquoted(word: string): string {
  if (!word.startsWith('"')) return word
  try {
    return JSON.parse(word) as string
  } catch {
    return word
  }
}

/** A program's name; `null` where it is in a folder that any account may fill, or is no program. */
function programOf(word: string | undefined): string | null {
  const path = (word ?? '').replaceAll('\\', '/')
  const cut = path.lastIndexOf('/')
  if (cut >= 0 && !SYSTEM_FOLDER.test(path.slice(0, cut))) return null
  const name = nameOf(word)
  return name === '' || name.includes('=') || name === 'env' ? null : name
}

/** A program's name without its folder and Windows' endings. */
function nameOf(word: string | undefined): string {
  const path = (word ?? '').replaceAll('\\', '/')
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
}
