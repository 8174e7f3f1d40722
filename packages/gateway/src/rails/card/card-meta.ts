/**
 * What the view is told of a hold, under `_meta["dev.holdpoint/card"]`. The agent's own claim of why is left out: the
 * card is an end user's surface. The nonce stands here and nowhere else. How a hold is shown is said here as every
 * other surface says it, since a view that judged it by itself could come to differ.
 */
// Not with the rest of the presentation: what draws a card as text is no part of a gateway's start.
import { fromApproval } from '@holdpoint/card/from-approval'
import type { Invocation, InvocationServer } from '@holdpoint/card/presentation'
import {
  answersFor,
  applyMessage,
  approvalIn,
  approvedArguments,
  approvedDigest,
  cancelMessage,
  choicesFor,
  choicesIn,
  contentLines,
  describeCall,
  listSecrets,
  maskDifference,
  maskPreview,
  mayAskAgain,
  previewIn,
  toApprovalView,
  translate,
  approvalsOf,
  decisiveVerdict,
  deciderName,
  OTHER_LANGUAGES,
} from '@holdpoint/core'
import type { ApprovalView, Choice, Hold, JsonObject, JsonValue, Preview } from '@holdpoint/core'
import { TOLD_META_KEY } from './card-names.ts'
import { fitsCard, SHOWN_FAILURE, SHOWN_RESULT, SHOWN_SCHEMA } from './card-limits.ts'
import type { CardProof } from './card-nonce.ts'

/** Where the card does not decide. */
const NO_CHOICES: JsonObject = {
  editable: false,
  grantable: false,
  grant_arguments: [],
  grant_lengths: [],
  denial_arguments: [],
}

export interface CardParts {
  readonly hold: Hold
  /** One that decides, or where the card does not, one that only looks. */
  readonly proof: CardProof
  /** Why it does not decide; `null` where it does. */
  readonly cannotDecide: string | null
  /** The hold's page: never an address that is signed in. */
  readonly approvalUrl: string
  /** Database time. */
  readonly now: number
  /** Under which name `preview` travels for this tool. */
  readonly previewParameter: string
  readonly server: CardServer
  /** Views of the server's own may read it: who decided and why is not for them. */
  readonly besideViews: boolean
}

/** What is known of the server itself: how far it is trusted, and whether it can be reached. */
export type CardServer = Pick<InvocationServer, 'trust' | 'state'>

/** @param owner the process that speaks to it; `null`: this one */
export type ServerOf = (identity: string, hold: Hold | null) => Promise<CardServer>

/** For what is the same of every server. */
const UNKNOWN_SERVER: CardServer = { trust: 'unknown', state: null }

export function cardMeta(parts: CardParts): JsonObject {
  const { hold } = parts
  const preview = maskPreview(hold.preview)
  const fits = fitsCard(hold)
  return {
    version: 1,
    ...cardStanding(hold, parts),
    ...inAllWords((locale) => ({ ...standingWords(hold, locale, parts), ...questionWords(parts, locale) })),
    ...parts.proof,
    page: parts.approvalUrl,
    tool: preview.tool,
    tool_title: preview.toolTitle,
    tool_icon: preview.icon ?? '',
    server: { ...preview.server },
    server_trust: parts.server.trust,
    server_state: parts.server.state,
    // Where views of the server's own may read this, who asks is not for them.
    asked_by: parts.cannotDecide === null ? preview.askedBy.principal : '',
    asked_through: parts.cannotDecide === null ? preview.askedBy.client : '',
    risk: preview.risk,
    rule: preview.rule,
    irreversible: preview.irreversible,
    content: fits
      ? (contentLines(
          parts.cannotDecide === null ? hold.preview : { arguments: hold.preview.arguments },
        ) as unknown as JsonValue)
      : null,
    arguments: fits ? (preview.arguments as unknown as JsonValue) : null,
    arguments_text: fits ? approvedArguments(hold) : null,
    // A form is filled with the arguments as they are sent: it would show what is masked. An edit begins with their JSON.
    input_schema: fits && listSecrets(hold.preview.arguments, 'en', 1).length === 0 ? shownSchema(hold) : null,
    digest: approvedDigest(hold),
    ...(parts.cannotDecide === null ? cardChoices(hold) : NO_CHOICES),
    apply: fits ? applyMessage(hold.call.tool, hold.call.argumentsText, parts.previewParameter) : null,
    cancel: cancelMessage(preview.title),
  }
}

/** What a view shows beside an answer that asks nothing. Our mark on it stays what every client gets: id and state. */
export function toldToView(told: JsonObject): JsonObject {
  return { [TOLD_META_KEY]: told }
}

export interface CardRefusal {
  readonly code?: string
  readonly message: string
}

/** Of an answer that concerns no hold which this view may know of. */
export function cardRefusal(refused: CardRefusal): JsonObject {
  return inAllWords((locale) => refusalWords(refused, locale))
}

function refusalWords(refused: CardRefusal | null, locale: string): JsonObject {
  return refused === null ? {} : { refused: { ...refused, message: translate(refused.message, 'message', locale) } }
}

/** What of a question is said in sentences. */
function questionWords({ hold, cannotDecide }: CardParts, locale: string): JsonObject {
  const preview = maskPreview(previewIn(hold.preview, hold.call.tool, locale), { locale })
  return {
    cannot_decide: cannotDecide === null ? null : translate(cannotDecide, 'message', locale),
    title: preview.title,
    reasons: [...describeCall(cannotDecide === null ? preview : { ...preview, entity: null }).reasons],
    why: preview.why,
    // A warning can tell what was read of the server, which is for those who may decide.
    warnings: cannotDecide === null ? [...preview.warnings] : [],
    choices: cannotDecide === null ? choicesIn(choicesFor(hold), hold.call.tool, locale).map(toShownChoice) : [],
    // What the thing looks like is for the person who decides: where the card may not, that is not its person.
    entity: cannotDecide === null ? toEntity(preview) : null,
  }
}

function toShownChoice(choice: Choice): JsonObject {
  return { ...choice, grant: choice.grant === null ? null : { ...choice.grant } } as unknown as JsonObject
}

/** What of a hold's standing is said in words of ours. */
function standingWords(hold: Hold, locale: string, { besideViews }: Pick<CardParts, 'besideViews'>): JsonObject {
  const approval = approvalIn(viewOf(hold), locale)
  const via = approval.via === null ? null : translate(approval.via, 'rail', locale)
  return {
    ...(besideViews ? NOT_SAID : { via, note: approval.note }),
    error: failureOf(approval).slice(0, SHOWN_FAILURE),
  }
}

function failureOf(approval: ApprovalWithPreview): string {
  const { error } = fromApproval(approval, UNKNOWN_SERVER)
  return typeof error === 'object' ? error.message : ''
}

/** The server's own schema, as it was when the call came: without what we add to it for the agent. */
function shownSchema({ inputSchemaText: text }: Hold): JsonObject | null {
  return text === null || text.length > SHOWN_SCHEMA ? null : (JSON.parse(text) as JsonObject)
}

function toEntity({ entity }: Preview): JsonObject | null {
  if (entity === null || entity === undefined) return null
  return {
    title: entity.title,
    fields: entity.fields.map((field) => ({ ...field })),
    impact: entity.impact.map((impact) => ({ ...impact })),
    source: entity.source,
  }
}

const NOT_SAID: JsonObject = { via: null, note: null }

/** How the hold stands: all that changes while the card is on the screen, and why an answer to it did not count. */
export function cardStanding(
  hold: Hold,
  { now, besideViews }: Pick<CardParts, 'now' | 'besideViews'>,
  refused: CardRefusal | null = null,
): JsonObject {
  const until = hold.state === 'approved' ? (hold.executeBy ?? now) : hold.decideBy
  return {
    hold: hold.id,
    state: hold.state,
    ttl_seconds: Math.max(0, Math.ceil((until - now) / 1000)),
    ...(besideViews ? NO_VERDICT : cardVerdict(hold)),
    ...inAllWords((locale) => ({
      ...standingWords(hold, locale, { besideViews }),
      ...refusalWords(refused, locale),
    })),
    edit: toEdit(hold, besideViews),
    ...toShown(hold, besideViews),
    /** The agent has been told how it ended. */
    delivered: hold.deliveredAt !== null,
    // Known to have had no effect: what the agent calls again is a new question.
    ...(mayAskAgain(hold) ? { again: true } : {}),
  }
}

/** What a person put in place of the requested arguments, as REST gives it and as it is shown; too long, only that. */
function toEdit(hold: Hold, besideViews: boolean): JsonObject | null {
  if (hold.edit === null) return null
  const { edit } = toApprovalView(hold)
  const parts = fitsCard(hold)
    ? { shown: maskPreview(hold.preview).arguments, text: approvedArguments(hold) }
    : { requested: null, approved: null, difference: [], shown: null, text: null }
  return {
    ...edit,
    ...(edit === null ? {} : { difference: maskDifference(edit.difference) }),
    ...parts,
    ...(besideViews ? { by: '' } : {}),
  } as unknown as JsonObject
}

type ApprovalWithPreview = ApprovalView & { readonly preview: Preview }

function viewOf(hold: Hold): ApprovalWithPreview {
  return { ...toApprovalView(hold), preview: hold.preview }
}

/** As every surface shows it: what the badge says, what the server answered, what a person found out. */
function toShown(hold: Hold, besideViews: boolean): JsonObject {
  const approval = viewOf(hold)
  const invocation = fromApproval(approval, UNKNOWN_SERVER)
  const { outcome } = approval
  const result = hold.outcome?.kind === 'result' ? shownResult(invocation) : null
  return {
    shown: invocation.state,
    result: result?.parts ?? {},
    // The view says so, and leads to the page.
    is_cut: result?.isCut === true || failureOf(approval).length > SHOWN_FAILURE,
    outcome: outcome?.kind === 'resolved' ? { ...outcome, ...(besideViews ? { by: '', note: '' } : {}) } : null,
  }
}

interface ShownResult {
  readonly parts: JsonObject
  readonly isCut: boolean
}

/**
 * All of it, as it is stored. Of what is too long the items that fit, each whole but for a text: half an image is none.
 */
function shownResult({ content = [], structuredContent }: Invocation): ShownResult {
  let room = SHOWN_RESULT
  let isCut = false
  /** Takes it where there is room. */
  const takes = (part: unknown): boolean => {
    const size = JSON.stringify(part).length
    const fits = size <= room
    if (fits) room -= size
    else isCut = true
    return fits
  }
  const items = content.flatMap((item) => {
    if (takes(item)) return [item]
    // An escape takes six characters.
    const text = typeof item['text'] === 'string' ? item['text'].slice(0, Math.floor(room / 6)) : ''
    room -= JSON.stringify(text).length
    return text === '' ? [] : [{ type: 'text', text }]
  })
  const structured = structuredContent !== undefined && takes(structuredContent) ? { structuredContent } : {}
  // Without any, a card would say that nothing was returned.
  const shown = isCut && items.length === 0 ? [{ type: 'text', text: '' }] : items
  return { parts: { content: shown as unknown as JsonValue, ...structured }, isCut }
}

/** For a view that may not know. */
const NO_VERDICT: JsonObject = { decided_by: null, decided_at: null, approved_by: [], reason: null }

/** Who decided, when and why: shown with how the hold stands, and with the result that ends it. */
export function cardVerdict(hold: Hold): JsonObject {
  const decisive = decisiveVerdict(hold)
  return {
    decided_by: decisive === null ? null : deciderName(decisive),
    decided_at: hold.decidedAt === null ? null : new Date(hold.decidedAt).toISOString(),
    approved_by: approvalsOf(hold).map(deciderName),
    reason: decisive?.reason ?? null,
  }
}

const ENGLISH = 'en'

/**
 * What the view shows in words of ours: in English, and once more in every other language, since it has no room for
 * tables of its own. It puts those of its host's language in place of the English ones.
 */
function inAllWords(wordsIn: (locale: string) => JsonObject): JsonObject {
  return { ...wordsIn(ENGLISH), said: inOtherWords(wordsIn) }
}

/** By the language alone: a view is told a region that makes no difference. */
export function inOtherWords(wordsIn: (locale: string) => JsonObject): JsonObject {
  return Object.fromEntries(OTHER_LANGUAGES.map((language) => [language.slice(0, 2), wordsIn(language)]))
}

/** What the card may offer beside a plain yes or no: the core's list for the host's word. */
export function cardChoices(hold: Hold): JsonObject {
  const { editable, allow, deny } = answersFor(hold, { assurance: 'host' })
  return {
    editable,
    grantable: allow.arguments.length > 0,
    grant_arguments: [...allow.arguments],
    grant_lengths: [...deny.lengths],
    denial_arguments: [...deny.arguments],
  }
}
