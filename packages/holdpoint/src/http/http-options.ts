/** What the HTTP API is made of. */
import type { CheckEdit, Hold, People, SeeProcess, ServerStanding, SignText, Store } from '@holdpoint/core'
import type { RequestedCalls } from '@holdpoint/gateway'
import type { LargeMessages } from '../transport/large-messages.ts'
import type { AuditFinding } from '../home/verify-audit.ts'
import type { ServedFile } from '../page/page-file.ts'
import type { AllowedHosts } from './host-and-origin.ts'
import type { Access } from '../access/access.ts'
import type { BucketSize } from './token-bucket.ts'
import type { TryRatings } from './try-ratings.ts'

export interface HttpOptions {
  readonly store: Store
  readonly access: Pick<Access, 'authenticate' | 'exchangeSignIn' | 'lastSecondUse' | 'revokeToken'>
  /** `none` lets every account of this machine read; deciding still takes a key. For loopback binds only. */
  readonly auth: 'tokens' | 'none'
  /** The tenant that readers without a key see under `auth: none`. */
  readonly tenant: string
  /** Asked per request: the port is known only once the server is bound. */
  readonly allowedHosts: () => AllowedHosts
  /** `languages`: what the browser asks for, its Accept-Language header. */
  readonly page: (path: string, languages: string | null) => ServedFile | null
  /** Walks the whole audit log; the key of its checkpoints is not ours to know. */
  readonly verifyAudit: () => Promise<AuditFinding>
  /** Why the gate lets everything pass, in a few words, or `null` while it holds. */
  readonly gateOff: () => string | null
  /** Judges the arguments that a person wants to put in place of the requested ones. */
  readonly checkEdit: CheckEdit
  /** The servers that a caller of this tenant may know of. */
  readonly listServers: (tenant: string) => Promise<readonly ServerOverview[]>
  /** What is in force for this tenant; `null`: it cannot be read. */
  readonly policyOverview: (tenant: string) => PolicyOverview | null
  /** What other ratings of tools would have changed. */
  readonly tryRatings: TryRatings
  /** The chats that people are asked in, with counts of this tenant. */
  readonly listChannels: (tenant: string) => Promise<readonly ChannelOverview[]>
  /** Whether the process that holds a call still runs. */
  readonly see: SeeProcess
  /** Which identities belong to which person, as it is now. */
  readonly people: () => Promise<People>
  /** Calls whose requester runs them itself; `null`: this process serves none. */
  readonly requests: RequestOptions | null
  /** For grants. */
  readonly newId: () => string
  /** How many event streams are open: a person may be looking. */
  readonly onWatchers: (count: number) => void
  readonly now: () => number
  readonly version: string
  /** Tells this home's service from another's: shown by `/healthz`. */
  readonly instance: string
  readonly limits: HttpLimits
  readonly log: (message: string, error: unknown) => void
}

export interface RequestOptions {
  readonly calls: RequestedCalls
  /** Signs receipts. */
  readonly sign: SignText
  /** Where a person decides this hold. */
  readonly link: (hold: Hold) => Promise<string>
  /** How people start this program, for commands that they are told. */
  readonly program: () => string
  /** Large bodies are read one after the other. */
  readonly large: LargeMessages
}

export interface PolicyOverview {
  /** `null`: the built-in defaults. */
  readonly file: string | null
  readonly profile: string
  /** `null`: as long as somebody can be reached. */
  readonly wait_ms: number | null
  readonly decide_within_ms: number
  readonly rules: readonly string[]
}

export interface ServerOverview {
  readonly name: string
  readonly identity: string
  /** How it is started or reached; `null` where no configuration tells. */
  readonly display: string | null
  readonly transport: string | null
  readonly configured: boolean
  /**
   * `idle`: it was seen before, and no process stands before it now; `unseen`: nobody has started it yet, or its tools
   * were never listed.
   */
  readonly state: ServerStanding | 'idle' | 'unseen'
  readonly since: string | null
  /** Why it failed, or cannot be started at all. */
  readonly problem: string | null
  readonly tools: readonly ServerToolView[]
}

export interface ServerToolView {
  readonly name: string
  readonly risk: string
  readonly rule: string
  readonly why: string
  readonly answer: string
  readonly asking: string
  readonly irreversible: boolean
  readonly depends: string | null
  readonly changed: boolean
}

/** A chat as one process finds it. */
export interface ChannelProcess {
  readonly state: 'connected' | 'connecting' | 'refused' | 'closed'
  /** One sentence with the next step; never a secret. */
  readonly problem: string | null
  /** `null`: no process has it open. */
  readonly since: string | null
}

export interface ChannelOverview extends ChannelProcess {
  readonly name: string
  readonly platform: string
  readonly last_connected: string | null
  /** Those that have it open, the one that stands above first. */
  readonly processes: readonly ChannelProcess[]
  readonly open_questions: number
  /** Of the last day. */
  readonly failed_deliveries: number
}

export interface HttpLimits {
  /** Of one caller, on any route of `/admin`. */
  readonly requests: BucketSize
  /** Of one caller: verdicts, resolutions, pause and resume. */
  readonly decisions: BucketSize
  /** Of one network address: keys that were wrong. */
  readonly failedAuthentications: BucketSize
  readonly streamsPerCaller: number
  /** Requests of one caller that wait for a person. */
  readonly waitsPerCaller: number
  readonly heartbeatMs: number
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  requests: { burst: 600, perSecond: 100 },
  decisions: { burst: 120, perSecond: 10 },
  failedAuthentications: { burst: 20, perSecond: 0.5 },
  streamsPerCaller: 16,
  waitsPerCaller: 64,
  heartbeatMs: 15_000,
}
