/**
 * The Store port: what the system asks of a database. Implementations live in `@holdpoint/store`; one contract suite
 * runs against each. A change to a hold and its audit record are one transaction, or nothing happened.
 *
 * It refuses to decide anything: steps are pure functions that come from the domain, and the store runs them on the
 * current row at database time.
 */
import type { KeptHead, SignedHead } from '../audit/head.ts'
import type { AuditRecord, Checkpoint, RecordDraft, RecordKind } from '../audit/record.ts'
import type { Grant } from '../grant/grant.ts'
import type { Feedback, FeedbackSeverity, StoredFeedback } from '../feedback/feedback.ts'
import type { Delivery, Place, PlannedDelivery } from '../delivery/delivery.ts'
import type { Hold, HoldState } from '../hold/hold.ts'
import type { ListedHold } from '../hold/listed-hold.ts'
import type { Lease, Leases } from '../lease/lease.ts'
import type { Risk } from '../policy/ruling.ts'

export interface Store {
  readonly holds: HoldStore
  readonly grants: GrantStore
  readonly audit: AuditLog
  readonly leases: LeaseStore
  readonly settings: SettingStore
  readonly tokens: TokenStore
  readonly feedback: FeedbackStore
  readonly deliveries: DeliveryStore
  readonly continuity: Continuity
  /** Calls the listener soon after any process changed a hold or a setting (tens of milliseconds at worst). */
  watch(listener: (change: StoreChange) => void): () => void
  /** Store time in milliseconds: runs neither backwards nor stands still, whatever the machine's clock does. */
  now(): Promise<number>
  close(): Promise<void>
}

/** `hold` is `null` for a change of settings or tokens. */
export interface StoreChange {
  readonly hold: string | null
  readonly sequence: number
}

/**
 * What a step wants done with the row it was shown.
 * `before`: a moment that must still lie ahead on database time when the row is written, else nothing is written.
 */
export type Step<R> =
  | {
      readonly do: 'write'
      readonly hold: Hold
      readonly record: RecordDraft
      readonly before: number | null
      /** Stored with the hold, or not at all: a standing answer that came with the verdict. */
      readonly grant?: GrantChange
      /**
       * Looks at what stands, and changes it with the hold or not at all: a permission whose approval is taken back.
       */
      readonly standing?: { readonly query: GrantQuery; readonly change: (grant: Grant) => GrantChange | null }
      /** Counted in the same transaction: without room for it a new hold is not written, and this is the answer. */
      readonly room?: HoldRoom & { readonly refused: (full: FullRoom) => R }
      readonly answer: R
    }
  | { readonly do: 'keep'; readonly answer: R }
  /** Writes only an audit record (a refused decision, say). */
  | { readonly do: 'record'; readonly record: RecordDraft; readonly answer: R }

/** How many bytes the open holds (`pending`, `approved`, `dispatching`) of one principal and of one tenant may take. */
export interface HoldRoom {
  readonly ofPrincipal: number
  readonly ofTenant: number
}

export interface FullRoom {
  readonly whose: 'principal' | 'tenant'
  /** What this hold takes, and what the open ones take already. */
  readonly bytes: number
  readonly taken: number
}

export interface GrantChange {
  readonly grant: Grant
  readonly record: RecordDraft
}

export type HoldStep<R> = (hold: Hold | null, now: number, leases: Leases) => Step<R>

export interface HoldStore {
  get(id: string): Promise<Hold | null>
  /** As lists carry it: however large it is, reading it costs little. */
  look(id: string): Promise<ListedHold | null>
  /**
   * Runs `step` on the row as it is, inside the transaction, with the leases in force at that moment. The step may run
   * again if the row changed meanwhile.
   */
  change<R>(id: string, step: HoldStep<R>): Promise<R>
  /** Like `change` for the newest hold with this key; a written hold whose id is new is inserted. */
  changeNewest<R>(key: string, step: HoldStep<R>): Promise<R>
  list(query: HoldQuery): Promise<HoldPage>
  /** Holds in a state, oldest first, at most `limit`: for sweeping and for owners that look after their own. */
  inState(state: HoldState, limit: number): Promise<readonly ListedHold[]>
  /** The same of one session: what we ask ourselves stands in a session of its own. */
  inSession(session: string, state: HoldState, limit: number): Promise<readonly ListedHold[]>
  /** Pending holds past `decideBy` and approved ones past `executeBy`, on database time, at most `limit`. */
  overdue(limit: number): Promise<readonly ListedHold[]>
  /** Counts for limits: open questions of one client, refusals of one tool in one session. */
  count(query: HoldCount): Promise<number>
}

export interface HoldQuery {
  readonly tenant: string | null
  /** `decided`: one of `DECIDED_STATES`. */
  readonly state: HoldState | 'decided' | null
  readonly server: string | null
  readonly tool: string | null
  readonly risk: Risk | null
  /** Words looked for in tool, server, summary, arguments. */
  readonly text: string | null
  readonly limit: number
  /** From the page before; opaque. */
  readonly cursor: string | null
}

export interface HoldPage {
  /** Newest first. Fewer than `limit` where together they would be too many bytes for one page. */
  readonly holds: readonly ListedHold[]
  readonly nextCursor: string | null
}

export interface HoldCount {
  readonly tenant: string
  readonly principal: string
  readonly client: string | null
  readonly session: string | null
  /** Every session whose name begins so. */
  readonly sessionsUnder?: string
  readonly tool: string | null
  readonly serverIdentity: string | null
  readonly states: readonly HoldState[]
  readonly since: number
}

/** Standing answers. Steps run inside the transaction, as those of holds do. */
export interface GrantStore {
  get(id: string): Promise<Grant | null>
  /** Newest first, at most `limit`. */
  list(tenant: string | null, limit: number): Promise<readonly Grant[]>
  /** What stands for this requester, tool and definition at the moment: neither revoked nor expired. */
  standing(query: GrantQuery): Promise<readonly Grant[]>
  add<R>(step: (now: number) => GrantStep<R>): Promise<R>
  /** Runs `step` on what stands, and writes what it counted: uses of one grant never overlap. */
  use<R>(query: GrantQuery, step: (standing: readonly Grant[], now: number) => GrantStep<R>): Promise<R>
  change<R>(id: string, step: (grant: Grant | null, now: number) => GrantStep<R>): Promise<R>
}

export type GrantStep<R> =
  | { readonly do: 'write'; readonly grant: Grant; readonly record: RecordDraft; readonly answer: R }
  | { readonly do: 'keep'; readonly answer: R }

export interface GrantQuery {
  readonly tenant: string
  readonly principal: string
  readonly serverIdentity: string
  readonly tool: string
  readonly definitionHash: string
  /** Of this session, or of none in particular. */
  readonly session: string
}

/** Told once what became of a record, by one of the two. */
export interface RecordReceipt {
  /** `null`: it survives the death of this process. A problem: the store has given it back. */
  settled(problem: unknown): void
  /** The store holds it in memory, and writes it by itself as soon as it can. */
  retained(problem: unknown): void
}

export interface AuditLog {
  /** Resolves once the record survives the death of this process; the log may show it to others a moment later. */
  append(record: RecordDraft): Promise<void>
  /** The same without a promise, for the way of every call. The receipt may be told at once. */
  appendFor(record: RecordDraft, receipt: RecordReceipt): void
  read(query: AuditQuery): Promise<AuditPage>
  /** Records of some kinds. Each page looks through a bounded part of the log: it may be empty and still lead on. */
  browse(query: AuditBrowse): Promise<BrowsedPage>
  /** Walks every chain from its first record, in batches, for verification and export: each in its own order. */
  walk(cursor: string | null, limit: number): Promise<AuditPage>
  checkpoints(): Promise<readonly Checkpoint[]>
  /** Writes a checkpoint over what is committed now. */
  checkpoint(): Promise<Checkpoint>
}

export interface AuditQuery {
  readonly tenant: string | null
  readonly since: number | null
  readonly server: string | null
  readonly tool: string | null
  readonly hold: string | null
  readonly limit: number
  readonly cursor: string | null
}

export interface AuditPage {
  /** Oldest first; of what several writers wrote at one moment, in an order that does not change. */
  readonly records: readonly AuditRecord[]
  readonly nextCursor: string | null
}

export interface AuditBrowse {
  readonly tenant: string | null
  readonly since: number | null
  readonly kinds: readonly RecordKind[]
  readonly server: string | null
  readonly risk: Risk | null
  readonly order: 'newest-first' | 'oldest-first'
  readonly limit: number
  /** From a page in the same order; opaque. */
  readonly cursor: string | null
}

export interface BrowsedPage extends AuditPage {
  /** As `cursor` it gives this very page again, whatever was appended since. */
  readonly pageCursor: string
}

/** Rights that end by themselves, on database time. They leave no record: they decide nothing about a call. */
export interface LeaseStore {
  /**
   * Takes a free lease, with a fence higher than any before; a lease that this holder has in force goes on under its
   * fence. `null`: another holds it.
   */
  take(name: string, holder: string, forMs: number): Promise<Lease | null>
  /** Gives it back, if it is still in force under this fence. */
  release(lease: Lease): Promise<void>
  inForce(): Promise<{ readonly now: number; readonly leases: Leases }>
}

/** Small facts shared by all processes of one home: pause, accepted definitions, presence, links used. */
export interface SettingStore {
  get(key: string): Promise<string | null>
  /** All settings whose key starts with the prefix. */
  under(prefix: string): Promise<readonly { readonly key: string; readonly value: string }[]>
  /** Writes (or, with `null`, removes) together with an audit record where one is due. */
  put(key: string, value: string | null, record: RecordDraft | null): Promise<void>
  /** Writes only if the stored value is still `expected` (`null`: absent). Answers whether it did. */
  swap(key: string, expected: string | null, value: string | null, record: RecordDraft | null): Promise<boolean>
}

export type Role = 'viewer' | 'agent' | 'approver' | 'admin'

export interface TokenRow {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly tenant: string
  /** SHA-256 of the secret, hex. The secret itself is never stored. */
  readonly sha256: string
  readonly relaysAPerson: boolean
  /** Whom it was made for; `null`: no person in particular. */
  readonly person: string | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

export interface TokenStore {
  add(token: TokenRow, record: RecordDraft): Promise<void>
  findByHash(sha256: string): Promise<TokenRow | null>
  list(tenant: string | null): Promise<readonly TokenRow[]>
  revoke(id: string, at: number, record: RecordDraft): Promise<boolean>
}

export interface FeedbackStore {
  /** Writes it with its record, unless the principal has given as much as it may; then nothing is written. */
  add(feedback: Feedback, record: RecordDraft, limit: FeedbackLimit): Promise<FeedbackAddition>
  list(query: FeedbackQuery): Promise<FeedbackPage>
}

/** At most so many entries of one principal within so many milliseconds of database time. */
export interface FeedbackLimit {
  readonly most: number
  readonly withinMs: number
}

export type FeedbackAddition =
  | { readonly kind: 'added'; readonly at: number }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }

export interface FeedbackQuery {
  readonly tenant: string | null
  readonly since: number | null
  readonly severity: FeedbackSeverity | null
  readonly limit: number
  /** From the page before; opaque. */
  readonly cursor: string | null
}

export interface FeedbackPage {
  /** Newest first. */
  readonly feedback: readonly StoredFeedback[]
  readonly nextCursor: string | null
}

/** How many questions stand open for one reader at most. A question in several of the places counts once. */
export interface DeliveryLimit {
  readonly mostOpen: number
  /** The places that one reader has, that of the planned one among them. */
  readonly places: (planned: PlannedDelivery) => readonly { readonly channel: string; readonly place: Place }[]
}

/** Questions in chats, and what is to be done about them: any process that has the channel open does what is due. */
export interface DeliveryStore {
  /**
   * Stores those whose hold has none yet in that place of that channel, each with a code of its own, and answers them.
   * `drawCode` is given the codes that are taken there, or were lately: a late reply names no other hold. Where so many
   * other pending holds stand already, none is stored.
   */
  plan(
    wanted: readonly PlannedDelivery[],
    drawCode: (taken: readonly string[]) => string,
    limit?: DeliveryLimit,
  ): Promise<readonly Delivery[]>
  /**
   * Leases jobs that are due, the longest due first, on database time; also those whose lease lapsed. A message that no
   * longer shows its hold as it stands is due at once: it needs no planning, and no change of a hold is missed. What
   * may stand there twice already is given up instead, with its record, and not answered.
   */
  takeDue(request: DueRequest): Promise<readonly Delivery[]>
  /** Runs `step` on the row as it is, inside the transaction. */
  change<R>(id: string, step: (delivery: Delivery | null, now: number) => DeliveryStep<R>): Promise<R>
  byButton(button: string): Promise<PressedDelivery | null>
  /** The newest with this code in that place, whatever became of it. */
  byCode(channel: string, place: Place, code: string): Promise<Delivery | null>
  /** What a reply there may mean: each of a pending hold, and perhaps shown there. Oldest first. */
  openIn(channel: string, place: Place): Promise<readonly Delivery[]>
  /** Oldest first. */
  ofHolds(holds: readonly string[]): Promise<readonly Delivery[]>
  /** Of every tenant, newest first. */
  newest(limit: number): Promise<readonly Delivery[]>
  /** When a job of these channels is due next, or its lease lapses, or a message must be brought up to date; it may lie in the past. */
  nextDueAt(channels: readonly string[]): Promise<number | null>
  /**
   * Whether this is the first time within a day that any process was shown this event: a platform in doubt repeats it.
   */
  firstSeen(channel: string, event: string): Promise<boolean>
}

export interface DueRequest {
  /** `dedupes`: the platform shows one message, however often it is sent under one id. */
  readonly channels: readonly { readonly name: string; readonly dedupes: boolean }[]
  /** The process that takes them. */
  readonly by: string
  readonly leaseMs: number
  readonly limit: number
}

export type DeliveryStep<R> =
  | { readonly do: 'write'; readonly delivery: Delivery; readonly record: RecordDraft | null; readonly answer: R }
  | { readonly do: 'keep'; readonly answer: R }

export interface PressedDelivery {
  readonly delivery: Delivery
  readonly answer: keyof Delivery['buttons']
}

/**
 * Whether the database is still the one it was. A head outside it says how far the log had come; where the two do not
 * fit, what was approved is void and a notice stands until a person accepts it.
 */
export interface Continuity {
  /** The head over everything appended so far, written down where heads are kept. */
  head(): Promise<SignedHead>
  /** The newest heads that are kept outside the database and fit its key. */
  kept(): Promise<KeptHeads>
  /** What was noticed and no person has accepted, oldest first. */
  notices(): Promise<readonly StoreNotice[]>
  /** Accepts exactly these, as they were shown; answers those that still stood. */
  accept(notices: readonly StoreNotice[], record: RecordDraft): Promise<readonly StoreNotice[]>
  /** What does not work at the moment, in words: the head cannot be written, the witness does not answer. */
  problems(): readonly string[]
}

export interface KeptHeads {
  readonly heads: readonly KeptHead[]
  /** The head in the home; a missing one or a wrong signature shows that it was changed from outside. */
  readonly own: 'kept' | 'missing' | 'forged'
  /** The witness can be read and has nothing of this log: nothing was sent yet, or it is gone. */
  readonly witnessSilent: boolean
}

export interface StoreNotice {
  readonly kind: 'restored' | 'spool-lost' | 'clock-behind'
  readonly at: number
  readonly what: string
}
