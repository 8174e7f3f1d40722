/**
 * An approval as one reader is shown it. What a recipe read from the server is shown only to readers who may decide;
 * other readers get the same hold without it.
 */
import {
  answersFor,
  approvedArguments,
  checkEligibility,
  contentLines,
  findLiveOwners,
  isDecidingRole,
  isWhole,
  peopleBehind,
  publicRefusal,
  toApprovalView,
  toDeliveryViews,
  withoutEntity,
} from '@holdpoint/core'
import type {
  ApprovalView,
  ContentLine,
  CoveredArguments,
  DeliveryView,
  GrantRequest,
  Hold,
  JsonObject,
  ListedHold,
  People,
  Preview,
  PublicRefusal,
  Role,
  LiveOwners,
  SeeProcess,
  Store,
  Verdict,
} from '@holdpoint/core'

export interface ShownApproval extends ApprovalView {
  /** Absent where a list leaves it out: then nothing is confirmed there. */
  readonly preview?: Preview
  /** The arguments as people read them, line by line, with what takes the place of what. Absent like the preview. */
  readonly content?: readonly ContentLine[]
  /** The arguments that will run, as the JSON text that is sent: an edit keeps the spelling of what it leaves alone. */
  readonly arguments_text?: string
  /** For which arguments a yes may stand, and how long any answer may: none where nothing may. */
  readonly grant_arguments?: readonly CoveredArguments[]
  readonly grant_lengths?: readonly GrantRequest['for'][]
  /** The same for a no. */
  readonly denial_arguments?: readonly CoveredArguments[]
  /** Whether the process that would run it still stands before its server. */
  readonly server_state: 'connected' | 'disconnected'
  /** Whether the agent stopped waiting before it was told anything: then an approval alone runs nothing. */
  readonly caller_left: boolean
  /** The tool's own schema, for showing and editing the arguments as a form; `null`: not known. */
  readonly input_schema: JsonObject | null
  /** What the agent said when it asked for the same again. Its claims, like `rationale`. */
  readonly later_rationales: readonly { readonly at: string; readonly rationale: string | null }[]
}

/** Who reads; `null`: a reader without a key. */
export type Reader = { readonly role: Role } | null

export function toShownApproval(hold: ListedHold, caller: Reader): ApprovalView {
  return toApprovalView(shownTo(hold, caller))
}

export function toApprovalDetail(hold: ListedHold, caller: Reader, standing: LiveOwners): ShownApproval {
  const shown = shownTo(hold, caller)
  return {
    ...toApprovalView(shown),
    ...(isWhole(shown)
      ? {
          preview: shown.preview,
          content: contentLines(shown.preview),
          arguments_text: approvedArguments(shown),
          ...standingAnswers(hold as Hold),
        }
      : {}),
    server_state: standing.reaches(hold) ? 'connected' : 'disconnected',
    caller_left: hold.callerLeft,
    input_schema: hold.inputSchemaText === null ? null : (JSON.parse(hold.inputSchemaText) as JsonObject),
    later_rationales: hold.laterRationales.map(({ at, rationale }) => ({ at: new Date(at).toISOString(), rationale })),
  }
}

/** The whole of one approval, as `GET /admin/approvals/{id}` answers. */
export interface WholeApproval extends ShownApproval {
  /** Where people were asked about it in chats, oldest first. */
  readonly deliveries: readonly DeliveryView[]
  /** Why a yes of the reader would not count; `null`: it would, or nobody is asked for one. */
  readonly approve_refused: Pick<PublicRefusal, 'code' | 'message'> | null
}

/** Who reads one approval, and in whose name they would decide it; no decider: they may only look. */
export interface ApprovalReading {
  readonly caller: Reader
  readonly decider: Pick<Verdict, 'by' | 'via' | 'assurance'> | null
  people(): Promise<People>
  readonly see: SeeProcess
}

export async function readWholeApproval(
  store: Store,
  hold: Hold,
  { caller, decider, people, see }: ApprovalReading,
): Promise<WholeApproval> {
  const standing = await findLiveOwners(store, see)
  const deliveries = toDeliveryViews(hold, await store.deliveries.ofHolds([hold.id]))
  const refused = decider === null || hold.state !== 'pending' ? null : whyNotCounted(hold, decider, await people())
  return { ...toApprovalDetail(hold, caller, standing), deliveries, approve_refused: refused }
}

/** By the check that `decide` makes. */
function whyNotCounted(
  hold: Hold,
  decider: NonNullable<ApprovalReading['decider']>,
  people: People,
): WholeApproval['approve_refused'] {
  const behind = peopleBehind(people, hold.call, decider.by)
  const refusal = checkEligibility(hold, { answer: 'approve', ...decider, ...behind })
  if (refusal === null) return null
  const { code, message } = publicRefusal(refusal, hold)
  return { code, message }
}

/** What a signed-in person, or the holder of a key, may say about further calls. */
function standingAnswers(hold: Hold): Pick<ShownApproval, 'grant_arguments' | 'grant_lengths' | 'denial_arguments'> {
  if (hold.state !== 'pending') return {}
  const { allow, deny } = answersFor(hold, { assurance: 'identified' })
  return { grant_arguments: allow.arguments, grant_lengths: deny.lengths, denial_arguments: deny.arguments }
}

export function shownTo(hold: Hold, caller: Reader): Hold
export function shownTo(hold: ListedHold, caller: Reader): ListedHold
export function shownTo(hold: ListedHold, caller: Reader): ListedHold {
  return caller !== null && isDecidingRole(caller.role) ? hold : withoutEntity(hold)
}
