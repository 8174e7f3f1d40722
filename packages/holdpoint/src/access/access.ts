/**
 * Who a caller is: the holder of a token, or a browser signed in by a one-time link. What a caller may do is decided by the
 * surface that the call came through. Roles never widen here, and nothing here decides a hold.
 */
import type { TokenRow } from '@holdpoint/core'
import type { AccessOptions } from './access-options.ts'
import { authenticate } from './authenticate.ts'
import type { KeyHolder } from './key-holder.ts'
import { createSignIns } from './sign-in.ts'
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
