/** Approvals and passed calls as `<tool-card>` wants them. */
import type { Invocation, InvocationContent, InvocationState } from '@holdpoint/card'
import { isJsonObject } from '@holdpoint/core'
import type { JsonValue } from '@holdpoint/core'
import type { ActivityCall, ApprovalDetail, ApprovalView } from '../api/answers.ts'

type Trust = Invocation['server']['trust']

export function fromApproval(approval: ApprovalDetail, trust: Trust): Invocation {
  const { toolTitle, icon } = approval.preview
  const schema = approval.input_schema ?? null
  return {
    id: approval.id,
    tool: approval.tool,
    ...(toolTitle === null ? {} : { title: toolTitle }),
    ...(icon === undefined ? {} : { icon }),
    server: { name: approval.server, trust, state: approval.server_state ?? null },
    state: stateOf(approval),
    arguments: approval.edit?.approved ?? approval.arguments,
    ...(schema === null ? {} : { inputSchema: schema }),
    ...outcomeOf(approval),
    hold: approval,
  }
}

/** Only its head is drawn: the log keeps neither arguments nor results of calls that were not held. */
export function fromCall(call: ActivityCall, trust: Trust): Invocation {
  const passed = hasPassed(call)
  return {
    id: `${call.chain}-${call.sequence}`,
    tool: call.tool ?? '',
    server: { name: call.server ?? '', trust, state: null },
    state: passed ? 'success' : 'cancelled',
    arguments: {},
  }
}

/** What passes above low risk is recorded before it is sent. */
export function hasPassed({ kind }: ActivityCall): boolean {
  return kind === 'call-passed' || kind === 'call-intended'
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

function resultParts(result: JsonValue): {
  readonly content: readonly InvocationContent[]
  structuredContent?: JsonValue
} {
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
