/**
 * From a secret to its holder. The secret is hashed before anything is looked up, and is neither stored nor logged.
 * Unknown, revoked and expired keys are all the same `null`: a refusal does not say which it was.
 */
import type { TokenRow } from '@holdpoint/core'
import type { AccessOptions } from './access-options.ts'
import type { KeyHolder, ConfigToken } from './key-holder.ts'
import { timingSafeEqual } from 'node:crypto'

/** Ids of browser keys start with this. Key ids are made here, never chosen by a caller, so no token can claim to be a page. */
export const SIGN_IN_ID_PREFIX = 'sign-in_'

/** Longer than any secret of ours: a caller cannot make us hash megabytes. */
const LONGEST_SECRET = 512

export async function authenticate(options: AccessOptions, secret: string): Promise<KeyHolder | null> {
  if (secret.length === 0 || secret.length > LONGEST_SECRET) return null
  const hash = options.sha256(secret)
  const configured = findConfigured(options.configTokens, hash)
  if (configured !== null) return fromConfig(configured, options.tenant)
  const row = await options.store.tokens.findByHash(hash)
  if (row === null || !equalHashes(row.sha256, hash) || row.revokedAt !== null) return null
  if (row.expiresAt !== null && (await options.store.now()) >= row.expiresAt) return null
  return fromRow(row)
}

/** Every token is compared, found or not, so the position in the list does not show in the time. */
function findConfigured(tokens: readonly ConfigToken[], hash: string): ConfigToken | null {
  let found: ConfigToken | null = null
  for (const token of tokens) {
    if (equalHashes(token.sha256, hash)) found ??= token
  }
  return found
}

function fromConfig(token: ConfigToken, tenant: string): KeyHolder {
  return {
    id: `config:${token.name}`,
    name: token.name,
    role: token.role,
    tenant: token.tenant ?? tenant,
    relaysAPerson: token.relaysAPerson ?? false,
    key: 'token',
  }
}

function fromRow(row: TokenRow): KeyHolder {
  const { id, name, role, tenant, relaysAPerson } = row
  return { id, name, role, tenant, relaysAPerson, key: id.startsWith(SIGN_IN_ID_PREFIX) ? 'sign-in' : 'token' }
}

/** Compares two hashes in constant time, so that how long a refusal takes says nothing about how close a guess came. */
function equalHashes(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left.toLowerCase(), 'utf8')
  const rightBytes = Buffer.from(right.toLowerCase(), 'utf8')
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}
