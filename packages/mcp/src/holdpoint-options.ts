/** What an author says once for a server, and what is taken where nothing is said. */
import type { Store } from '@holdpoint/core'

export interface HoldpointOptions {
  /** The server's name, as people read it in every question. */
  readonly server: string
  /**
   * Where open questions are kept. `memory` (default): with the process they end, and the call is asked anew. `sqlite`: in `$HOLDPOINT_HOME`, where
   * `holdpoint inbox`, `list` and `approve` see them too. A file: the same, elsewhere; keep it in a folder of its own.
   */
  readonly store?: 'memory' | 'sqlite' | { readonly file: string } | Store
  /** A `holdpoint serve` that asks instead of this process. Without a connection to it nothing runs. */
  readonly remote?: RemoteService
  /**
   * The page that a link leads to where the client cannot ask: in this process, on loopback, bound with the first question. `false`: there is none, and what
   * the client cannot ask waits for another surface of the same store.
   */
  readonly page?: boolean | { readonly port: number }
  /** Whether agents are to say why they call a confirmed tool. Default `off`. */
  readonly rationale?: 'required' | 'advertised' | 'off'
  /** `balanced` (default): a person may allow a tool of medium risk for the session. `strict`: each call is asked. */
  readonly profile?: 'balanced' | 'strict'
  /** How long an approved call waits before it runs, so that it can be taken back. Default: not at all, and five seconds for what is irreversible and was approved on the page. */
  readonly undoWindowMs?: number
  /** How long a call waits for a person, in milliseconds. Default: as long as the client is known to wait. */
  readonly waitMs?: number
  /**
   * The public key of a gateway in front of this server, as `holdpoint key` prints it: what a person approved there is not asked again. A `wrap` or `serve` that
   * starts the server hands over its own by itself.
   */
  readonly gateway?: { readonly key: string; readonly server: string }
  /** A markdown text for agents, read before any write: served as `mcp://{server}/cheatsheet`. */
  readonly cheatsheet?: string | (() => Promise<string>)
  /** Draws the card in clients that draw views of servers. Default: yes. */
  readonly card?: boolean
  /** Offers agents `submit_feedback`. Default: no. */
  readonly feedback?: boolean
  /**
   * Who calls over HTTP, where the author knows: what one person permits or approves never counts for another. Default: whoever presents the same credential to the same
   * client. Where credentials are renewed while a person decides, name the person here, or the call is asked anew.
   */
  readonly callerOf?: CallerOf
  /** What time it is, in milliseconds since 1970; for tests. */
  readonly now?: () => number
  /** Told what goes on behind the scenes, a line each. Default: standard error. */
  readonly log?: (message: string) => void
}

export interface RemoteService {
  readonly url: string
  /** Of an agent: `holdpoint token create --role agent`. */
  readonly token: string
  /** The service's public key (`holdpoint key`): claims without a receipt of that key run nothing. `null`: receipts are not checked. */
  readonly key?: string | null
}

/** `authInfo` and `request` as the transport of the SDK hands them over. */
export type CallerOf = (about: {
  readonly authInfo?: { readonly [name: string]: unknown } | undefined
  readonly request?: unknown
}) => string
