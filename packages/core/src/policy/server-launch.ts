/**
 * Which public program a server's command line or address starts, as one key: `npm:…`, `python:…`, `image:…`, `program:…`
 * or the address itself. Only the program's own place on the line counts: a name further on is an argument, and
 * `node evil.js @vendor/server` is not the vendor's server. A form that is not known, an option that may change where a
 * package comes from, an alias (`name@npm:other`) give no key, and then nothing is recognised.
 */
import type { ServerIdentity } from '../call/call.ts'

const WORD = /"(?:[^"\\]|\\.)*"|\S+/g
const ASSIGNMENT = /^[A-Za-z_]\w*=/

const NPM_NAME = /^((?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*)(?:@[\w.^~*+-]+)?$/
const PYTHON_NAME = /^([A-Za-z0-9][\w.-]*)(?:\[[\w,-]+\])?(?:(?:@|==)[\w.*+!-]+)?$/
const IMAGE_NAME = /^((?:[a-z0-9.-]+(?::\d+)?\/)?[a-z0-9._/-]+?)(?::[\w.-]+)?(?:@sha256:[0-9a-f]{64})?$/

/** Options of the runners that take nothing and change nothing about where the package comes from. */
const PLAIN_OPTIONS: ReadonlySet<string> = new Set(['-y', '--yes', '-q', '--quiet', '--silent', '--refresh', '--'])
const PLAIN_NODE_OPTIONS = /^--(?:no-warnings|no-deprecation|enable-source-maps|max-old-space-size=\d+)$/

const CONTAINER_FLAGS = /^(?:-[itd]+|--(?:rm|interactive|tty|init|detach|read-only|privileged))$/
const CONTAINER_OPTIONS =
  /^(?:-[evpwul]|--(?:env|env-file|volume|mount|name|network|net|publish|workdir|user|label|platform|pull|add-host|memory|cpus|hostname))$/

/** `null`: nothing that could be recognised. */
export function launchOf(server: ServerIdentity): string | null {
  if (server.transport === 'http') return addressKey(server.display)
  const words = (server.display.match(WORD) ?? []).map(unquoted)
  if (/^cmd$/i.test(nameOf(words[0])) && /^\/c$/i.test(words[1] ?? '')) words.splice(0, 2)
  if (nameOf(words[0]) === 'env') words.shift()
  while (ASSIGNMENT.test(words[0] ?? '')) words.shift()
  const runner = nameOf(words[0])
  const rest = words.slice(1)
  if (/^(?:npx|bunx|pnpx)$/.test(runner)) return npmKey(rest)
  if (/^(?:npm|pnpm|yarn|bun)$/.test(runner) && /^(?:exec|x|dlx)$/.test(rest[0] ?? '')) return npmKey(rest.slice(1))
  if (runner === 'uvx') return pythonKey(rest)
  if (runner === 'uv' && rest[0] === 'tool' && rest[1] === 'run') return pythonKey(rest.slice(2))
  if (runner === 'pipx' && rest[0] === 'run') return pythonKey(rest.slice(1))
  if (/^python(?:3(?:\.\d+)?)?$/.test(runner)) return rest[0] === '-m' ? pythonKey(rest.slice(1)) : null
  if (runner === 'docker' || runner === 'podman') return imageKey(rest)
  // `--import` and its like run other code in the same process, so a line with one is not the package alone.
  if (runner === 'node' || runner === 'bun')
    return installedKey(rest.find((word) => !PLAIN_NODE_OPTIONS.test(word)) ?? '')
  return installedKey(words[0] ?? '') ?? (runner === '' ? null : `program:${runner}`)
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

/** The image of `docker run`. What an option unknown here takes is not guessed at: its value might pass for the image. */
function imageKey([command, ...words]: readonly string[]): string | null {
  if (command !== 'run') return null
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (CONTAINER_FLAGS.test(word)) continue
    if (CONTAINER_OPTIONS.test(word)) index++
    else if (word.startsWith('-')) {
      if (!/^--[a-z-]+=/.test(word) || word.startsWith('--entrypoint')) return null
    } else {
      const name = IMAGE_NAME.exec(word)?.[1]
      return name === undefined ? null : `image:${name.replace(/^docker\.io\/(?:library\/)?/, '')}`
    }
  }
  return null
}

/** A script or command inside `node_modules`. The innermost one counts. */
function installedKey(path: string): string | null {
  const inside = /^(?:.*\/)?node_modules\/(.+)$/.exec(path.replaceAll('\\', '/'))?.[1]
  if (inside === undefined || /(?:^|\/)\.\.(?:\/|$)/.test(inside)) return null
  const name = /^((?:@[^/]+\/)?[^/]+)\//.exec(inside)?.[1]
  return name === undefined || name === '.bin' ? null : `npm:${name}`
}

/** Only https at its usual port: over plain http anybody on the way may answer in the vendor's name. */
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

/** A program's name without its folder and Windows' endings. */
function nameOf(word: string | undefined): string {
  const path = (word ?? '').replaceAll('\\', '/')
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
}
