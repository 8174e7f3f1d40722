/**
 * Reads what arrives in a chat before the agent does. An answer to a question of that very chat goes to `decide`, the one door,
 * and not on to the agent; what could be one and is not is answered with what to type. It refuses to guess: no text but a whole
 * answer decides anything, and none is given to a question that was not shown there.
 */
import {
  approvedDigest,
  decide,
  matchReply,
  readChatMessage,
  recordRefusedDecision,
  sayIn,
  shownAt,
  translate,
  wasShown,
  thrownMessage,
} from '@holdpoint/core'
import type { Hold, ListedHold, ReplyReading, Sha256, Store, VerdictAnswer } from '@holdpoint/core'
import { isBefore, isPlainlyMeant } from './bare-word.ts'
import type { ChannelGateOptions, InboundMessage } from './channel-gate.ts'
import { codeOf, demandsCode, isOfGate, mayAnswer, sessionKey, titleOf } from './chat-hold.ts'
import type { GateIdentity } from './chat-hold.ts'
import { endingText, waitingText } from './chat-text.ts'

export interface InterceptOptions {
  readonly store: Store
  readonly gate: GateIdentity
  readonly unmatched: NonNullable<ChannelGateOptions['unmatched']>
  readonly words: ChannelGateOptions['words']
  readonly rail: NonNullable<ChannelGateOptions['rail']>
  readonly languageOf: (session: string) => string
  readonly sha256: Sha256
  /** Writes into the chat, in its own time. */
  readonly write: (session: string, text: string) => void
  /** Puts the whole question into the chat once more. */
  readonly askAgain: (hold: Hold) => void
  readonly log: (message: string) => void
}

export const MOST_WAITING = 50
/** Of one session: how many ended questions are searched for a code that no open one has. */
const MOST_ENDED = 50

interface Waiting {
  readonly code: string
  readonly needsCode: boolean
  readonly hold: ListedHold
}

/**
 * What a message did, kept under the platform's id of it. Platforms deliver again what they are in doubt about, perhaps much
 * later: what was no answer when it was written is none to a question that was asked since.
 */
type Met = { readonly at: number } & (
  | { readonly hold: string; readonly answer: VerdictAnswer }
  | { readonly consumed: boolean }
)

export async function interceptMessage(options: InterceptOptions, message: InboundMessage): Promise<boolean> {
  const { store, gate, words } = options
  const { session, mention } = message
  const language = options.languageOf(session)
  const reading = readChatMessage(message, {
    ...(words === undefined ? {} : { words }),
    ...(mention === undefined ? {} : { mention }),
  })
  try {
    const before = await findMet(options, message)
    if (before !== null) return await follow(options, message, before)
    const waiting = await findWaiting(store, gate, session)
    const needsCode = message.isGroup || waiting.length > 1 || (await isInDoubt(options, message, reading, waiting))
    const open = waiting.map((hold): Waiting => ({
      code: codeOf(hold),
      needsCode: needsCode || demandsCode(hold),
      hold,
    }))
    const match = matchReply(reading, open)
    if (match.kind !== 'none') {
      return await answer(options, message, match.hold.hold, match.kind === 'confirm' ? 'approve' : 'cancel')
    }
    switch (match.why) {
      case 'nothing-waits':
        // Of most messages of a chat nothing has to be kept: they can answer no question, then or later.
        if (reading.kind === 'none' && options.unmatched !== 'cancel') return false
        return (await metElsewhere(options, message, { consumed: false })) ?? false
      case 'code-needed': {
        const met = await metElsewhere(options, message, { consumed: true })
        if (met !== null) return met
        options.write(session, waitingText('chatSayWhich', waiting, true, language))
        return true
      }
      case 'unknown-code': {
        const met = await metElsewhere(options, message, { consumed: true })
        if (met !== null) return met
        options.write(session, await unknownCodeText(options, message, reading, waiting))
        return true
      }
      case 'no-answer':
        return await meetOtherText(options, message, open)
    }
  } catch (error) {
    options.log(`what was written in ${session} could not be looked at: ${thrownMessage(error)}`)
    if (reading.kind === 'none') return false
    options.write(session, sayIn(language, 'chatStoreAway'))
    return true
  }
}

/** A bare word, and one question that it might not be meant for. */
async function isInDoubt(
  { store, gate }: InterceptOptions,
  { session, sentAt }: InboundMessage,
  reading: ReplyReading,
  [hold]: readonly ListedHold[],
): Promise<boolean> {
  if (reading.kind === 'none' || reading.code !== undefined || hold === undefined) return false
  return !(await isPlainlyMeant(store, gate, hold, session, { kind: reading.kind, sentAt: sentAt ?? null }))
}

/** What waits in this session now. */
export async function findWaiting(store: Store, gate: GateIdentity, session: string): Promise<readonly ListedHold[]> {
  const pending = await store.holds.inSession(sessionKey(gate, session), 'pending', MOST_WAITING)
  if (pending.length === 0) return []
  const now = await store.now()
  return pending.filter((hold) => isOfGate(gate, hold) && now < hold.decideBy)
}

async function answer(
  options: InterceptOptions,
  message: InboundMessage,
  listed: ListedHold,
  given: VerdictAnswer,
): Promise<boolean> {
  const { store } = options
  const { session, by } = message
  const language = options.languageOf(session)
  if (!mayAnswer(listed, by)) {
    const met = await metElsewhere(options, message, { consumed: true })
    if (met !== null) return met
    const hold = await store.holds.get(listed.id)
    const refused = { answer: given, by, via: options.rail, assurance: 'host', reason: null } as const
    if (hold !== null) await recordRefusedDecision(store, hold, refused, 'NOT_AN_APPROVER')
    options.write(session, sayIn(language, 'chatMayNotAnswer', { title: titleOf(listed, language) }))
    return true
  }
  // What was said before the question stood there was said to something else.
  if (given === 'approve' && !(await wasShown(store, listed.id, 'chat'))) {
    const met = await metElsewhere(options, message, { consumed: true })
    if (met !== null) return met
    const hold = await store.holds.get(listed.id)
    if (hold !== null) options.askAgain(hold)
    return true
  }
  // Before the verdict: after a crash between the two the message still means this hold, and no later one.
  const met = await metElsewhere(options, message, { hold: listed.id, answer: given })
  if (met !== null) return met
  const refusal = await bringVerdict(options, message, listed.id, given)
  if (refusal !== null) options.write(session, refusal)
  return true
}

/** The words for the person where it did not count; `null`: it did, or did before. */
async function bringVerdict(
  { store, gate, rail, languageOf }: InterceptOptions,
  { session, by }: InboundMessage,
  id: string,
  given: VerdictAnswer,
): Promise<string | null> {
  const hold = await store.holds.get(id)
  if (hold === null) return null
  const verdict = { answer: given, by, via: rail, assurance: 'host', reason: null } as const
  const decision = await decide(store, { hold: id, tenant: gate.tenant, verdict, shown: approvedDigest(hold) })
  if (decision.kind !== 'refused') return null
  return decision.hold.state === 'pending'
    ? translate(decision.refusal.message, 'message', languageOf(session))
    : endingText(decision.hold, languageOf(session))
}

/** A text that is no answer, while something waits. */
async function meetOtherText(
  options: InterceptOptions,
  message: InboundMessage,
  open: readonly Waiting[],
): Promise<boolean> {
  const { session, by, origin } = message
  const own = open.filter(({ hold }) => mayAnswer(hold, by))
  // Nothing waits for this person, or it is no text that they wrote just now.
  const [first] = own
  if (first === undefined || origin !== 'typed') {
    return (await metElsewhere(options, message, { consumed: false })) ?? false
  }
  const hint = (): void => {
    const needsCode = own.some((waiting) => waiting.needsCode)
    const holds = own.map(({ hold }) => hold)
    options.write(session, waitingText('chatStillWaits', holds, needsCode, options.languageOf(session)))
  }
  switch (options.unmatched) {
    case 'forward':
      hint()
      return false
    case 'ask':
      hint()
      return true
    case 'cancel': {
      // It was written before there was anything to drop.
      if (isBefore(message.sentAt ?? null, await shownAt(options.store, first.hold.id, 'chat'))) {
        return (await metElsewhere(options, message, { consumed: false })) ?? false
      }
      const met = await metElsewhere(options, message, { hold: first.hold.id, answer: 'cancel' })
      if (met !== null) return met
      for (const { hold } of own) await bringVerdict(options, message, hold.id, 'cancel')
      return true
    }
  }
}

/** A code that nothing waits under: what became of that question, if it was one of this chat. */
async function unknownCodeText(
  { store, gate, languageOf }: InterceptOptions,
  { session }: InboundMessage,
  reading: ReplyReading,
  waiting: readonly ListedHold[],
): Promise<string> {
  const language = languageOf(session)
  const code = reading.kind === 'none' ? '' : (reading.code ?? '')
  const key = sessionKey(gate, session)
  for (const state of ENDED_STATES) {
    const ended = await store.holds.inSession(key, state, MOST_ENDED)
    const found = ended.find((hold) => isOfGate(gate, hold) && codeOf(hold) === code)
    const hold = found === undefined ? null : await store.holds.get(found.id)
    if (hold !== null) return endingText(hold, language)
  }
  const unknown = sayIn(language, 'chatUnknownCode', { code })
  return waiting.length === 0 ? unknown : `${unknown}\n${waitingText('chatStillWaits', waiting, true, language)}`
}

const ENDED_STATES = [
  'approved',
  'dispatching',
  'succeeded',
  'failed',
  'unknown',
  'cancelled',
  'declined',
  'expired',
  'invalidated',
  'resolved',
] as const

export function metPrefix({ name }: GateIdentity): string {
  return `chat-gate/${name}/message/`
}

function metKey({ gate, sha256 }: InterceptOptions, { session, id }: InboundMessage): string {
  return metPrefix(gate) + sha256(JSON.stringify([session, id]))
}

async function findMet(options: InterceptOptions, message: InboundMessage): Promise<Met | null> {
  const stored = await options.store.settings.get(metKey(options, message))
  return stored === null ? null : (JSON.parse(stored) as Met)
}

/**
 * Notes what the message does, before it does it. `null`: it is noted, and this process goes on. Otherwise another process that
 * was told the same message was first: a question that it could not see is not answered by it, and this is whether it was
 * consumed.
 */
async function metElsewhere(
  options: InterceptOptions,
  message: InboundMessage,
  what: { readonly hold: string; readonly answer: VerdictAnswer } | { readonly consumed: boolean },
): Promise<boolean | null> {
  const { settings } = options.store
  const met: Met = { ...what, at: await options.store.now() }
  if (await settings.swap(metKey(options, message), null, JSON.stringify(met), null)) return null
  const before = await findMet(options, message)
  return before === null ? true : await follow(options, message, before)
}

/** Whether it was consumed. If the first time ended before the verdict was stored, it is stored now. */
async function follow(options: InterceptOptions, message: InboundMessage, before: Met): Promise<boolean> {
  if ('consumed' in before) return before.consumed
  await bringVerdict(options, message, before.hold, before.answer)
  return true
}

const FORGET_AFTER_MS = 24 * 60 * 60 * 1000

/** Platforms give up long before. */
export async function forgetMet(store: Store, gate: GateIdentity): Promise<void> {
  const now = await store.now()
  for (const { key, value } of await store.settings.under(metPrefix(gate))) {
    if ((JSON.parse(value) as Met).at + FORGET_AFTER_MS < now) await store.settings.put(key, null, null)
  }
}
