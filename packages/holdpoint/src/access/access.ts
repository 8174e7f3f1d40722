/**
 * Who a caller is: the holder of a token, or a browser signed in by a one-time link. What a caller may do is decided by
 * the surface that the call came through. Roles never widen here, and nothing here decides a hold.
 */
import { timingSafeEqual } from 'node:crypto'
import { isInForce } from '@holdpoint/core'
import type { TokenRow } from '@holdpoint/core'
import type { AccessOptions } from './access-options.ts'
import type { ConfigToken, KeyHolder } from './key-holder.ts'
import { SIGN_IN_ID_PREFIX, createSignIns } from './sign-in.ts'
import type { MintedSignIn, SignInExchange } from './sign-in.ts'
import { createToken, revokeToken } from './tokens.ts'
import type { TokenCreation, TokenRequest } from './tokens.ts'

export interface Access {
  authenticate(secret: string): Promise<KeyHolder | null>
  createToken(request: TokenRequest): Promise<TokenCreation>
  revokeToken(token: { readonly id: string; readonly tenant: string; readonly by: string }): Promise<boolean>
  /** `null`: of every tenant. */
  listTokens(tenant: string | null): Promise<readonly TokenRow[]>
  mintSignIn(path: string): Promise<MintedSignIn>
  exchangeSignIn(code: string): Promise<SignInExchange>
  /** When the link behind this browser key was last tried a second time, or `null`. */
  lastSecondUse(keyId: string): Promise<number | null>
}

export function createAccess(options: AccessOptions): Access {
  const signIns = createSignIns(options)
  return {
    authenticate: (secret) => authenticate(options, secret),
    createToken: (request) => createToken(options, request),
    revokeToken: (token) => revokeToken(options, token),
    listTokens: (tenant) => options.store.tokens.list(tenant),
    mintSignIn: (path) => signIns.mint(path),
    exchangeSignIn: (code) => signIns.exchange(code),
    lastSecondUse: (keyId) => signIns.lastSecondUse(keyId),
  }
}

/** Longer than any secret of ours: a caller cannot make us hash megabytes. */
const LONGEST_SECRET = 512

/**
 * From a secret to its holder. The secret is hashed before anything is looked up, and is neither stored nor logged.
 * Unknown, revoked and expired keys are all the same `null`: a refusal does not say which it was.
 */
async function authenticate(options: AccessOptions, secret: string): Promise<KeyHolder | null> {
  if (secret.length === 0 || secret.length > LONGEST_SECRET) return null
  const hash = options.sha256(secret)
  const configured = findConfigured(options.configTokens, hash)
  if (configured !== null) return fromConfig(configured, options.tenant)
  const row = await options.store.tokens.findByHash(hash)
  if (row === null || !equalHashes(row.sha256, hash)) return null
  // Asking for the time reads the store, with every request: a token without an end is in force at any time.
  return isInForce(row, row.expiresAt === null ? 0 : await options.store.now()) ? fromRow(row) : null
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
