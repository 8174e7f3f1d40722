/**
 * What the inbox in the terminal reads and decides through: what waits and what was decided, cards, and decisions that
 * are prepared, shown and only then brought to the one door. Who decides is looked up at every decision: a token may be
 * revoked meanwhile.
 */
import { randomUUID } from 'node:crypto'
import { DECIDED_STATES, DECIDING_ROLES } from '@holdpoint/core'
import {
  askAgain,
  cancelHold,
  checkEligibility,
  checkRevocation,
  decisiveVerdict,
  describeGrant,
  describePause,
  findAfterApproval,
  resolveHold,
  sweepHolds,
  peopleBehind,
  titlesApart,
  toDeliveryViews,
} from '@holdpoint/core'
import type {
  Decision,
  Delivery,
  DeliveryView,
  GateStatus,
  Hold,
  HoldPage,
  HoldState,
  ListedHold,
  Moved,
  SeeProcess,
  Store,
} from '@holdpoint/core'
import { findDecider, identifyActor } from '../actor.ts'
import type { Actor } from '../actor.ts'
import type { CommandContext, InboxScope } from '../command-context.ts'
import { bringDecision } from '../holds/decide-hold.ts'
import { cardLines, takeBackLines } from '../holds/describe-card.ts'
import { deliveryLines } from '../holds/describe-deliveries.ts'
import { describeNext } from '../holds/describe-hold.ts'
import { PAST } from '../holds/describe-verdict.ts'
import { shortDuration } from '../duration.ts'
import { RISK_TONE, STATE_TONE } from '../holds/hold-tone.ts'
import { readGate } from '../gate-actor.ts'
import { shownTo } from '../../http/routes/shown-approval.ts'
import { keepInOneLine, showInOneLine } from '../one-line.ts'
import { prepareDecision } from '../holds/prepare-decision.ts'
import type { PreparedDecision } from '../holds/prepare-decision.ts'
import { MESSAGES } from '../holds/present-hold.ts'
import type {
  InboxAskedAgain,
  InboxContents,
  InboxBackend,
  InboxPreparation,
  InboxReceipt,
  InboxRow,
  InboxWish,
} from '../../terminal/inbox/inbox-backend.ts'
import { startedAs } from '../../home/started-as.ts'
import { standsSince } from '../../terminal/inbox/inbox-backend.ts'

const MOST_WAITING = 500
const MOST_NEWEST = 200
const SWEEP_EVERY_MS = 3000
const READ_POLICY_EVERY_MS = 10_000

export function createInboxBackend(
  context: CommandContext,
  store: Store,
  { tenant, reader, gate }: InboxScope,
): InboxBackend {
  let sweptAt = Number.NEGATIVE_INFINITY
  let policyReadAt = Number.NEGATIVE_INFINITY
  let warnings: readonly string[] = []
  /** Where people are asked in chats about the holds that can be opened. */
  let asked: readonly Delivery[] = []

  async function list(words: string, state: HoldState | null, limit: number): Promise<HoldPage> {
    const text = words.trim() === '' ? null : words.trim()
    return await store.holds.list({ tenant, state, server: null, tool: null, risk: null, text, limit, cursor: null })
  }

  const history = createInboxHistory(store, list)

  /** Also shows that the file was loosened while the inbox is open. */
  async function gateLines(): Promise<readonly string[]> {
    const now = context.time.now()
    if (now - policyReadAt > READ_POLICY_EVERY_MS) {
      policyReadAt = now
      const policy = await context.policy.load(null)
      if (policy.ok) warnings = policy.warnings
    }
    return describeGateLines(await readGate(context, gate), warnings)
  }

  async function load(words: string, opened: string | null): Promise<InboxContents> {
    if (context.time.now() - sweptAt > SWEEP_EVERY_MS) {
      sweptAt = context.time.now()
      await sweepHolds(store, (process) => context.storage.see(process))
    }
    const waiting = await list(words, 'pending', MOST_WAITING)
    const unknown = await list(words, 'unknown', MOST_WAITING)
    const newest = await list(words, null, MOST_NEWEST)
    const open = opened === null ? null : await store.holds.get(opened)
    const decided = await history.collect(words, [...waiting.holds, ...unknown.holds], newest)
    const listed = [...waiting.holds, ...unknown.holds, ...decided, ...(open === null ? [] : [open])]
    asked = await store.deliveries.ofHolds([...new Set(listed.map(({ id }) => id))])
    const groups = [waiting.holds.toReversed(), unknown.holds, decided]
    const [waits = [], lost = [], past = []] = toRows(groups.map((each) => each.map((hold) => shownTo(hold, reader))))
    return {
      gate: await gateLines(),
      waiting: waits,
      unknown: lost,
      history: past,
      more: newest.nextCursor !== null || waiting.nextCursor !== null,
      opened: open !== null && (tenant === null || open.call.tenant === tenant) ? shownTo(open, reader) : null,
      voice: await findDecider(context),
      now: await store.now(),
    }
  }

  function askedAbout(hold: Hold): readonly DeliveryView[] {
    return toDeliveryViews(
      hold,
      asked.filter((delivery) => delivery.hold === hold.id),
    )
  }

  async function prepare(wish: InboxWish): Promise<InboxPreparation> {
    const name = wish.kind === 'decline' ? 'reject' : wish.kind
    const identified = await identifyActor(context, { name, roles: DECIDING_ROLES, about: wish.hold.id })
    if (!identified.ok) return refused(`${identified.problem.message} ${identified.problem.next}`)
    const { actor } = identified
    const hold = await store.holds.get(wish.hold.id)
    const now = await store.now()
    if (hold === null) return refused('It is no longer there.')
    if (wish.kind === 'resolve') {
      if (hold.state !== 'unknown') return refused(describeAlready(hold, now))
      const { executed, note } = wish
      return {
        ok: true,
        hold,
        standing: null,
        purpose: `record that it ${executed ? 'DID' : 'did NOT'} run`,
        atOnce: false,
        code: actor.mustTypeCode,
        bring: async () => resolveReceipt(await resolveHold(store, toResolve(hold, actor, executed, note)), store),
      }
    }
    if (wish.kind === 'cancel') return prepareCancel(hold, actor, wish.reason, now)
    if (hold.state !== 'pending') return refused(describeAlready(hold, now))
    const { reason, edit, grant } = wish.kind === 'decline' ? { ...wish, edit: null } : { ...wish, reason: null }
    const preparation = await prepareDecision(context, actor, { answer: wish.kind, hold, reason, edit, grant }, now)
    if (!preparation.ok) return refused(preparation.problem.message)
    const { prepared } = preparation
    if (prepared.ineligible !== null) return refused(prepared.ineligible.message)
    if (prepared.standing?.ok === false) return refused(prepared.standing.text)
    return {
      ok: true,
      hold: prepared.hold,
      standing: prepared.standing?.text ?? null,
      purpose: wish.kind,
      atOnce: false,
      code: actor.mustTypeCode,
      bring: async () =>
        await decisionReceipt(await bringDecision(context, givenHere(prepared)), store, context.storage.see),
    }
  }

  async function askedAgain({ id }: Hold): Promise<InboxAskedAgain> {
    const identified = await identifyActor(context, { name: 'ask again', roles: DECIDING_ROLES, about: id })
    if (!identified.ok) return { ok: false, text: `${identified.problem.message} ${identified.problem.next}` }
    const { by, tenant: within } = identified.actor
    const answer = await askAgain(store, { hold: id, tenant: within, by, id: randomUUID() })
    switch (answer.kind) {
      case 'asked':
        return { ok: true, id: answer.hold.id, text: 'Asked again: it runs only after a new yes.' }
      case 'not-found':
        return { ok: false, text: 'It is no longer there; nothing was asked.' }
      case 'refused':
        return { ok: false, text: keepInOneLine(answer.refusal.message) }
    }
  }

  async function prepareCancel(
    hold: Hold,
    actor: Actor,
    reason: string | null,
    now: number,
  ): Promise<InboxPreparation> {
    if (hold.state !== 'pending' && hold.state !== 'approved') return refused(describeAlready(hold, now))
    const { by, via, assurance } = actor
    const people = await context.verdicts.people()
    const ineligible =
      hold.state === 'approved'
        ? checkRevocation(hold, { ...actor, ...peopleBehind(people, hold.call, actor.by) })
        : checkEligibility(hold, { answer: 'cancel', by, via, assurance })
    if (ineligible !== null) return refused(ineligible.message)
    return {
      ok: true,
      hold,
      standing: null,
      purpose: hold.state === 'approved' ? 'take it back' : 'cancel it',
      // Five seconds are too few to read a code and type it, and nothing runs by this.
      atOnce: hold.state === 'approved' && hold.runAfter !== null && hold.runAfter > now,
      code: actor.mustTypeCode,
      bring: async () => {
        const request = { hold: hold.id, tenant: actor.tenant, by, via, assurance, reason, people }
        return await cancelReceipt(await cancelHold(store, request), store, context.storage.see)
      },
    }
  }

  return {
    load,
    draw: (hold, now, drawing) => [
      ...cardLines(hold, now, drawing),
      ...deliveryLines(askedAbout(hold), now, drawing.width),
      ...takeBackLines(hold, now, drawing.width, drawing.takeBack),
    ],
    already: describeAlready,
    prepare,
    askAgain: askedAgain,
    watch: (listener) => store.watch(listener),
  }
}

/** Here a yes is counted down and can be taken back, unlike one that is typed as a command. */
function givenHere(prepared: PreparedDecision): PreparedDecision {
  return { ...prepared, verdict: { ...prepared.verdict, inbox: true } }
}

/** Calls of any group are told apart from those of the others too. */
function toRows(groups: readonly (readonly ListedHold[])[]): readonly (readonly InboxRow[])[] {
  const titles = titlesApart(groups.flat().map(({ preview }) => preview)).values()
  return groups.map((holds) => holds.map((hold) => toRow(hold, titles.next().value ?? '')))
}

function toRow(hold: ListedHold, title: string): InboxRow {
  const { risk } = hold.ruling
  return {
    hold,
    title,
    risk: { text: MESSAGES[risk], tone: RISK_TONE[risk] },
    state: { text: hold.state, tone: STATE_TONE[hold.state] },
  }
}

function describeGateLines({ off, paused }: GateStatus, warnings: readonly string[]): readonly string[] {
  const open = new Set([...(off === null ? [] : [off]), ...warnings].map(showInOneLine))
  const pause = paused === null ? [] : [describePause(paused, startedAs('shell'))]
  return [...open, ...pause]
}

function describeAlready(hold: Hold, now: number): string {
  const winner = decisiveVerdict(hold)
  if (hold.outcome?.kind === 'resolved') return `Already resolved by ${showInOneLine(hold.outcome.by)}.`
  if (winner === null) return `It is ${hold.state}${hold.note === null ? '' : ` (${keepInOneLine(hold.note)})`}.`
  const changes = winner.edits === null ? '' : ' with changes'
  const age = shortDuration(now - winner.at)
  return `Already ${PAST[winner.answer]}${changes} via ${winner.via} ${age} ago, by ${showInOneLine(winner.by)}.`
}

async function decisionReceipt(decision: Decision, store: Store, see: SeeProcess): Promise<InboxReceipt> {
  switch (decision.kind) {
    case 'decided': {
      const { hold, grant } = decision
      const granted = grant === null ? '' : ` Granted: ${describeGrant(grant)}`
      if (hold.state === 'declined') return { ok: true, text: `Declined. It will not run.${granted}` }
      return { ok: true, text: `Approved. ${await describeApproved(store, hold, see)}${granted}` }
    }
    case 'receipt':
      return { ok: true, text: `Nothing changed; this was said before. It is ${decision.hold.state}.` }
    case 'not-found':
      return { ok: false, text: 'It is no longer there; nothing was decided.' }
    case 'refused': {
      const { hold, refusal } = decision
      const why = hold.state === 'pending' ? refusal.message : describeAlready(hold, await store.now())
      return { ok: false, text: `${keepInOneLine(why)} Yours changed nothing.` }
    }
  }
}

/** What takes it back here stands beside the seconds that are left, on the card. */
async function describeApproved(store: Store, hold: Hold, see: SeeProcess): Promise<string> {
  const after = hold.state === 'approved' ? await findAfterApproval(store, hold, see) : null
  if (after !== 'now' || hold.runAfter === null) return await describeNext(store, hold, see, startedAs('shell'))
  const seconds = Math.ceil((hold.runAfter - (hold.decidedAt ?? hold.runAfter)) / 1000)
  return `It runs ${seconds} s after your answer, unless it is taken back before.`
}

async function cancelReceipt(decision: Decision, store: Store, see: SeeProcess): Promise<InboxReceipt> {
  if (decision.kind === 'decided') return { ok: true, text: 'Cancelled. It will not run.' }
  if (decision.kind === 'refused' && decision.refusal.code === 'TOO_LATE') {
    return { ok: false, text: `${keepInOneLine(decision.refusal.message)} Yours changed nothing.` }
  }
  return await decisionReceipt(decision, store, see)
}

function toResolve(hold: Hold, actor: Actor, executed: boolean, note: string): Parameters<typeof resolveHold>[1] {
  return { hold: hold.id, tenant: actor.tenant, by: actor.by, executed, note }
}

async function resolveReceipt(moved: Moved, store: Store): Promise<InboxReceipt> {
  switch (moved.kind) {
    case 'moved':
      return { ok: true, text: 'Recorded. Nothing was sent again.' }
    case 'not-found':
      return { ok: false, text: 'It is no longer there; nothing was recorded.' }
    case 'refused':
      return { ok: false, text: `${describeAlready(moved.hold, await store.now())} Yours changed nothing.` }
  }
}

function refused(message: string): InboxPreparation {
  return { ok: false, message: keepInOneLine(message) }
}

/**
 * What was decided, in the order in which it was. A store pages by when calls were made, so what waited long and was
 * decided just now stands there behind all that came later: whatever was seen waiting is therefore followed, and where
 * the newest calls are not all there are, each state is asked for by itself, so that those that wait leave room for the
 * decided ones.
 */
interface InboxHistory {
  /** `waiting`: everything with these words that needs a person; `newest`: calls of every state. */
  collect(words: string, waiting: readonly ListedHold[], newest: HoldPage): Promise<readonly ListedHold[]>
}

type ListHolds = (words: string, state: HoldState | null, limit: number) => Promise<HoldPage>

const MOST_SHOWN = 200
const MOST_FOLLOWED = 50
const OF_EACH_STATE = 25

function createInboxHistory(store: Store, list: ListHolds): InboxHistory {
  let searched = ''
  let waited: ReadonlySet<string> = new Set()
  let left: readonly string[] = []

  /** The calls that waited a moment ago and no longer do, latest first. */
  function follow(words: string, waiting: readonly ListedHold[]): readonly string[] {
    const waits = new Set(waiting.map(({ id }) => id))
    const isSameSearch = words === searched
    const gone = isSameSearch ? [...waited].filter((id) => !waits.has(id)) : []
    left = isSameSearch ? [...new Set([...gone, ...left])].slice(0, MOST_FOLLOWED) : []
    searched = words
    waited = waits
    return left
  }

  return {
    async collect(words, waiting, newest) {
      const followed = await Promise.all(follow(words, waiting).map(async (id) => await store.holds.look(id)))
      const states = newest.nextCursor === null ? [] : DECIDED_STATES
      const pages = await Promise.all(states.map(async (state) => await list(words, state, OF_EACH_STATE)))
      const found = new Map<string, ListedHold>()
      for (const hold of [...newest.holds, ...pages.flatMap(({ holds }) => holds), ...followed]) {
        if (hold !== null && DECIDED_STATES.includes(hold.state)) found.set(hold.id, hold)
      }
      return [...found.values()].toSorted((one, other) => standsSince(other) - standsSince(one)).slice(0, MOST_SHOWN)
    },
  }
}
