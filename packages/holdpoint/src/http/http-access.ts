/** What the HTTP API asks of access control; the composition root brings the real one. */
import type { Role } from '@holdpoint/core'

export interface HttpCaller {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly tenant: string
  readonly key: 'token' | 'sign-in'
}

export type HttpSignIn =
  | { readonly kind: 'signed-in'; readonly secret: string; readonly name: string; readonly expiresAt: number | null }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }

export interface HttpAccess {
  authenticate(secret: string): Promise<HttpCaller | null>
  exchangeSignIn(code: string): Promise<HttpSignIn>
  lastSecondUse(keyId: string): Promise<number | null>
  revokeToken(token: { readonly id: string; readonly tenant: string; readonly by: string }): Promise<boolean>
}
