/** The holder of a valid key. All of it comes from the key; nothing comes from the request. */
import type { Role } from '@holdpoint/core'

export interface KeyHolder {
  /** The key's id, never its secret. */
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly tenant: string
  /** The holder is trusted to pass on what a person answered (an MCP host with a person in front of it). */
  readonly relaysAPerson: boolean
  readonly key: 'token' | 'sign-in'
}

/** A token written into the configuration: only its hash stands there. */
export interface ConfigToken {
  readonly name: string
  readonly role: Role
  readonly sha256: string
  readonly tenant?: string | undefined
  readonly relaysAPerson?: boolean | undefined
}
