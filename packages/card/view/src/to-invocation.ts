/**
 * The call as the card draws it. A question shows what is stored, never what the host passed; the agent's own claim of
 * why is shown in neither.
 */
import type { JsonObject, PreviewNode } from '@holdpoint/core'
import type { Invocation, InvocationError, InvocationHold } from '@holdpoint/card'
import type { ShownCall } from './call.ts'
import { HOLD_KEY, TOLD_KEY } from './received.ts'
import type { Mark, ReceivedQuestion, HoldStatus, ToolResult } from './received.ts'
import { inWords, word } from './words.ts'

export function toInvocation(call: ShownCall): Invocation {
  const { result } = call
  const question = inWords(call.question)
  const standing = inWords(call.standing)
  const { hold, ...rest } =
    result !== null
      ? ofResult(result, standing)
      : standing !== null
        ? ofStatus(standing)
        : ({ state: !call.isOpen ? 'cancelled' : call.runs ? 'running' : 'pending', hold: null } as const)
  return {
    id: question?.hold ?? 'call',
    // Hosts need not tell a view what it stands for.
    tool: question?.tool ?? call.tool ?? word('call'),
    title: question?.tool_title ?? call.title,
    icon: question?.tool_icon,
    server: {
      name: question?.server.name ?? call.server.server,
      trust: (question ?? call.server).server_trust,
      state: (question ?? call.server).server_state,
    },
    arguments: call.input && inputOf(call),
    inputSchema: question?.input_schema,
    ...rest,
    hold: question !== null && hold?.id === question.hold ? asked(call, question, hold) : hold,
  } as Invocation
}

type DrawnParts = Pick<Invocation, 'state' | 'content' | 'structuredContent' | 'error'> & {
  readonly hold: Ended | null
}

/** How a hold stands, whatever it is about. */
type Ended = Pick<InvocationHold, 'id' | 'state'> & Partial<InvocationHold>

function ofStatus(standing: HoldStatus): DrawnParts {
  const { hold, state, shown, result, error, outcome } = standing
  return { state: shown, ...result, error: failure(error), hold: { id: hold, ...verdictOf(standing), state, outcome } }
}

function ofResult({ content, structuredContent, isError, _meta }: ToolResult, standing: HoldStatus | null): DrawnParts {
  const mark: Mark = inWords({ ..._meta?.[HOLD_KEY], ..._meta?.[TOLD_KEY] })
  const { error, state } = mark
  // It never ran: what the agent is told of it stands with the verdict.
  if (mark.stands !== undefined) return ofStatus(inWords(mark.stands))
  if (error !== undefined) return { state: 'error', error: failure(error.message), hold: null }
  const hold =
    state === undefined || state === 'pending'
      ? null
      : ({ id: standing?.hold ?? '', ...(standing && verdictOf(standing)), ...mark } as Ended)
  return {
    state: isError === true ? 'error' : 'success',
    content,
    structuredContent,
    error: failure(''),
    hold,
  } as DrawnParts
}

function verdictOf({ decided_by, decided_at, approved_by, via, reason, note }: HoldStatus): Partial<InvocationHold> {
  return { decided_by, decided_at, approved_by, via, reason: note ?? reason }
}

/** Only the agent can call again. */
function failure(message: string): InvocationError {
  return { message, retry: 'never' }
}

/** The question with how it stands: what was asked of it tells what was shown. */
function asked({ standing, endsAt, isPageOnly }: ShownCall, question: ReceivedQuestion, hold: Ended): InvocationHold {
  const edit = standing?.edit ?? null
  return {
    ...question,
    ...hold,
    summary: question.title,
    // The card has no buttons for what can no longer be decided, and here it never can.
    decide_by: new Date(isPageOnly ? 0 : endsAt).toISOString(),
    edit,
    // The arguments of the question are in its preview.
    arguments: undefined,
    arguments_text: (edit ?? { text: question.arguments_text }).text,
    content: edit === null ? question.content : null,
    preview: previewOf(question, edit === null ? question.arguments : edit.shown),
  } as unknown as InvocationHold
}

function previewOf(question: ReceivedQuestion, shown: PreviewNode | null): NonNullable<InvocationHold['preview']> {
  return {
    ...question,
    toolTitle: question.tool_title,
    askedBy: { principal: question.asked_by, client: question.asked_through },
    arguments: shown ?? { kind: 'literal', text: word('tooLong') },
    rationale: null,
  }
}

/** What has arrived of the arguments is JSON text without its end. */
function inputOf({ input, isSent, isOpen }: ShownCall): Invocation['arguments'] {
  const shown = withoutClaim(input ?? {})
  return isSent || !isOpen ? shown : JSON.stringify(shown, null, 2).slice(0, -2)
}

/** Where the tool itself owns the name, ours carries a prefix. */
function withoutClaim(input: JsonObject): JsonObject {
  const [claim = ''] = Object.keys(input)
    .filter((name) => /^(holdpoint_)*rationale$/.test(name))
    .toSorted((one, other) => other.length - one.length)
  const { [claim]: _claim, ...shown } = input
  return shown
}
