/**
 * Makes, lists and revokes tokens. The secret leaves once, in the answer; the store keeps its hash.
 * It refuses names that look like a person at this machine's terminal.
 */
import { personKey, readPeople, recordDraft, say } from '@holdpoint/core'
import type { Role, TokenRow } from '@holdpoint/core'
import type { AccessOptions } from './access-options.ts'

export interface TokenRequest {
  readonly name: string
  readonly role: Role
  /** `null`: the tenant of this home. */
  readonly tenant: string | null
  readonly relaysAPerson: boolean
  /** The person it is for; `null`: no particular one. */
  readonly person: string | null
  /** `null`: until revoked. */
  readonly expiresInMs: number | null
  /** Who makes it, for the audit. */
  readonly by: string
}

export type TokenCreation =
  | { readonly kind: 'created'; readonly secret: string; readonly row: TokenRow }
  | { readonly kind: 'refused'; readonly message: string }

const SECRET_PREFIX = 'hp_'
/** Blanks stand between words only: a name that ends in one reads like another. */
const NAME = /^(?!.* {2})[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._@+/-]{0,62}[\p{L}\p{M}\p{N}._@+/-])?$/u

export async function createToken(options: AccessOptions, request: TokenRequest): Promise<TokenCreation> {
  if (!NAME.test(request.name)) {
    const message = 'A token needs a name of 1 to 64 letters, digits, spaces or . _ @ + / -, such as "ops-laptop".'
    return { kind: 'refused', message }
  }
  if (request.expiresInMs !== null && !(request.expiresInMs > 0)) {
    return { kind: 'refused', message: 'A token must expire in the future, or never.' }
  }
  const otherwise =
    request.person === null
      ? null
      : await mappedOtherwise(options, request.name, request.person, request.tenant ?? options.tenant)
  if (otherwise !== null) return { kind: 'refused', message: otherwise }
  const tenant = request.tenant ?? options.tenant
  const { secret, row } = await storeToken(options, { ...request, tenant, id: newId(options, 'token_') })
  return { kind: 'created', secret, row }
}

/** One identity is one person: a name that already belongs to another person is refused. */
async function mappedOtherwise(
  options: AccessOptions,
  name: string,
  person: string,
  tenant: string,
): Promise<string | null> {
  if (!NAME.test(person))
    return 'A person needs a name of 1 to 64 letters, digits, spaces or . _ @ + / -, such as "ana".'
  const source = { people: options.configPeople, tokens: options.configTokens }
  const known = (await readPeople(options.store, source)).personBehind(name, tenant)
  if (known === null || personKey(known) === personKey(person)) return null
  return `The token ${name} stands for ${known} already, not for ${person}.`
}

/** Also used for browser keys, whose names are ours. */
export async function storeToken(
  options: AccessOptions,
  request: Omit<TokenRequest, 'tenant'> & { readonly tenant: string; readonly id: string },
): Promise<{ readonly secret: string; readonly row: TokenRow }> {
  const secret = SECRET_PREFIX + options.randomSecret()
  const now = await options.store.now()
  const row: TokenRow = {
    id: request.id,
    name: request.name,
    role: request.role,
    tenant: request.tenant,
    sha256: options.sha256(secret),
    relaysAPerson: request.relaysAPerson,
    person: request.person,
    createdAt: now,
    expiresAt: request.expiresInMs === null ? null : now + request.expiresInMs,
    revokedAt: null,
  }
  const token = describeToken(row)
  const detail = row.relaysAPerson ? say('tokenRelaysAPerson', { token }) : token
  await options.store.tokens.add(
    row,
    recordDraft({ kind: 'token-created', tenant: row.tenant, actor: request.by, detail }),
  )
  return { secret, row }
}

const OF_ROLE = {
  agent: 'tokenOfAgent',
  viewer: 'tokenOfViewer',
  approver: 'tokenOfApprover',
  admin: 'tokenOfAdmin',
} as const satisfies { readonly [role in Role]: string }

function describeToken({ id, name, role }: TokenRow): string {
  return say(OF_ROLE[role], { id, name })
}

export function newId(options: AccessOptions, prefix: string): string {
  return prefix + options.randomSecret().slice(0, 16)
}

/** Answers whether there was a live token with this id. */
export async function revokeToken(
  options: AccessOptions,
  token: { readonly id: string; readonly tenant: string; readonly by: string },
): Promise<boolean> {
  const known = await options.store.tokens.list(token.tenant)
  const row = known.find((candidate) => candidate.id === token.id)
  if (row === undefined || row.revokedAt !== null) return false
  const record = recordDraft({
    kind: 'token-revoked',
    tenant: row.tenant,
    actor: token.by,
    detail: describeToken(row),
  })
  return await options.store.tokens.revoke(row.id, await options.store.now(), record)
}
