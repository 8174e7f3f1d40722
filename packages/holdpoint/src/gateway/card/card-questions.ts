/**
 * The questions that the card rail has open in this process. A view knows only what its host was told of the call, so it
 * finds its question by the arguments, on its own connection; elsewhere there is nothing to find.
 */
import { canonicalize, CONTROL_PARAMETERS } from '@holdpoint/core'
import type { Hold, JsonObject, JsonValue } from '@holdpoint/core'

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
  /** Why the nonce must not leave now; `null`: it may. Asked each time, since a server may bring views later. */
  readonly cannotDecide: () => string | null
}

export interface OpenedCardQuestion {
  /** A view asked for it: somebody has it on the screen. */
  readonly drawn: Promise<void>
  /** A verdict came through the card. */
  readonly decided: Promise<void>
  close(): void
}

export interface CardQuestions {
  open(question: CardQuestion): OpenedCardQuestion
  /** Waits for a question that is about to be asked: a view can be faster than the call it belongs to. */
  find(place: CardPlace, wanted: WantedQuestion, withinMs: number): Promise<CardQuestion | null>
  noteDrawn(question: CardQuestion): void
  noteDecided(hold: string): void
}

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
  const watchers = new Set<() => void>()

  function look(place: CardPlace, wanted: WantedQuestion): CardQuestion | null {
    const found = new Map<string, CardQuestion>()
    for (const { question } of entries) {
      if (samePlace(question.place, place) && belongs(question.hold, wanted)) found.set(question.hold.id, question)
    }
    // Two tools may have been called with the same arguments: a view must never show the other one's question.
    return found.size === 1 ? ([...found.values()][0] ?? null) : null
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
    async find(place, wanted, withinMs) {
      const there = look(place, wanted)
      if (there !== null || withinMs === 0) return there
      return await new Promise((resolve) => {
        const finish = (found: CardQuestion | null): void => {
          clearTimeout(timer)
          watchers.delete(watcher)
          resolve(found)
        }
        const watcher = (): void => {
          const found = look(place, wanted)
          if (found !== null) finish(found)
        }
        const timer = setTimeout(() => finish(null), withinMs).unref()
        watchers.add(watcher)
      })
    },
    noteDrawn(question) {
      for (const entry of entries) if (entry.question.hold.id === question.hold.id) entry.drawn()
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

function belongs(hold: Hold, wanted: WantedQuestion): boolean {
  if (wanted.tool !== null && wanted.tool !== hold.call.tool) return false
  const held = JSON.parse(hold.call.argumentsText) as JsonObject
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
