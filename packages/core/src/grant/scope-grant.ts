/**
 * What a yes to a call with a scope opens beside it: the same tool in the same folder, repository or table, for the rest of
 * the session. It is a grant like any other, so it is listed, can be revoked and is judged anew at each use; and it is said
 * in words before anybody says yes. Where several people have to agree, one yes opens nothing.
 */
import type { Hold } from '../hold/hold.ts'
import type { Verdict } from '../hold/verdict.ts'
import type { Ruling } from '../policy/ruling.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { givingClient } from './giving-client.ts'
import type { Grant } from './grant.ts'
import { say } from '../sentence/say.ts'

/** A session that never ends is asked again the next day. */
const A_DAY_MS = 86_400_000
const SINGLE = /^([a-z]+) ("(?:[^"\\]|\\.)*")$/
/** A name that needs no quotes; any other could go on in our own words. */
const PLAIN = /^[\p{L}\p{N}_./\\:~@+-]+$/u

const SCOPES = { folder: 'scopeFolder', project: 'scopeProject', other: 'scopeOther' } as const

/** The scope that an approval under this ruling opens; `null`: the call stays alone. */
export function openedScope({ scope, grantable, quorum }: Ruling): string | null {
  return grantable && quorum <= 1 ? scope : null
}

interface NamedScope {
  /** Where the tool is allowed then: with any arguments, or in what `name` says. */
  readonly kind: 'tool' | 'folder' | 'project' | 'other'
  readonly name: string
}

/** `in the project /home/me/shop`: where a grant of this scope holds, with characters as they are. */
export function scopeWords(scope: string): string {
  const { kind, name } = readScope(scope)
  return kind === 'tool' ? say('scopeTool') : say(SCOPES[kind], { name })
}

/** The sentence for whoever is asked; `null` where a yes is about this call alone. */
export function describeOpening(tool: string, ruling: Ruling): string | null {
  const scope = openedScope(ruling)
  return scope === null ? null : showInOneLine(say('opens', { tool, scope: scopeWords(scope) }))
}

/** The grant that comes with this approval; `null`: it settles nothing yet, opens nothing, or is for once. */
export function toScopeGrant(hold: Hold, { answer, by, via, assurance, at, once }: Verdict): Grant | null {
  const scope = openedScope(hold.ruling)
  if (scope === null || answer !== 'approve' || hold.state !== 'approved' || once === true) return null
  const { call } = hold
  return {
    // A hold is approved once, so its own name is enough.
    id: `${hold.id}-scope`,
    tenant: call.tenant,
    principal: call.principal,
    serverIdentity: call.server.identity,
    serverName: call.server.name,
    tool: call.tool,
    definitionHash: hold.definitionHash,
    definitionTextHash: hold.definitionTextHash,
    effect: 'allow',
    risk: hold.ruling.risk,
    session: call.session,
    ...givingClient({ effect: 'allow', assurance, call }),
    ...(hold.runAfter === null ? {} : { notBefore: hold.runAfter }),
    expiresAt: at + A_DAY_MS,
    condition: { kind: 'scope', scope },
    limits: { count: null, amount: null },
    used: { count: 0, amount: 0 },
    createdBy: by,
    via,
    assurance,
    createdAt: at,
    fromHold: hold.id,
    revokedAt: null,
    revokedBy: null,
  }
}

function readScope(scope: string): NamedScope {
  const [, label = '', quoted = ''] = SINGLE.exec(scope) ?? []
  if (label === 'tool') return { kind: label, name: '' }
  if (label === 'folder' || label === 'project') return { kind: label, name: bare(quoted) }
  return { kind: 'other', name: scope }
}

function bare(quoted: string): string {
  const value = JSON.parse(quoted) as string
  return PLAIN.test(value) ? value : quoted
}
