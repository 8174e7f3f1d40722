/**
 * Runs the inbox on a real terminal: keys, changes of the store and the clock become events, effects are carried out,
 * the screen is painted. Whatever ends it (a key, a signal, an error, the end of input) leaves the terminal as it was.
 */
import { emitKeypressEvents } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { thrownMessage } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import type { Paint } from '../colour.ts'
import { drawConfirmationCode } from '../confirmation-code.ts'
import type { EditArguments } from './edit-arguments.ts'
import type {
  ConfirmableDecision,
  InboxAskedAgain,
  InboxBackend,
  InboxPreparation,
  InboxReceipt,
  InboxWish,
} from './inbox-backend.ts'
import { initialState } from './inbox-state.ts'
import type { InboxEffect } from './inbox-state.ts'
import { toKey } from './key.ts'
import type { Keypress } from './key.ts'
import { createInboxReducer } from './reduce-inbox.ts'
import type { InboxEvent } from './reduce-inbox.ts'
import { createScreenPainter } from './screen-painter.ts'
import { viewInbox } from './view-inbox.ts'

export interface InboxTerminal {
  readonly input: Readable & { setRawMode(raw: boolean): unknown }
  readonly output: Writable & { readonly columns?: number; readonly rows?: number }
  readonly paint: Paint
  readonly randomInteger: (limit: number) => number
  /** A clock that only moves forward, in milliseconds. */
  readonly now: () => number
  readonly editArguments: EditArguments
  readonly interrupted: AbortSignal
}

const USUAL_COLUMNS = 80
const USUAL_ROWS = 24
const TICK_MS = 1000
/** Also without a signal: deadlines pass and processes die silently. */
const LOOK_EVERY_TICKS = 4
/** Several changes at once are one look. */
const SETTLE_MS = 25

export async function runInbox(backend: InboxBackend, terminal: InboxTerminal): Promise<void> {
  const { input, output, paint, now } = terminal
  const painter = createScreenPainter(output)
  const reduce = createInboxReducer({
    draw: backend.draw,
    already: backend.already,
    drawCode: () => drawConfirmationCode(terminal.randomInteger),
  })
  const size = (): { columns: number; rows: number } => ({
    columns: output.columns === undefined || output.columns < 1 ? USUAL_COLUMNS : output.columns,
    rows: output.rows === undefined || output.rows < 1 ? USUAL_ROWS : output.rows,
  })
  let state = initialState(size().columns, size().rows, now())
  let loading: 'idle' | 'loading' | 'again' = 'idle'
  let paintSoon: NodeJS.Immediate | null = null
  let settling: NodeJS.Timeout | null = null
  let ticks = 0
  let ended = false
  let leave: () => void = () => {}
  const left = new Promise<void>((resolve) => (leave = resolve))

  function dispatch(event: InboxEvent): void {
    if (ended) return
    const reduced = reduce(state, event)
    state = reduced.state
    if (reduced.effect !== null) carryOut(reduced.effect)
    paintSoon ??= setImmediate(paintNow)
  }

  function paintNow(): void {
    paintSoon = null
    if (ended) return
    const { rows, cursor } = viewInbox(state, paint)
    painter.paint(rows, cursor)
  }

  function carryOut(effect: InboxEffect): void {
    switch (effect.do) {
      case 'load':
        return void load()
      case 'prepare':
        return void prepare(effect.wish)
      case 'bring':
        return void bring(effect.prepared)
      case 'edit':
        return void edit(effect.hold)
      case 'ask-again':
        return void askAgain(effect.hold)
      case 'redraw':
        return painter.forget()
      case 'leave':
        return leave()
    }
  }

  async function load(): Promise<void> {
    if (loading !== 'idle') {
      loading = 'again'
      return
    }
    loading = 'loading'
    try {
      const contents = await backend.load(state.words, state.card?.hold.id ?? state.opening)
      dispatch({ type: 'loaded', contents, at: now() })
    } catch (error) {
      dispatch({ type: 'load-failed', message: thrownMessage(error), at: now() })
    }
    const more = (loading as string) === 'again'
    loading = 'idle'
    if (more) await load()
  }

  async function prepare(wish: InboxWish): Promise<void> {
    const preparation = await backend.prepare(wish).catch((error: unknown): InboxPreparation => ({
      ok: false,
      message: `It cannot be decided now: ${thrownMessage(error)}`,
    }))
    dispatch({ type: 'prepared', wish, preparation, at: now() })
  }

  async function bring(prepared: ConfirmableDecision): Promise<void> {
    const receipt = await prepared.bring().catch((error: unknown): InboxReceipt => ({
      ok: false,
      text: `Your answer could not be stored: ${thrownMessage(error)}`,
    }))
    dispatch({ type: 'brought', hold: prepared.hold.id, receipt, at: now() })
  }

  async function askAgain(hold: Hold): Promise<void> {
    const asked = await backend.askAgain(hold).catch((error: unknown): InboxAskedAgain => ({
      ok: false,
      text: `It could not be asked again: ${thrownMessage(error)}`,
    }))
    dispatch({ type: 'asked-again', asked, at: now() })
  }

  async function edit(hold: Hold): Promise<void> {
    release()
    const edited = await terminal.editArguments(hold)
    if (!ended) seize()
    dispatch({ type: 'edited', hold, ...edited, at: now() })
  }

  const pressed = (text: string | undefined, press: Keypress): void => {
    const key = toKey(text, press)
    if (key !== null) dispatch({ type: 'key', key, at: now() })
  }
  const resized = (): void => dispatch({ type: 'resized', ...size(), at: now() })

  function seize(): void {
    input.setRawMode(true)
    input.on('keypress', pressed)
    input.resume()
    painter.enter()
  }

  function release(): void {
    input.off('keypress', pressed)
    input.pause()
    painter.leave()
    input.setRawMode(false)
  }

  const changed = (): void => {
    settling ??= setTimeout(() => {
      settling = null
      void load()
    }, SETTLE_MS)
  }
  const tick = (): void => {
    ticks++
    dispatch({ type: 'ticked', at: now() })
    if (ticks % LOOK_EVERY_TICKS === 0) void load()
  }

  emitKeypressEvents(input)
  // A crash prints its message on the screen that the person keeps.
  process.once('uncaughtExceptionMonitor', release)
  process.once('exit', release)
  process.once('SIGHUP', leave)
  terminal.interrupted.addEventListener('abort', leave)
  input.once('end', leave)
  output.on('resize', resized)
  const unwatch = backend.watch(changed)
  const ticking = setInterval(tick, TICK_MS)
  try {
    seize()
    paintNow()
    void load()
    if (!terminal.interrupted.aborted) await left
  } finally {
    ended = true
    clearInterval(ticking)
    if (settling !== null) clearTimeout(settling)
    unwatch()
    output.off('resize', resized)
    input.off('end', leave)
    terminal.interrupted.removeEventListener('abort', leave)
    process.off('SIGHUP', leave)
    process.off('exit', release)
    process.off('uncaughtExceptionMonitor', release)
    release()
  }
}
