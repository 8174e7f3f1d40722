/**
 * The calls that wait in this process, and what a card can show of each: its question, wherever a person is asked. A
 * view knows only what its host was told of the call, so it finds its question by the arguments, on its own connection;
 * elsewhere there is nothing to find.
 */
import { canonicalize, CONTROL_PARAMETERS } from '@holdpoint/core'
import type { Call, Hold, JsonObject, JsonValue } from '@holdpoint/core'

/** One connection of one principal to one server. */
export interface CardPlace {
  readonly tenant: string
  readonly principal: string
  readonly session: string
  readonly serverIdentity: string
}

export interface CardQuestion {
  readonly hold: Hold
  readonly place: CardPlace
  readonly previewParameter: string
  readonly approvalUrl: () => Promise<string>
  /**
   * Why a card must not decide it now; `null`: it may. Asked each time: a server may bring views, a dialog may close.
   */
  readonly cannotDecide: () => string | null
}

export interface OpenedCardQuestion {
  /** A view asked for it: a person has it on the screen. */
  readonly drawn: Promise<void>
  /** A verdict came through the card. */
  readonly decided: Promise<void>
  close(): void
}

/** `waits`: nothing of the call runs, and what is to be decided is not known yet, or cannot be told from another. */
export type FoundQuestion = CardQuestion | 'waits' | null

export interface CardQuestions {
  open(question: CardQuestion): OpenedCardQuestion
  /** A call that is held, from before its question is known. Answers how to forget it. */
  expect(place: CardPlace, call: AwaitedCall): () => void
  /** Waits for a question that is about to be asked: a view can be faster than the call it belongs to. */
  find(place: CardPlace, wanted: WantedQuestion, withinMs: number): Promise<FoundQuestion>
  noteDrawn(question: CardQuestion): void
  noteDecided(hold: string): void
}

type AwaitedCall = Pick<Call, 'tool' | 'argumentsText'>

export interface WantedQuestion {
  /** `null`: the host did not tell its view the tool's name. */
  readonly tool: string | null
  /** As the model sent them, control parameters still among them. */
  readonly arguments: JsonObject
}

interface Entry {
  readonly question: CardQuestion
  readonly drawn: () => void
  readonly decided: () => void
}

export function createCardQuestions(): CardQuestions {
  const entries = new Set<Entry>()
  const expected = new Set<{ readonly place: CardPlace; readonly call: AwaitedCall }>()
  const watchers = new Set<() => void>()

  function look(place: CardPlace, wanted: WantedQuestion): FoundQuestion {
    const found = new Map<string, CardQuestion>()
    for (const { question } of entries) {
      if (!samePlace(question.place, place) || !belongs(question.hold.call, wanted)) continue
      // Where it is asked on the card, that is what the card shows.
      if (!found.has(question.hold.id) || question.cannotDecide() === null) found.set(question.hold.id, question)
    }
    const [first] = found.values()
    // Two tools may have been called with the same arguments: a view must never show the other one's question.
    if (first !== undefined) return found.size === 1 ? first : 'waits'
    return [...expected].some((one) => samePlace(one.place, place) && belongs(one.call, wanted)) ? 'waits' : null
  }

  return {
    open(question) {
      let drawn: () => void = () => {}
      let decided: () => void = () => {}
      const opened: OpenedCardQuestion = {
        drawn: new Promise<void>((resolve) => (drawn = resolve)),
        decided: new Promise<void>((resolve) => (decided = resolve)),
        close: () => void entries.delete(entry),
      }
      const entry: Entry = { question, drawn, decided }
      entries.add(entry)
      for (const watcher of watchers) watcher()
      return opened
    },
    expect(place, call) {
      const one = { place, call }
      expected.add(one)
      return () => void expected.delete(one)
    },
    async find(place, wanted, withinMs) {
      const there = look(place, wanted)
      if ((there !== null && there !== 'waits') || withinMs === 0) return there
      return await new Promise((resolve) => {
        const finish = (found: FoundQuestion): void => {
          clearTimeout(timer)
          watchers.delete(watcher)
          resolve(found)
        }
        const watcher = (): void => {
          const found = look(place, wanted)
          if (found !== null && found !== 'waits') finish(found)
        }
        const timer = setTimeout(() => finish(look(place, wanted)), withinMs).unref()
        watchers.add(watcher)
      })
    },
    noteDrawn({ hold, place }) {
      for (const { question, drawn } of entries) {
        if (question.hold.id === hold.id && samePlace(question.place, place)) drawn()
      }
    },
    noteDecided(hold) {
      for (const entry of entries) if (entry.question.hold.id === hold) entry.decided()
    },
  }
}

function samePlace(one: CardPlace, other: CardPlace): boolean {
  return (
    one.tenant === other.tenant &&
    one.principal === other.principal &&
    one.session === other.session &&
    one.serverIdentity === other.serverIdentity
  )
}

function belongs(call: AwaitedCall, wanted: WantedQuestion): boolean {
  if (wanted.tool !== null && wanted.tool !== call.tool) return false
  const held = JSON.parse(call.argumentsText) as JsonObject
  return canonicalize(withoutControls(wanted.arguments, held)) === canonicalize(held)
}

/** Ours were cut before the call was stored, so a name that is stored belongs to the tool itself. */
function withoutControls(sent: JsonObject, held: JsonObject): JsonObject {
  const controls = CONTROL_PARAMETERS.flatMap((parameter): readonly string[] => [parameter, `holdpoint_${parameter}`])
  const kept: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined && (!controls.includes(name) || Object.hasOwn(held, name))) kept.push([name, value])
  }
  return Object.fromEntries(kept)
}
