/**
 * One `tools/call`, as the rest of the system sees it: who asks, through which client, of which server, and the exact
 * arguments. It refuses to know wire eras or transports: each front builds this value once.
 */
import type { JsonObject } from '../json/json-value.ts'
import type { Risk } from '../policy/ruling.ts'
import type { CallProvenance } from './provenance.ts'

export interface Call {
  readonly tenant: string
  readonly principal: string
  readonly client: ClientIdentity
  /** One conversation of one client with one gateway. What a person allowed "for this session" ends with it. */
  readonly session: string
  readonly server: ServerIdentity
  readonly tool: string
  /** The arguments exactly as the client sent them (key order, number spelling), control parameters cut out. */
  readonly argumentsText: string
  /** The same arguments, parsed. For reading only: what is shown and sent is `argumentsText`. */
  readonly arguments: JsonObject
  /** SHA-256 over the JCS form of the arguments. It finds a hold; it never stands in for the bytes. */
  readonly digest: string
  /** The agent's own claim of why it calls. Never part of the digest, never forwarded. */
  readonly rationale: string | null
  /**
   * The word of the host counts as its person's: the host is on this account, or its key is marked so. Absent: stored
   * before it was kept.
   */
  readonly relaysAPerson?: boolean
  /**
   * What a framework calls this one call, with the scope in which that is unique (a thread, a run). Presented again it is the same
   * call, whatever became of it: no second question, no second run. Absent: the arguments alone tell which call it is.
   */
  readonly callId?: string
  /**
   * Whoever asked runs it, after a claim; no process of ours ever sends it. Absent: the gateway in front of its server
   * runs it.
   */
  readonly runBy?: 'requester'
  /** What the author of the tool demands beside the policy. It can only raise. */
  readonly demand?: CallDemand
  /** Where the call comes from, by the client's own word. It takes part in no key and decides nothing. */
  readonly provenance?: CallProvenance
  /** The `task` member beside the arguments, as sent: the client asks the server to run it as a task. */
  readonly taskText?: string
}

export interface CallDemand {
  readonly risk: Risk | null
  readonly irreversible: boolean
}

export interface ClientIdentity {
  readonly name: string
  readonly version: string
}

/**
 * Who the upstream is. `identity` hashes its name with command + args + cwd + env names, or the URL; `display` is shown
 * to people.
 */
/** How the identity of a bot behind the channel gate begins, which no server behind a gateway has. */
export const BOT_IDENTITY = 'bot/'

export interface ServerIdentity {
  readonly name: string
  readonly identity: string
  readonly display: string
  readonly transport: 'stdio' | 'http'
}

/** The annotations a server claims for its tool. Claims may raise a rating; they never beat a verb. */
export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A tool as its server defined it, with the hash that pins it. */
export interface ToolDefinition {
  readonly name: string
  readonly title: string | null
  readonly description: string | null
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | null
  readonly annotations: ToolAnnotations
  /** The server's picture for it, as a whole `data:` URL. No part of the hashes: it is drawn, and says nothing. */
  readonly icon?: string
  /** Hash over name, schemas and annotations: a change voids open approvals. */
  readonly hash: string
  /** Hash over title and description: a change voids what was shown before. */
  readonly textHash: string
}
