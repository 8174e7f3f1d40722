/**
 * The gate of a bot that lives in a chat: puts a confirmation in front of any function, and in front of the agent's queue. The
 * parts are put together here; holds live in the store, verdicts pass through `decide`, and what cannot be asked, stored or sent
 * is denied.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto'
import {
  buildPreview,
  createOwnership,
  findPause,
  hidesTooMuch,
  invalidateHold,
  isAmongApprovers,
  isSameOwner,
  noteShown,
  openHold,
  say,
  sayIn,
  showInOneLine,
  translate,
  wasShown,
  thrownMessage,
  placelessProcess,
  seeOnly,
  HOME_TENANT,
} from '@holdpoint/core'
import type { Call, Hold, JsonObject, OpenedHold, Ruling, Sha256 } from '@holdpoint/core'
import { hadQuestionJustNow } from './bare-word.ts'
import type {
  ChannelGate,
  ChannelGateOptions,
  ChatSession,
  Confirmation,
  Operation,
  OperationPreview,
  OperationRules,
  RunResult,
} from './channel-gate.ts'
import {
  CONFIRM,
  approversOf,
  buildCall,
  buildEntity,
  buildRuling,
  demandsCode,
  drawHoldId,
  sessionOf,
} from './chat-hold.ts'
import { endingText, chatFailure, chatQuestion, resultOf } from './chat-text.ts'
import { createGateHolds } from './gate-holds.ts'
import type { Waited } from './gate-holds.ts'
import { findWaiting, forgetMet, interceptMessage } from './intercept-message.ts'
import type { InterceptOptions } from './intercept-message.ts'
import { meetUnsigned } from './meet-unsigned.ts'

const DECIDE_WITHIN_MS = 300_000
const EXECUTE_WITHIN_MS = 600_000
const LONGEST_MESSAGE = 3500
/** What the open questions of one person, and of all of the bot, may take in the store. */
const ROOM = { ofPrincipal: 8_000_000, ofTenant: 64_000_000 }
const NAME = /^[\w.-]{1,64}$/
const FORGET_EVERY_MS = 60 * 60 * 1000

/** What is asked, before it is a hold. */
interface AskedOperation {
  readonly at: ChatSession
  readonly call: Call
  readonly ruling: Ruling
  readonly preview: OperationPreview
}

/** @see docs/guide/bots.md */
export function createChannelGate(options: ChannelGateOptions): ChannelGate {
  const { store, name, tenant = HOME_TENANT, log = () => {} } = options
  if (!NAME.test(name)) throw new TypeError(`"${name}" is no name for a gate: use letters, digits, ".", "_" and "-".`)
  const gate = { name, tenant }
  const self = options.self ?? placelessProcess(randomUUID(), process.pid)
  const see = options.see ?? seeOnly(self)
  const ownership = createOwnership({ store, self, now: () => performance.now() })
  const operations = new Map<string, Operation>()
  const rulesOf = new Map<string, Required<OperationRules>>()
  const languageOf = (session: string): string =>
    typeof options.language === 'function' ? options.language(session) : (options.language ?? 'en')

  const holds = createGateHolds({
    store,
    ownership,
    gate,
    see,
    operations,
    sha256,
    newId: randomUUID,
    mayStillAnswer: (hold, by) => {
      const { answeredBy } = rulesOf.get(hold.call.tool) ?? withDefaults({})
      // Today's rule, and for a question of its own the one it was asked under.
      const today = hold.call.tool === CONFIRM ? hold.ruling.approvers : approversOf(answeredBy, hold.call.principal)
      return isAmongApprovers(today, { by })
    },
    askAgain: async (hold) => {
      const isShown = await wasShown(store, hold.id, 'chat').catch(() => true)
      if (!isShown) await askOnceMore(hold)
    },
    tell: async (hold) => {
      const session = sessionOf(gate, hold)
      await options.send(session, endingText(hold, languageOf(session)))
    },
    log,
  })

  /** A person who repeats an answer is not asked as often. */
  const askedAgain = new Set<string>()
  const intercepting: InterceptOptions = {
    store,
    gate,
    unmatched: options.unmatched ?? 'forward',
    words: options.words,
    rail: options.rail ?? 'channel',
    languageOf,
    sha256,
    write: (session, text) => void write(session, text),
    askAgain: (hold) => {
      if (askedAgain.has(hold.id)) return
      askedAgain.add(hold.id)
      void askOnceMore(hold).finally(() => askedAgain.delete(hold.id))
    },
    log,
  }
  const forgetting = setInterval(() => {
    forgetMet(store, gate).catch((error: unknown) => log(thrownMessage(error)))
  }, FORGET_EVERY_MS).unref()

  function withDefaults(rules: OperationRules): Required<OperationRules> {
    return {
      answeredBy: rules.answeredBy ?? options.answeredBy ?? 'requester',
      code: rules.code ?? options.code ?? 'when-needed',
      decideWithinMs: rules.decideWithinMs ?? options.decideWithinMs ?? DECIDE_WITHIN_MS,
      executeWithinMs: rules.executeWithinMs ?? options.executeWithinMs ?? EXECUTE_WITHIN_MS,
    }
  }

  async function write(session: string, text: string): Promise<void> {
    try {
      await options.send(session, text)
    } catch (error) {
      log(`nothing could be written to ${session}: ${thrownMessage(error)}`)
    }
  }

  /** A question that did not arrive is void: nobody may confirm what was not shown. */
  async function ask(hold: Hold, needsCode: boolean, leftMs = hold.ruling.decideWithinMs): Promise<void> {
    const session = sessionOf(gate, hold)
    try {
      await options.send(session, chatQuestion(hold, needsCode || demandsCode(hold), leftMs, languageOf(session)))
    } catch (error) {
      log(`the question of hold ${hold.id} could not be sent: ${thrownMessage(error)}`)
      await invalidateHold(store, hold.id, say('questionNotSent')).catch((failure: unknown) =>
        log(thrownMessage(failure)),
      )
      return
    }
    // Until this is stored, an answer brings the question again.
    await noteShown(store, hold, 'chat').catch((failure: unknown) => log(thrownMessage(failure)))
  }

  /** Whatever waits there by now, its code is known from here. */
  async function askOnceMore(hold: Hold): Promise<void> {
    const leftMs = await store.now().then(
      (now) => hold.decideBy - now,
      () => hold.ruling.decideWithinMs,
    )
    await ask(hold, true, leftMs)
  }

  /** Stores the question and puts it into the chat; a text says why not. */
  async function open(asking: AskedOperation): Promise<Extract<OpenedHold, { readonly hold: Hold }> | string> {
    const { at, call, ruling, preview } = asking
    const language = languageOf(at.session)
    if (hidesTooMuch(call)) return sayIn(language, 'chatHidesTooMuch')
    if ((await findPause(store, tenant)) !== null) {
      return translate(say('deniedWhilePaused', { tool: showInOneLine(call.tool) }), 'message', language)
    }
    const entity = buildEntity(gate, preview, sha256)
    const warnings = (preview.warnings ?? []).map(showInOneLine)
    const waiting = await findWaiting(store, gate, at.session)
    const needsCode = waiting.length > 0 || (await hadQuestionJustNow(store, gate, at.session))
    for (let tries = 0; ; tries++) {
      const id = drawHoldId(randomUUID, randomInt, waiting)
      const drawn = {
        id,
        call,
        ruling,
        preview: buildPreview({ call, ruling, definition: null, warnings, entity, sha256 }),
      }
      const characters = chatQuestion(drawn, true, ruling.decideWithinMs, language).length
      const most = options.longestMessage ?? LONGEST_MESSAGE
      if (characters > most) return sayIn(language, 'chatTooLong', { n: characters, most })
      const owner = await ownership.take()
      const base = { id, call, ruling, definition: null, policyHash: '', owner, warnings, entity }
      const opened = await openHold(store, { ...base, room: ROOM, see, sha256 })
      if (opened.kind === 'limited') return translate(opened.message, 'message', language)
      if (opened.kind === 'gone' || opened.kind === 'other-call') {
        throw new Error(`A question of our own was answered as ${opened.kind}.`)
      }
      if (opened.kind === 'lapsed') {
        ownership.lapsed()
        if (tries < 2) continue
        return sayIn(language, 'chatGateAway')
      }
      if (opened.kind === 'asked') void ask(opened.hold, needsCode)
      // It was left by a process that ended, perhaps before its question was sent.
      else if (opened.kind === 'joined' && isSameOwner(opened.hold.owner, owner) && !holds.keeps(opened.hold.id)) {
        if (!(await wasShown(store, opened.hold.id, 'chat'))) void ask(opened.hold, needsCode)
      }
      return opened
    }
  }

  /** The hold once it has ended; a text says why there is none. */
  async function askAndWait(
    asking: AskedOperation,
    operation: Operation,
  ): Promise<Exclude<Waited, null> | OpenLeft | string> {
    let opened: Awaited<ReturnType<typeof open>>
    try {
      opened = await open(asking)
    } catch (error) {
      log(`a question could not be opened: ${thrownMessage(error)}`)
      return sayIn(languageOf(asking.at.session), 'chatGateAway')
    }
    if (typeof opened === 'string') return opened
    return (await holds.wait(opened.hold, operation)) ?? { left: opened.hold.id }
  }

  function askingFor(
    at: ChatSession,
    operation: string,
    given: JsonObject,
    preview: OperationPreview,
    more: {
      readonly rationale: string | null
      readonly unique: string | null
      readonly rules: Required<OperationRules>
    },
  ): AskedOperation {
    const { rationale, unique, rules } = more
    const call = buildCall({ gate, at, operation, given, rationale, unique, sha256 })
    return { at, call, ruling: buildRuling(at, preview, rules), preview }
  }

  return {
    operation(operation, run, rules = {}) {
      if (operation === CONFIRM) throw new TypeError(`"${CONFIRM}" is taken: give the operation another name.`)
      if (operations.has(operation)) throw new TypeError(`The operation "${operation}" is registered already.`)
      operations.set(operation, run)
      rulesOf.set(operation, withDefaults(rules))
    },
    async run(session, { operation, arguments: given, preview, rationale = null }) {
      const run = operations.get(operation)
      if (run === undefined) {
        throw new TypeError(
          `There is no operation "${operation}": register it first, gate.operation("${operation}", …).`,
        )
      }
      const at = session ?? options.unattended ?? null
      if (at === null) return { kind: 'denied', text: sayIn(languageOf(''), 'chatNoPlace'), hold: null }
      const rules = rulesOf.get(operation) ?? withDefaults({})
      const asking = askingFor(at, operation, given, preview, { rationale, unique: null, rules })
      const waited = await askAndWait(asking, run)
      const language = languageOf(at.session)
      if (typeof waited === 'string') return { kind: 'denied', text: waited, hold: null }
      if ('left' in waited) return { kind: 'waiting', text: sayIn(language, 'chatStaysOpen'), hold: waited.left }
      const result = toRunResult(waited, language)
      if (result.kind === 'timeout') void write(at.session, result.text)
      return result
    },
    async confirm(session, question) {
      const at = session ?? options.unattended ?? null
      if (at === null) return { kind: 'denied', text: sayIn(languageOf(''), 'chatNoPlace'), hold: null }
      const { arguments: given = {}, rationale = null } = question
      const more = { rationale, unique: randomUUID(), rules: withDefaults(question) }
      const waited = await askAndWait(askingFor(at, CONFIRM, given, question, more), () => null)
      const language = languageOf(at.session)
      if (typeof waited === 'string') return { kind: 'denied', text: waited, hold: null }
      if ('left' in waited) {
        await invalidateHold(store, waited.left, say('runnerEnded')).catch((error: unknown) =>
          log(thrownMessage(error)),
        )
        return { kind: 'denied', text: sayIn(language, 'chatGateAway'), hold: waited.left }
      }
      const result = toConfirmation(toRunResult(waited, language))
      if (result.kind === 'timeout') void write(at.session, result.text)
      return result
    },
    // A bot that does not say of an envelope that it is authenticated has one that is not.
    intercept: (message) =>
      message.envelope === 'authenticated'
        ? interceptMessage(intercepting, message)
        : meetUnsigned(intercepting, message),
    async close() {
      clearInterval(forgetting)
      await holds.close()
    },
  }
}

/** The gate was closed while it waited. */
interface OpenLeft {
  readonly left: string
}

function toRunResult({ hold, whole }: Exclude<Waited, null>, language: string): RunResult {
  const { id } = hold
  switch (hold.state) {
    case 'succeeded': {
      const { value, text } = resultOf(hold)
      return { kind: 'done', value: whole ?? value, text, hold: id }
    }
    case 'failed':
      return { kind: 'failed', text: chatFailure(hold), hold: id }
    case 'unknown':
      return { kind: 'unknown', text: endingText(hold, language), hold: id }
    case 'declined':
    case 'cancelled':
      return { kind: 'cancelled', text: sayIn(language, 'chatCancelled'), hold: id }
    case 'expired':
      // Confirmed, and not started in time.
      if (hold.executeBy !== null) return { kind: 'denied', text: endingText(hold, language), hold: id }
      return { kind: 'timeout', text: sayIn(language, 'chatTimeout'), hold: id }
    case 'resolved':
    case 'invalidated':
    case 'pending':
    case 'approved':
    case 'dispatching':
      return { kind: 'denied', text: endingText(hold, language), hold: id }
  }
}

function toConfirmation(result: RunResult): Confirmation {
  switch (result.kind) {
    case 'done':
      return { kind: 'confirmed', text: '', hold: result.hold }
    case 'cancelled':
    case 'timeout':
      return { kind: result.kind, text: result.text, hold: result.hold }
    case 'denied':
    case 'failed':
    case 'unknown':
    case 'waiting':
      return { kind: 'denied', text: result.text, hold: result.hold }
  }
}

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
