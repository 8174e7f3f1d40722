/** Somebody at the inbox: presses keys, and whatever they lead to is carried out on the real backend and store. */
import type { Hold } from '@holdpoint/core'
import { createPaint } from '../../../src/terminal/colour.ts'
import type { InboxBackend } from '../../../src/terminal/inbox/inbox-backend.ts'
import { initialState } from '../../../src/terminal/inbox/inbox-state.ts'
import type { InboxEffect, InboxState } from '../../../src/terminal/inbox/inbox-state.ts'
import type { Key, NamedKey } from '../../../src/terminal/inbox/key.ts'
import { createInboxReducer } from '../../../src/terminal/inbox/reduce-inbox.ts'
import type { InboxEvent } from '../../../src/terminal/inbox/reduce-inbox.ts'
import { viewInbox } from '../../../src/terminal/inbox/view-inbox.ts'
import type { CliHome, RunOptions } from '../../cli/cli-home.ts'

export interface Player {
  state(): InboxState
  /** What is on the screen, one string. */
  screen(): string
  rows(): readonly string[]
  effects: InboxEffect['do'][]
  /** One key each: a character, or a name in angle brackets such as `<enter>`. */
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Time passes. */
  wait(milliseconds: number): void
  load(): Promise<void>
  resize(columns: number, rows: number): void
  tick(): void
  /** What the editor leaves; `null`: it came to nothing. */
  edited: (hold: Hold) => string | null
}

export const CODE = '7F3K'

export async function visitInbox(
  home: CliHome,
  act: (player: Player) => Promise<void>,
  options: Omit<RunOptions, 'terminal'> & { readonly size?: readonly [number, number] } = {},
): Promise<void> {
  // A command turns every error into a message, also that of a failed expectation: it is kept aside.
  let visit: Promise<void> | null = null
  home.visitInbox = async (backend) => {
    visit = (async () => {
      const player = createPlayer(backend, options.size ?? [80, 24])
      await player.load()
      await act(player)
    })()
    await visit
  }
  const ran = await home.run(['inbox'], { terminal: 'right-code', ...options })
  if (visit === null) throw new Error(`The inbox did not open: ${ran.out}${ran.err}`)
  await (visit as Promise<void>)
}

function createPlayer(backend: InboxBackend, [columns, rows]: readonly [number, number]): Player {
  let clock = 1000
  let state = initialState(columns, rows, clock)
  const reduce = createInboxReducer({ draw: backend.draw, already: backend.already, drawCode: () => CODE })

  async function dispatch(event: InboxEvent): Promise<void> {
    const reduced = reduce(state, event)
    state = reduced.state
    if (reduced.effect !== null) await carryOut(reduced.effect)
  }

  async function carryOut(effect: InboxEffect): Promise<void> {
    player.effects.push(effect.do)
    switch (effect.do) {
      case 'load':
        return await player.load()
      case 'prepare': {
        const preparation = await backend.prepare(effect.wish)
        return await dispatch({ type: 'prepared', wish: effect.wish, preparation, at: clock })
      }
      case 'bring': {
        const receipt = await effect.prepared.bring()
        return await dispatch({ type: 'brought', hold: effect.prepared.hold.id, receipt, at: clock })
      }
      case 'ask-again':
        return await dispatch({ type: 'asked-again', asked: await backend.askAgain(effect.hold), at: clock })
      case 'edit': {
        const text = player.edited(effect.hold)
        return await dispatch({ type: 'edited', hold: effect.hold, text, message: 'nothing came of it', at: clock })
      }
      case 'redraw':
      case 'leave':
    }
  }

  const player: Player = {
    state: () => state,
    screen: () => viewInbox(state, createPaint(false)).rows.join('\n'),
    rows: () => viewInbox(state, createPaint(false)).rows,
    effects: [],
    async press(...keys) {
      for (const key of keys) await dispatch({ type: 'key', key: readKey(key), at: (clock += 10) })
    },
    async type(text) {
      await player.press(...Array.from(text))
    },
    wait: (milliseconds) => void (clock += milliseconds),
    async load() {
      const contents = await backend.load(state.words, state.card?.hold.id ?? state.opening)
      await dispatch({ type: 'loaded', contents, at: clock })
    },
    resize: (width, height) => void dispatch({ type: 'resized', columns: width, rows: height, at: clock }),
    tick: () => void dispatch({ type: 'ticked', at: (clock += 1000) }),
    edited: () => null,
  }
  return player
}

function readKey(key: string): Key {
  const name = /^<(.+)>$/.exec(key)?.[1]
  return name === undefined ? { kind: 'character', text: key } : { kind: name as NamedKey }
}
