/**
 * Runs an approved call: checked again (P3), claimed (P4, only if the log knows of an approval of these very bytes),
 * the stored bytes sent once, the outcome stored (P5). At most one forward per claim; what cannot be proven unsent and
 * got no answer becomes `unknown`, never a retry.
 */
import {
  APPROVED_META_KEY,
  approvedArguments,
  beginDispatch,
  concludeDispatch,
  continueDispatch,
  driftBetween,
  findApproval,
  invalidateChanged,
  invalidateHold,
  isJsonObject,
  locateMember,
  loseDispatch,
  pauseDispatchForInput,
  releaseDispatch,
  replaceMember,
  say,
  signApprovedMarker,
  whyNotAsApproved,
  OUTCOME_OVERDUE_MS,
  untilStored,
} from '@holdpoint/core'
import type {
  DispatchObstacle,
  Hold,
  JsonObject,
  Outcome,
  Ownership,
  SendFailure,
  Sha256,
  Store,
  ToolDefinition,
  UndoDraft,
} from '@holdpoint/core'
import type { CallCarrier, CallerRound } from '../calls/caller.ts'
import { protocolMeta } from '../calls/request-parts.ts'
import type { Exchange } from '../calls/upstream-connection.ts'
import type { HoldRecipes } from '../recipes/hold-recipes.ts'
import type { ReadFreshDefinition } from '../tools/server-tools.ts'
import type { RunsOn } from './kept-holds.ts'

/** Answers of servers beyond this go to the agent whole, but are kept only in part. */
const STORED_RESULT_LIMIT = 4 * 1024 * 1024

export interface RunOptions {
  readonly store: Store
  /** This process under its lease. */
  readonly ownership: Pick<Ownership, 'current'>
  readonly recipes: Pick<HoldRecipes, 'lookAgain' | 'draftUndo'>
  readonly sha256: Sha256
  readonly newAttemptId: () => string
  readonly freshDefinition: ReadFreshDefinition
  /** Why policy or approvers no longer carry this approval; `null` while they do. */
  readonly recheck: (hold: Hold, definition: ToolDefinition) => Promise<string | null>
  readonly settings: () => { readonly answerWithinMs: number }
  readonly now: () => number
}

/** Called once a success is stored that can be taken back. Never keeps the reply waiting. */
export type Succeeded = (hold: Hold, on: RunsOn) => void

/** What became of the try. The hold itself is the truth; this only says how to go on. */
export type RunStep =
  /** `wholeResult`: the result as it came, where it was too large to be stored whole. */
  | { readonly kind: 'ended'; readonly wholeResult: string | null }
  | { readonly kind: 'input-asked'; readonly resultText: string }
  | { readonly kind: 'not-sent'; readonly message: string }

export async function runHold(
  options: RunOptions,
  hold: Hold,
  carrier: CallCarrier,
  succeeded: Succeeded,
): Promise<RunStep> {
  const attempt = options.newAttemptId()
  const begun = await beginDispatch(options.store, hold, {
    attempt,
    by: () => options.ownership.current(),
    sha256: options.sha256,
    check: async () => await lookBeforeRun(options, hold, carrier),
  })
  switch (begun.kind) {
    case 'begun':
      return await forward(options, { hold: begun.hold, attempt, carrier, round: null, succeeded })
    case 'not-now':
      return { kind: 'not-sent', message: begun.message }
    case 'ended':
      return { kind: 'ended', wholeResult: null }
  }
}

/** The second look (P3): the tool as it is now, today's policy and approvers, and what the call is about. */
async function lookBeforeRun(options: RunOptions, hold: Hold, carrier: CallCarrier): Promise<DispatchObstacle | null> {
  const { store } = options
  const fresh = await options.freshDefinition(carrier.connection, hold.call.tool, carrier.metaText)
  if (fresh.kind === 'unreachable') return { kind: 'not-now', message: fresh.message }
  const drift = fresh.kind === 'missing' ? say('toolGone') : definitionDrift(hold, fresh.definition)
  const changed = drift ?? (fresh.kind === 'found' ? await options.recheck(hold, fresh.definition) : null)
  if (changed !== null) {
    await invalidateHold(store, hold.id, changed)
    return { kind: 'ended' }
  }
  const second = await options.recipes.lookAgain(hold, carrier.connection, carrier.metaText)
  if (second.kind === 'unreadable') {
    // What the server said is for approvers; more people read the log.
    const message = say('notLookedAtAgain', { why: second.why })
    return { kind: 'not-now', message, detail: say('notLookedAtAgainInBrief') }
  }
  if (second.kind === 'changed') {
    await invalidateChanged(store, hold.id, second.differences)
    return { kind: 'ended' }
  }
  return null
}

/** Sends the client's answer to a server that asked for input: the next round of the same attempt. */
export async function runNextRound(
  options: RunOptions,
  hold: Hold,
  carrier: CallCarrier,
  round: CallerRound,
  succeeded: Succeeded,
): Promise<RunStep> {
  const attempt = hold.attempt?.id ?? ''
  const continued = await continueDispatch(options.store, hold.id, attempt, options.sha256(round.state))
  if (continued.kind !== 'moved') {
    const lapsed = continued.kind === 'refused' && continued.refusal.code === 'LEASE_LAPSED'
    const message = lapsed ? continued.refusal.message : 'This round of the call was answered before.'
    return { kind: 'not-sent', message }
  }
  const changed = whyNotAsApproved(continued.hold, await findApproval(options.store, hold.id), options.sha256)
  if (changed === null) return await forward(options, { hold: continued.hold, attempt, carrier, round, succeeded })
  await loseDispatch(options.store, hold.id, attempt, changed)
  return { kind: 'ended', wholeResult: null }
}

function definitionDrift(hold: Hold, definition: ToolDefinition): string | null {
  const drift = driftBetween({ hash: hold.definitionHash, textHash: hold.definitionTextHash }, definition)
  return drift === null ? null : say(drift === 'definition' ? 'definitionDrifted' : 'descriptionDrifted')
}

/** One claimed try, ready to be sent. */
interface ClaimedAttempt {
  readonly hold: Hold
  readonly attempt: string
  readonly carrier: CallCarrier
  readonly round: CallerRound | null
  readonly succeeded: Succeeded
}

async function forward(options: RunOptions, sent: ClaimedAttempt): Promise<RunStep> {
  const { store } = options
  const { hold, attempt, carrier, round } = sent
  const id = carrier.connection.nextOwnId()
  const { metaText: sentMeta, related } = followProgress(carrier, id)
  const metaText = withApproval(options, hold, carrier, sentMeta)
  const members = [
    `"name":${JSON.stringify(hold.call.tool)}`,
    `"arguments":${approvedArguments(hold)}`,
    ...(hold.call.taskText === undefined ? [] : [`"task":${hold.call.taskText}`]),
    ...(metaText === null ? [] : [`"_meta":${metaText}`]),
    ...(round === null ? [] : [round.membersText]),
  ]
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{${members.join(',')}}}`
  // Headers that repeat an argument repeat the one that was asked for: beside an edit they would contradict the body.
  const headers = hold.edit === null ? carrier.headers : {}
  return await new Promise<RunStep>((resolve, reject) => {
    // A late answer still upgrades `unknown`, so the exchange outlives this timer.
    const answerWithinMs = options.settings().answerWithinMs
    const timer = setTimeout(() => {
      const reason = say('serverSilent', { n: Math.round(answerWithinMs / 1000) })
      settle(async () => {
        await loseDispatch(store, hold.id, attempt, reason)
        return { kind: 'ended', wholeResult: null }
      })
    }, answerWithinMs)
    const settle = (work: () => Promise<RunStep>) => {
      clearTimeout(timer)
      untilStored(work, pauseFor).then(resolve, reject)
      // The outcome is stored before anything is said; a store that stays away is said too, while the tries go on.
      setTimeout(() => reject(new Error('the store does not take the outcome')), OUTCOME_OVERDUE_MS).unref()
    }
    carrier.connection.forward(
      { text, bytes: null, request: { id, method: 'tools/call', name: hold.call.tool, headers } },
      {
        answered: (message, answerText, _bytes, notTaken) => {
          // Once the server has asked for input, an earlier round did arrive there.
          const answer = readAnswer(options, hold, carrier, {
            message,
            answerText,
            notTaken: notTaken && round === null,
          })
          settle(() => storeAnswer(store, sent, answer))
        },
        failed: (failure) => settle(() => storeFailure(store, hold.id, attempt, failure, round !== null)),
        related,
      },
    )
  })
}

async function pauseFor(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}

/** A server that asks by itself need not ask again for what a person approved here: our signed word of that goes along. */
function withApproval(
  { now, newAttemptId }: RunOptions,
  hold: Hold,
  { connection }: CallCarrier,
  metaText: string | null,
): string | null {
  const { sign } = connection
  const marker = sign === null ? null : signApprovedMarker(hold, { sign, now: now(), newId: newAttemptId })
  return marker === null ? metaText : replaceMember(metaText ?? '{}', [APPROVED_META_KEY], JSON.stringify(marker))
}

/** On a shared connection tokens are ours, so that two clients' tokens never meet; the caller sees its own again. */
function followProgress(
  carrier: CallCarrier,
  id: string,
): Pick<Exchange, 'related'> & { readonly metaText: string | null } {
  const { connection, progressToken } = carrier
  // What a client puts into `_meta` of its own was never shown, and a re-issue could bring another.
  const metaText = protocolMeta(carrier.metaText)
  if (!connection.shared || metaText === null || progressToken === null) return { metaText, related: () => false }
  return {
    metaText: replaceMember(metaText, ['progressToken'], JSON.stringify(id)),
    related: (said, text) => {
      if (said.kind !== 'notification' || said.method !== 'notifications/progress') return false
      carrier.relay(replaceMember(text, ['params', 'progressToken'], JSON.stringify(progressToken)))
      return true
    },
  }
}

/** What the server said, read once; storing it may take several tries. */
type ServerAnswer =
  /** It needs more from the client first: nothing has ended, whatever else the result says. */
  | { readonly kind: 'input-asked'; readonly state: string; readonly resultText: string }
  | {
      readonly kind: 'outcome'
      readonly outcome: Outcome & { kind: 'result' | 'error' }
      readonly undo: UndoDraft | null
      readonly wholeResult: string | null
    }

interface CameBack {
  readonly message: JsonObject
  readonly answerText: string
  readonly notTaken: boolean
}

function readAnswer(
  options: RunOptions,
  hold: Hold,
  { connection }: CallCarrier,
  { message, answerText, notTaken }: CameBack,
): ServerAnswer {
  const result = message['result']
  if (isJsonObject(result) && result['resultType'] === 'input_required') {
    // The state is the server's to give or not; without one the client comes back with its responses alone.
    const { requestState } = result
    const state = options.sha256(typeof requestState === 'string' ? requestState : '')
    return { kind: 'input-asked', state, resultText: memberText(answerText, 'result') }
  }
  const answered = toOutcome(message, answerText, STORED_RESULT_LIMIT)
  const outcome = answered.kind === 'error' && notTaken ? { ...answered, notApplied: true as const } : answered
  const truncated = outcome.kind === 'result' && outcome.truncated
  const wholeResult = truncated ? memberText(answerText, 'result') : null
  return { kind: 'outcome', outcome, undo: options.recipes.draftUndo(hold, outcome, connection), wholeResult }
}

async function storeAnswer(
  store: Store,
  { hold, attempt, carrier, succeeded }: ClaimedAttempt,
  answer: ServerAnswer,
): Promise<RunStep> {
  const { id } = hold
  if (answer.kind === 'input-asked') {
    const paused = await pauseDispatchForInput(store, id, attempt, answer.state, answer.resultText)
    if (paused.kind === 'refused' && paused.refusal.code === 'LEASE_LAPSED') {
      await loseDispatch(store, id, attempt, say('senderUnheard'))
      return { kind: 'ended', wholeResult: null }
    }
    return { kind: 'input-asked', resultText: answer.resultText }
  }
  const concluded = await concludeDispatch(store, id, attempt, answer.outcome, answer.undo)
  if (concluded.kind === 'moved' && concluded.hold.undo !== undefined) succeeded(concluded.hold, carrier)
  return { kind: 'ended', wholeResult: answer.wholeResult }
}

function toOutcome(message: JsonObject, answerText: string, limit: number): Outcome & { kind: 'result' | 'error' } {
  if (!('result' in message)) return { kind: 'error', errorText: memberText(answerText, 'error') }
  const resultText = memberText(answerText, 'result')
  const result = message['result']
  const isError = isJsonObject(result) && result['isError'] === true
  if (resultText.length <= limit) return { kind: 'result', isError, resultText, truncated: false }
  const note = `The call ran. Its result was ${resultText.length} characters long, more than Holdpoint keeps; it begins: ${resultText.slice(0, 2000)}`
  return {
    kind: 'result',
    isError,
    resultText: JSON.stringify({ content: [{ type: 'text', text: note }] }),
    truncated: true,
  }
}

async function storeFailure(
  store: Store,
  id: string,
  attempt: string,
  failure: SendFailure,
  laterRound: boolean,
): Promise<RunStep> {
  if (failure.certainty === 'nothing-sent' && !laterRound) {
    await releaseDispatch(store, id, attempt, failure.message)
    return { kind: 'not-sent', message: failure.message }
  }
  if (failure.certainty === 'refused') {
    const errorText = JSON.stringify({ code: -32603, message: failure.message })
    const notApplied = laterRound || failure.notTaken !== true ? {} : { notApplied: true as const }
    await concludeDispatch(store, id, attempt, { kind: 'error', errorText, ...notApplied })
    return { kind: 'ended', wholeResult: null }
  }
  await loseDispatch(store, id, attempt, failure.message)
  return { kind: 'ended', wholeResult: null }
}

function memberText(text: string, name: string): string {
  const span = locateMember(text, [name])
  return span === null ? 'null' : text.slice(span.start, span.end)
}
