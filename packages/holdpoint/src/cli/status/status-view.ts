/** What `holdpoint status` knows, as `--json` prints it: what waits, what is in front of what, who can be reached, is the gate on. */
import type { GateStatus, Risk } from '@holdpoint/core'

export interface StatusView {
  readonly gate: GateState
  readonly store: StoreState
  /** `null`: the store cannot be read. */
  readonly waiting: WaitingState | null
  readonly servers: readonly ServerState[]
  readonly hosts: readonly HostState[]
  readonly reach: ReachState
}

export interface GateState extends GateStatus {
  readonly profile: string
  /** `null`: the built-in defaults. */
  readonly config_file: string | null
  /** With these nothing starts. */
  readonly problems: readonly string[]
  readonly tenants_off: readonly string[]
  /** Changes of the policy, of tools and of cheatsheets that a person has to accept. */
  readonly changes_waiting: number
}

export interface StoreState {
  readonly state: 'fine' | 'attention' | 'unreachable'
  readonly store: string
  readonly notices: readonly string[]
}

export interface WaitingState {
  readonly pending: number
  /** Their outcome got lost: a person has to look. */
  readonly unknown: number
  /** There are more than were counted. */
  readonly more: boolean
  /** Oldest first. */
  readonly calls: readonly WaitingCallState[]
}

export interface WaitingCallState {
  readonly id: string
  readonly title: string
  readonly risk: Risk
  readonly server: string
  readonly tool: string
  readonly principal: string
  readonly waits_ms: number
}

export interface ServerState {
  readonly name: string
  readonly configured: boolean
  /** Why it cannot be started from here; `null`: nothing is known against it. */
  readonly problem: string | null
  readonly tools: number
  /** So many of them may ask. */
  readonly asking: number
  readonly changed: number
}

/** A file of a host, as it is now. */
export interface HostState {
  readonly host: string
  readonly file: string
  /** `null`: the file cannot be read. */
  readonly servers: readonly { readonly name: string; readonly behind_holdpoint: boolean }[] | null
}

export interface ReachState {
  /** Of the page that is served now; `null`: it is served when something waits. */
  readonly page: string | null
  readonly inboxes: number
  readonly terminals: number
  /** A browser can be opened here. */
  readonly desktop: boolean
  readonly channels: readonly { readonly name: string; readonly state: string; readonly problem: string | null }[]
}
