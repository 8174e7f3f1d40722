/**
 * What happens to the inbox, one event at a time: the next state, and at most one thing to do. Pure: the backend's
 * drawing, the code and the clock come in. It decides nothing by itself; only a confirmed prompt leads to the effect
 * `bring`.
 */
import { approvedDigest } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import type {
  InboxAskedAgain,
  InboxBackend,
  InboxContents,
  InboxPreparation,
  InboxReceipt,
  InboxWish,
} from './inbox-backend.ts'
import { databaseNow, isRead, listedHolds } from './inbox-state.ts'
import { BRINGING } from './next-state.ts'
import type { InboxEffect, InboxState, Message, Prompt, Reduced } from './inbox-state.ts'
import type { Key } from './key.ts'
import { closePrompt, drawCard, openCard, settleCard } from './open-card.ts'
import { pressKey } from './press-key.ts'
import { bodyRows } from './view-inbox.ts'
import { hasLapsed, isArmed } from './second-act.ts'
import { viewHelp } from './view-help.ts'
import { viewList } from './view-list.ts'

export type InboxEvent =
  | { readonly type: 'key'; readonly key: Key; readonly at: number }
  | { readonly type: 'loaded'; readonly contents: InboxContents; readonly at: number }
  | { readonly type: 'load-failed'; readonly message: string; readonly at: number }
  | { readonly type: 'resized'; readonly columns: number; readonly rows: number; readonly at: number }
  | { readonly type: 'ticked'; readonly at: number }
  | { readonly type: 'prepared'; readonly wish: InboxWish; readonly preparation: InboxPreparation; readonly at: number }
  | { readonly type: 'brought'; readonly hold: string; readonly receipt: InboxReceipt; readonly at: number }
  | { readonly type: 'asked-again'; readonly asked: InboxAskedAgain; readonly at: number }
  /** `text`: the edited arguments; `null`: nothing came of it, and `message` says why. */
  | {
      readonly type: 'edited'
      readonly hold: Hold
      readonly text: string | null
      readonly message: string
      readonly at: number
    }

export interface ReducerOptions {
  readonly draw: InboxBackend['draw']
  readonly already: InboxBackend['already']
  /** A fresh random code. */
  readonly drawCode: () => string
}

const RAN: readonly Hold['state'][] = ['succeeded', 'failed', 'unknown']
/** Drawing a huge card anew each second would cost more than its ages are worth. */
const REDRAWN_WITH_THE_CLOCK = 2000

export function createInboxReducer(options: ReducerOptions): (state: InboxState, event: InboxEvent) => Reduced {
  const { draw } = options

  function reduce(state: InboxState, event: InboxEvent): Reduced {
    switch (event.type) {
      case 'key':
        return pressKey({ ...state, message: null, opening: null }, event.key, draw)
      case 'loaded':
        return only(takeContents({ ...state, contents: event.contents, loadedAt: event.at }, state))
      case 'load-failed':
        return only(tell(state, `What waits cannot be read: ${event.message} Trying again.`, 'bad'))
      case 'resized': {
        const resized = { ...state, columns: event.columns, rows: event.rows }
        const { card } = state
        return only({ ...resized, card: card === null ? null : drawCard(card, resized, draw) }, { do: 'redraw' })
      }
      case 'ticked': {
        const { card } = state
        if (card === null || card.lines.length > REDRAWN_WITH_THE_CLOCK) return only(state)
        return only({ ...state, card: drawCard(card, state, draw) })
      }
      case 'prepared':
        return takePrepared(state, event.wish, event.preparation)
      case 'brought': {
        const { receipt } = event
        const decidedHere = [...state.decidedHere, event.hold]
        const next = tell(closePrompt({ ...state, decidedHere }, draw), receipt.text, receipt.ok ? 'good' : 'bad')
        return only(next, { do: 'load' })
      }
      case 'edited':
        return takeEdit(state, event)
      case 'asked-again':
        return takeAskedAgain(state, event.asked)
    }
  }

  function takePrepared(state: InboxState, wish: InboxWish, preparation: InboxPreparation): Reduced {
    const asking = askToConfirm(state, wish, preparation)
    const { prompt } = asking
    if (!preparation.ok || !preparation.atOnce || prompt?.kind !== 'confirm') return only(asking)
    return only({ ...asking, prompt: BRINGING }, { do: 'bring', prepared: preparation })
  }

  /** The question for what was prepared. Other arguments than those on the screen are shown from their beginning. */
  function askToConfirm(state: InboxState, wish: InboxWish, preparation: InboxPreparation): InboxState {
    const { card } = state
    if (!preparation.ok) return tell(closePrompt(state, draw), preparation.message, 'bad')
    // Meanwhile the person went elsewhere: a call that is not on the screen is not asked about.
    if (card === null || card.hold.id !== preparation.hold.id || state.prompt?.kind !== 'busy') return state
    if (isPast(wish, card.hold)) {
      return tell(closePrompt(state, draw), options.already(card.hold, databaseNow(state)), 'caution')
    }
    const { hold: shown, standing } = preparation
    const same = approvedDigest(shown) === approvedDigest(card.shown)
    const prompt: Prompt = {
      kind: 'confirm',
      wish,
      prepared: preparation,
      code: options.drawCode(),
      typed: '',
      since: null,
    }
    const top = same ? (standing === null ? card.top : Number.MAX_SAFE_INTEGER) : 0
    return { ...state, prompt, card: drawCard({ ...card, shown, standing, top }, state, draw) }
  }

  function takeContents(state: InboxState, before: InboxState): InboxState {
    const { card, contents, opening } = state
    if (contents === null) return state
    const { opened } = contents
    if (opening !== null && opened?.id === opening) {
      // That it is being read is no longer news.
      const message = state.message?.tone === 'good' ? state.message : null
      return { ...state, opening: null, message, card: openCard(opened, state, draw) }
    }
    if (card === null) return state
    if (opened === null || opened.id !== card.hold.id) return state
    if (opened.revision === card.hold.revision) return state
    const now = contents.now
    const preparing = card.shown !== card.hold && state.prompt?.kind === 'confirm'
    const decidedElsewhere =
      card.hold.state === 'pending' && opened.state !== 'pending' && !state.decidedHere.includes(opened.id)
    const changed = opened.state === 'pending' && approvedDigest(opened) !== approvedDigest(card.hold)
    const stale = card.hold.state !== opened.state || changed
    const shown = preparing && !stale ? card.shown : opened
    const redrawn = drawCard({ ...card, hold: opened, shown, ...(stale ? { standing: null } : {}) }, state, draw)
    // A person who has read to the end sees what comes next, the result above all.
    const top = changed ? 0 : stale && isRead(card) ? Number.MAX_SAFE_INTEGER : card.top
    const next = { ...state, card: { ...redrawn, top } }
    if (!stale && isArmed(next.prompt)) {
      return tell(
        closePrompt(next, draw),
        'It has changed meanwhile; nothing was decided. Look, and press a again.',
        'caution',
      )
    }
    if (!stale) return next
    const bringing = before.prompt?.kind === 'busy'
    if (next.prompt?.kind === 'confirm' && next.prompt.wish.kind === 'cancel' && isPast(next.prompt.wish, opened)) {
      return tell({ ...next, prompt: null }, `It is too late to take it back: it is ${opened.state}.`, 'bad')
    }
    if (decidedElsewhere && !bringing)
      return tell({ ...next, prompt: keptPrompt(next.prompt) }, options.already(opened, now), 'caution')
    if (changed) {
      const by = opened.edit?.by ?? 'somebody'
      return tell(
        { ...next, prompt: keptPrompt(next.prompt) },
        `${by} has changed the arguments. Read them again.`,
        'caution',
      )
    }
    // The call has run by now: that it is going to run is no longer news.
    return RAN.includes(opened.state) ? { ...next, message: null } : next
  }

  function lapse(state: InboxState): InboxState {
    return tell(
      closePrompt(state, draw),
      'That took too long; nothing was decided. Look, and press a again.',
      'caution',
    )
  }

  function takeEdit(state: InboxState, event: InboxEvent & { readonly type: 'edited' }): Reduced {
    if (event.text === null) return only(tell(closePrompt(state, draw), event.message, 'caution'))
    const wish: InboxWish = { kind: 'approve', hold: event.hold, edit: event.text, grant: null }
    return only(state, { do: 'prepare', wish })
  }

  /** The new question is what a person who asked again wants to see. */
  function takeAskedAgain(state: InboxState, asked: InboxAskedAgain): Reduced {
    const told = tell(closePrompt(state, draw), asked.text, asked.ok ? 'good' : 'bad')
    return only(asked.ok ? { ...told, card: null, opening: asked.id, selected: asked.id } : told, { do: 'load' })
  }

  return (state, event) => {
    const now = { ...state, clock: event.at }
    const isLate = hasLapsed(now)
    // The key was meant for the question that is gone.
    const { state: next, effect } =
      isLate && event.type === 'key' ? only(lapse(now)) : reduce(isLate ? lapse(now) : now, event)
    return { state: settle(next), effect }
  }
}

/** Whether there is nothing left of the hold to decide by this. */
function isPast({ kind }: InboxWish, { state }: Hold): boolean {
  return kind !== 'resolve' && state !== 'pending' && !(kind === 'cancel' && state === 'approved')
}

/** Filtering goes on whatever becomes of a call; what was asked about it does not. */
function keptPrompt(prompt: Prompt | null): Prompt | null {
  return prompt?.kind === 'filter' ? prompt : null
}

function settle(state: InboxState): InboxState {
  const card = state.card === null ? null : settleCard(state.card, state)
  const settled = { ...state, card, help: helpTopOf(state), listTop: listTopOf(state), selected: selectedOf(state) }
  const { prompt } = settled
  if (prompt?.kind !== 'confirm' || prompt.since !== null) return settled
  // A "no" stops a call, and saying what happened sends nothing: neither needs every byte to have been read.
  const read = prompt.wish.kind !== 'approve' || (card !== null && card.seen === approvedDigest(card.shown))
  return read ? { ...settled, prompt: { ...prompt, since: settled.clock } } : settled
}

/** Not beyond its end, also on a screen that has become larger. */
function helpTopOf(state: InboxState): number | null {
  if (state.help === null) return null
  return Math.max(0, Math.min(state.help, viewHelp(state.columns).length - bodyRows(state)))
}

/** A row that vanished leaves nothing selected, so that no key is ever about another call than it seemed. */
function selectedOf(state: InboxState): string | null {
  return listedHolds(state).some(({ id }) => id === state.selected) ? state.selected : (state.card?.hold.id ?? null)
}

function listTopOf(state: InboxState): number {
  const rows = viewList(state)
  const room = bodyRows(state)
  const chosen = rows.findIndex(({ id }) => id !== null && id === state.selected)
  const highest = Math.max(0, rows.length - room)
  if (chosen < 0) return Math.min(state.listTop, highest)
  // The heading above the first row of a group comes along.
  const first = chosen > 0 && rows[chosen - 1]?.id === null ? chosen - 1 : chosen
  const last = rows.findLastIndex(({ id }) => id === state.selected)
  return Math.min(highest, Math.max(Math.min(state.listTop, first), last - room + 1))
}

function tell(state: InboxState, text: string, tone: Message['tone']): InboxState {
  return { ...state, message: { text, tone } }
}

function only(state: InboxState, effect: InboxEffect | null = null): Reduced {
  return { state, effect }
}
