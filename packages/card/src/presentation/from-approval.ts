/** An approval, as REST and `--json` show it, as the call that every surface draws. */
import { isJsonObject } from '@holdpoint/core'
import type { ApprovalView, JsonValue, Preview } from '@holdpoint/core'
import type { Invocation, InvocationContent, InvocationHold, InvocationServer, InvocationState } from '../invocation.ts'
import { contentItems } from './content-items.ts'

export function fromApproval(
  approval: ApprovalView & { readonly preview?: Preview } & Pick<InvocationHold, 'content' | 'later_rationales'>,
  server: Pick<InvocationServer, 'trust' | 'state'>,
): Invocation {
  return {
    id: approval.id,
    tool: approval.tool,
    server: { name: approval.server, ...server },
    state: stateOf(approval),
    arguments: approval.edit?.approved ?? approval.arguments,
    ...outcomeOf(approval),
    hold: approval,
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

/** A retry is a new question, and offered only where it is known that nothing took effect. */
function outcomeOf({ outcome, state, may_ask_again: again }: ApprovalView): Partial<Invocation> {
  switch (outcome?.kind) {
    case undefined:
      return {}
    case 'result':
      return { ...resultParts(outcome.result), ...(outcome.is_error ? { error: { message: '', retry: 'never' } } : {}) }
    case 'error':
      return { error: { message: errorMessage(outcome.error), retry: again ? 'run' : 'never' } }
    case 'lost':
      return state === 'unknown' ? { error: { message: outcome.reason, retry: 'never' } } : {}
    case 'resolved':
      // What a person found out is no answer of the server's: it stands with the verdict.
      return {}
  }
}

interface ResultParts {
  readonly content: readonly InvocationContent[]
  readonly structuredContent?: JsonValue
}

function resultParts(result: JsonValue): ResultParts {
  if (!isJsonObject(result)) return { content: contentItems([result]) }
  const { content, structuredContent } = result
  return { content: contentItems(content), ...(structuredContent === undefined ? {} : { structuredContent }) }
}

function errorMessage(error: JsonValue): string {
  const message = isJsonObject(error) ? error['message'] : undefined
  return typeof message === 'string' ? message : JSON.stringify(error)
}
