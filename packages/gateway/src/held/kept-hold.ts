/** One hold that a process looks after, and the callers that wait for it there. */
import type { Hold } from '@holdpoint/core'
import type { Caller } from '../calls/caller.ts'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import type { Asker } from './open-questions.ts'

export interface KeptHold {
  readonly id: string
  readonly tool: string
  /** The server's name. */
  readonly server: string
  /** Whose person is asked about it. */
  readonly asker: Asker
  connection: UpstreamConnection | null
  /** Whether this process owns it and it is open, as it was last seen: for such its lease is renewed. */
  owned: boolean
  /** `_meta` without a progress token, for running after the caller has gone. */
  readonly metaText: string | null
  readonly callers: Set<WaitingCaller>
  /** Resolves as soon as the question is closed, whoever decided it wherever. */
  readonly decided: Promise<void>
  readonly close: () => void
  /** A dialog of the host is open for it: nobody else is asked in one meanwhile. */
  asking: boolean
  /** The connection whose client shows, or was given, that dialog; a card asks by itself and is none. */
  dialogOf: string | null
  /** Ends what a view is shown of a question that left as an answer. */
  endShown: (() => void) | null
  running: Promise<void> | null
  /** Set while an approved call waits until it may run. */
  due: NodeJS.Timeout | null
  /** A try failed before anything was sent: only a caller who comes again starts the next one, never a loop of ours. */
  heldBack: boolean
}

export interface WaitingCaller {
  readonly caller: Caller
  readonly done: () => void
}

export function newKeptHold(hold: Hold, caller: Pick<Caller, 'connection' | 'metaText'> | null): KeptHold {
  const metaText = caller?.metaText ?? null
  let close: () => void = () => {}
  const decided = new Promise<void>((resolve) => (close = resolve))
  return {
    id: hold.id,
    tool: hold.call.tool,
    server: hold.call.server.name,
    asker: hold.call,
    connection: caller?.connection ?? null,
    owned: false,
    metaText: metaText === null ? null : withoutProgressToken(metaText),
    callers: new Set(),
    decided,
    close,
    asking: false,
    dialogOf: null,
    endShown: null,
    running: null,
    due: null,
    heldBack: false,
  }
}

export function takeCallers(kept: KeptHold): readonly WaitingCaller[] {
  const callers = [...kept.callers]
  kept.callers.clear()
  return callers
}

export function dropCaller(kept: KeptHold, caller: Caller): void {
  for (const waiting of kept.callers) if (waiting.caller === caller) kept.callers.delete(waiting)
}

function withoutProgressToken(metaText: string): string {
  const { progressToken: _token, ...rest } = JSON.parse(metaText) as { [key: string]: unknown }
  return JSON.stringify(rest)
}
