/**
 * The scope that a yes may open beside its call: the same tool in the same folder, repository or table, for the rest of
 * the session. It opens by the one answer that says so, and is a grant like any other: listed, revoked, judged at each
 * use. Where several people have to agree, no one of them can open it.
 */
import type { Ruling } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'
import { whyNotGrantable } from './why-not-grantable.ts'

/** A session that never ends is asked again the next day. */
export const LONGEST_SCOPE_MS = 86_400_000
const SINGLE = /^([a-z]+) ("(?:[^"\\]|\\.)*")$/
/** Several arguments that all stay in one place, as of a move inside a project. */
const SAME_PLACE = /^\S+ (folder|project) ("(?:[^"\\]|\\.)*")(?:, \S+ \1 \2)+$/
/** A name that needs no quotes; any other could go on in our own words. */
const PLAIN = /^[\p{L}\p{N}_./\\:~@+-]+$/u

const SCOPES = { folder: 'scopeFolder', project: 'scopeProject', other: 'scopeOther' } as const

/** The scope that an approval under this ruling may open; `null`: the call stays alone. */
export function openedScope(ruling: Ruling): string | null {
  return whyNotGrantable(ruling) === null ? ruling.scope : null
}

interface NamedScope {
  /** Where the tool is allowed then: with any arguments, or in what `name` says. */
  readonly kind: 'tool' | 'folder' | 'project' | 'other'
  readonly name: string
}

/** `in the project /home/me/shop`: where a grant of this scope holds, with characters as they are. */
export function scopeWords(scope: string): string {
  const { kind, name } = readScope(scope)
  // What a relative path has for its folder.
  if (kind === 'folder' && name === '.') return say('scopeStartFolder')
  return kind === 'tool' ? say('scopeTool') : say(SCOPES[kind], { name })
}

function readScope(scope: string): NamedScope {
  const [, label = '', quoted = ''] = SINGLE.exec(scope) ?? SAME_PLACE.exec(scope) ?? []
  if (label === 'tool') return { kind: label, name: '' }
  if (label === 'folder' || label === 'project') return { kind: label, name: bare(quoted) }
  return { kind: 'other', name: scope }
}

function bare(quoted: string): string {
  const value = JSON.parse(quoted) as string
  return PLAIN.test(value) ? value : quoted
}
