/**
 * What access needs from outside: the store, the configuration's tokens, and the sources of time, chance and hashes.
 */
import type { PeopleConfig, Sha256, Store } from '@holdpoint/core'
import type { ConfigToken } from './key-holder.ts'

export interface AccessOptions {
  readonly store: Store
  readonly configTokens: readonly ConfigToken[]
  /** Which identities belong to which person, by the configuration. */
  readonly configPeople: PeopleConfig
  /** Milliseconds; only counts failed attempts. Whether a key has expired is asked of the store's clock. */
  readonly now: () => number
  /** 256 random bits, as text that needs no escaping in a header or a fragment. */
  readonly randomSecret: () => string
  readonly sha256: Sha256
  /** The operating system's account that runs this process. */
  readonly account: string
  /** The tenant of sign-ins and of tokens that name none. */
  readonly tenant: string
}
