/**
 * A hold in the presentation that every surface draws: the card in a browser, the inbox, a chat host, and here a terminal.
 * The words, what is long and what is hidden come from there; only how lines are laid out is the terminal's own.
 */
import { chooseMessages, present } from '@holdpoint/card/presentation'
import type {
  Invocation,
  InvocationContent,
  InvocationState,
  MessageTable,
  Presentation,
} from '@holdpoint/card/presentation'
import { isJsonObject, toApprovalView } from '@holdpoint/core'
import type { ApprovalView, Hold, JsonValue } from '@holdpoint/core'

/** The command line speaks English. */
const LOCALE = 'en'

export const MESSAGES: MessageTable = chooseMessages(LOCALE)

export function presentHold(hold: Hold, now: number): Presentation {
  return present(toInvocation(hold), now, LOCALE)
}

/** As it was asked: what a decided hold was about is told in the words of its question. */
export function presentAsAsked(hold: Hold, now: number): Presentation {
  return presentHold({ ...hold, state: 'pending', outcome: null }, Math.min(now, hold.decideBy - 1))
}

export function toInvocation(hold: Hold): Invocation {
  const approval = toApprovalView(hold)
  return {
    id: approval.id,
    tool: approval.tool,
    // Whether a server is trusted and answers right now, a command that reads the store cannot know.
    server: { name: approval.server, trust: 'unknown', state: null },
    state: stateOf(approval),
    arguments: approval.edit?.approved ?? approval.arguments,
    ...outcomeOf(approval),
    hold: { ...approval, preview: hold.preview },
  }
}

function stateOf({ state, outcome }: ApprovalView): InvocationState {
  switch (state) {
    case 'pending':
    case 'approved':
      return 'pending'
    case 'dispatching':
      return 'running'
    case 'succeeded':
      return 'success'
    case 'failed':
    case 'unknown':
      return 'error'
    case 'resolved':
      return outcome?.kind === 'resolved' && outcome.executed ? 'success' : 'cancelled'
    case 'declined':
    case 'cancelled':
    case 'expired':
    case 'invalidated':
      return 'cancelled'
  }
}

/** Nothing is sent a second time from here, so no error offers a retry. */
function outcomeOf({ outcome, state }: ApprovalView): Partial<Invocation> {
  switch (outcome?.kind) {
    case undefined:
      return {}
    case 'result': {
      const parts = resultParts(outcome.result)
      return outcome.is_error ? { ...parts, error: { message: firstText(parts.content), retry: 'never' } } : parts
    }
    case 'error':
      return { error: { message: errorMessage(outcome.error), retry: 'never' } }
    case 'lost':
      return state === 'unknown' ? { error: { message: outcome.reason, retry: 'never' } } : {}
    case 'resolved':
      return { content: [{ type: 'text', text: `${outcome.by}: ${outcome.note}` }] }
  }
}

interface ResultParts {
  readonly content: readonly InvocationContent[]
  readonly structuredContent?: JsonValue
}

function resultParts(result: JsonValue): ResultParts {
  if (!isJsonObject(result)) {
    return { content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result, null, 2) }] }
  }
  const { content, structuredContent } = result
  const items = Array.isArray(content) ? (content as readonly InvocationContent[]) : []
  return { content: items, ...(structuredContent === undefined ? {} : { structuredContent }) }
}

function firstText(content: readonly InvocationContent[]): string {
  const text = content.find(({ type }) => type === 'text')?.['text']
  return typeof text === 'string' ? text : ''
}

function errorMessage(error: JsonValue): string {
  const message = isJsonObject(error) ? error['message'] : undefined
  return typeof message === 'string' ? message : JSON.stringify(error)
}
