/**
 * The question of a hold. Its members stand in the order in which every surface shows them: title, why, warnings, what
 * was read, the agent's claim, details; what would be sent, which is a section of its own, stands before the claim. The
 * agent's reason is a claim and is labelled so; end users are not shown it. Without the preview the person does not see
 * what would be sent, so nothing can be confirmed.
 */
import { STANDING_LENGTHS, describeCall, partOf } from '@holdpoint/core'
import type {
  CallDescription,
  Choice,
  CoveredArguments,
  EntityPreview,
  GrantRequest,
  ProvenanceView,
} from '@holdpoint/core'
import type { Invocation, InvocationHold } from '../invocation.ts'
import { readArguments } from './arguments-section.ts'
import type { MessageTable } from './message-table.ts'
import { fill } from './message-table.ts'
import type { PlainArgument } from './plain-arguments.ts'
import { isAmount, plainArguments } from './plain-arguments.ts'
import { checked, checkedAll, checkedLine, isLong, oneLine, shortLine, visible } from './visible.ts'

export type Audience = 'approver' | 'end-user'

export interface QuestionSection {
  readonly kind: 'question'
  readonly hold: string
  readonly risk: 'low' | 'medium' | 'high'
  readonly riskText: string
  readonly title: string
  /** Why a person should care; `null`: its risk is all there is to say. Where that comes from is among the details. */
  readonly why: string | null
  readonly warnings: readonly string[]
  readonly entity: Pick<EntityPreview, 'fields' | 'impact'> | null
  readonly source: string | null
  /** `null`: not for this audience. */
  readonly claim: { readonly label: string; readonly text: string; readonly given: boolean } | null
  /** What few people need to decide: who asks, where it runs, what rates it. Closed at first, where a surface can close. */
  readonly details: readonly { readonly label: string; readonly text: string }[]
  readonly quorum: string | null
  /** Milliseconds since 1970; `null` where none is known. */
  readonly deadline: number | null
  /** `no-preview`, `over`: it can no longer, or not here, be confirmed. */
  readonly standing: 'open' | 'no-preview' | 'over'
  readonly notice: string | null
  /** The first answers, in their order: what each says is what it does. */
  readonly choices: readonly Choice[]
  /** Whether other arguments may be put in place of these. */
  readonly editable: boolean
  /** For which arguments "Allow for …" may be offered; none: not at all. */
  readonly grants: readonly CoveredArguments[]
  /** The same for a decline that lasts. */
  readonly denials: readonly CoveredArguments[]
  /** How long a standing answer may last. */
  readonly lengths: readonly GrantRequest['for'][]
  /** The arguments that a condition can be put on. */
  readonly plain: readonly PlainArgument[]
  /** Numbers among them that a permission can limit. */
  readonly amounts: readonly PlainArgument[]
  readonly digest: string | null
}

const ALL: readonly CoveredArguments[] = ['same', 'any', 'where']
export const HALF_AN_HOUR_MS = 1_800_000
export const WORKING_DAY_MS = 28_800_000
export function presentQuestion(
  invocation: Invocation,
  now: number,
  audience: Audience,
  messages: MessageTable,
): QuestionSection | null {
  const { hold, state } = invocation
  if (!hold || hold.state !== 'pending' || (state !== 'pending' && state !== 'running')) return null
  const { preview } = hold
  const described = preview === undefined ? null : describeCall(preview)
  const entity = described === null ? null : partOf(described, 'fields')
  const risk = described?.facts.risk ?? readRisk(hold.risk)
  const deadline = Number.isNaN(Date.parse(hold.decide_by)) ? null : Date.parse(hold.decide_by)
  const read = readArguments(invocation)
  const plain = plainArguments(read.value ?? null)
  const has = (covered: CoveredArguments): boolean => covered !== 'where' || plain.length > 0
  // Who confirms must have read what runs, and where: a name that had to be cut may be another's.
  const isBlind = preview === undefined || isLong(preview.tool + preview.server.name)
  const standing = deadline !== null && deadline <= now ? 'over' : isBlind ? 'no-preview' : 'open'
  return {
    kind: 'question',
    hold: hold.id,
    risk,
    riskText: messages[risk],
    title: checkedLine(described?.title ?? hold.summary ?? oneLine(invocation.tool)),
    why: described?.reasons.map(checked).join(' ') || null,
    warnings: [
      ...(described?.consequence === 'irreversible' ? [messages.irreversible] : []),
      ...(described?.warnings ?? hold.warnings ?? []).map(checked),
    ],
    entity: entity === null ? null : checkedAll({ fields: entity.fields, impact: entity.impact }),
    source: entity === null ? null : fill(messages.readWith, { source: checked(entity.source) }),
    claim: audience === 'end-user' ? null : claimOf(hold, messages),
    details: detailsOf(hold, described, messages),
    quorum:
      (hold.quorum ?? 1) > 1 ? fill(messages.quorum, { have: hold.approvals ?? 0, need: hold.quorum ?? 1 }) : null,
    deadline,
    standing,
    notice: standing === 'over' ? messages.timeUp : standing === 'no-preview' ? messages.noPreview : null,
    choices: choicesOf(hold, messages).filter(({ answer }) => answer === 'decline' || standing === 'open'),
    editable: standing === 'open' && hold.editable !== false && read.value !== undefined && read.text !== null,
    grants: grantsOf(hold).filter(has),
    denials: (hold.denial_arguments ?? ALL).filter(has),
    lengths: hold.grant_lengths ?? STANDING_LENGTHS,
    plain,
    amounts: plain.filter(({ value }) => isAmount(value)),
    digest: hold.edit?.digest ?? hold.digest ?? null,
  }
}

/** What a date can say. */
const LATEST_S = 8.64e12

/** `23:59:12`, `4:05`: the same in every language. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.min(Math.max(0, Math.ceil(milliseconds / 1000)), LATEST_S) || 0
  const hours = Math.floor(seconds / 3600)
  const rest = new Date(seconds * 1000).toISOString().slice(14, 19)
  return hours > 0 ? `${hours}:${rest}` : rest.replace(/^0/, '')
}

/** As the hold offers them. A hold without any is about this call alone. */
function choicesOf({ choices }: InvocationHold, messages: MessageTable): readonly Choice[] {
  return (
    choices?.map((choice) => ({ ...choice, words: checked(choice.words) })) ?? [
      { name: 'once', answer: 'approve', words: messages.confirm, grant: null },
      { name: 'no', answer: 'decline', words: messages.decline, grant: null },
    ]
  )
}

function readRisk(risk: string): QuestionSection['risk'] {
  return risk === 'low' || risk === 'medium' ? risk : 'high'
}

/** A preview is visible already; what comes without one is not. */
function showFor({ preview }: InvocationHold): (text: string) => string {
  return preview === undefined ? oneLine : checked
}

function detailsOf(
  hold: InvocationHold,
  described: CallDescription | null,
  messages: MessageTable,
): QuestionSection['details'] {
  const { askedBy, server, rule, why } = described?.facts ?? factsOf(hold)
  const show = showFor(hold)
  const values = { principal: shortLine(askedBy.principal, show), client: shortLine(askedBy.client, show) }
  const requester = hold.runs_in ?? null
  return [
    { label: messages.askedBy, text: values.principal && fill(messages.through, values) },
    requester === null
      ? { label: messages.runsOn, text: show(server.display) }
      : { label: messages.runsIn, text: fill(messages.runsInClient, { client: shortLine(requester, show) }) },
    { label: messages.identity, text: show(server.identity) },
    { label: messages.comesFrom, text: originsOf(hold.provenance ?? null, messages) },
    { label: messages.rule, text: show(why && `${rule}: ${why}`) },
  ].filter(({ text }) => text !== '')
}

/** What a hold says of itself without its preview. */
function factsOf({
  principal = '',
  client = '',
  server_identity: identity = '',
  rule = '',
  why = '',
}: InvocationHold): Pick<CallDescription['facts'], 'askedBy' | 'server' | 'rule' | 'why'> {
  return { askedBy: { principal, client }, server: { name: '', display: '', identity }, rule, why }
}

/** By the word of the client, which proves nothing: people find the call again by it. */
function originsOf(provenance: ProvenanceView | null, messages: MessageTable): string {
  if (provenance === null) return ''
  const { workspace, conversation, message, tool_call: toolCall, trace } = provenance
  const given = [
    [messages.fromWorkspace, workspace],
    [messages.fromConversation, conversation],
    [messages.fromMessage, message],
    [messages.fromToolCall, toolCall],
    [messages.fromTrace, trace],
  ] as const
  return given.flatMap(([words, id]) => (id === null ? [] : [fill(words, { id: checkedLine(id) })])).join(' · ')
}

/** None at first is not none at all: what the agent said when it asked again stands elsewhere. */
function claimOf(
  { preview, rationale, later_rationales: later = [] }: InvocationHold,
  messages: MessageTable,
): QuestionSection['claim'] {
  const none = later.some((again) => again.rationale !== null) ? messages.laterClaim : messages.noClaim
  const claimed = preview?.rationale ?? (typeof rationale === 'string' ? visible(rationale) : null)
  return {
    label: messages.claim,
    text: claimed === null ? none : checked(claimed),
    given: claimed !== null,
  }
}

/** As the hold offers them: what a yes may stand for is judged where the hold is kept. A hold that offers nothing gets none. */
function grantsOf({ preview, grantable, grant_arguments: covered = [] }: InvocationHold): readonly CoveredArguments[] {
  return preview === undefined || grantable === false ? [] : covered
}
