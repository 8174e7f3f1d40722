/** Who stands behind a request: what a valid key says of its holder, and nothing that the request says of itself. */
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
