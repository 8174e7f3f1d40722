/**
 * The call as the card draws it. A question shows what is stored, never what the host passed; the agent's own claim of why
 * is shown in neither.
 */
import type { Hold, JsonObject, PreviewNode } from '@holdpoint/core'
import type { Invocation, InvocationError, InvocationHold } from '@holdpoint/card'
import type { Call } from './call.ts'
import { HOLD_KEY } from './told.ts'
import type { Mark, Question, Standing, ToolResult } from './told.ts'
import { inWords, word } from './words.ts'

const ENDS: { readonly [code: string]: Hold['state'] } = { TIMEOUT: 'expired', OUTCOME_UNKNOWN: 'unknown' }

/** How a hold ended, by the refusal: `DECLINED` and the like are states themselves. */
function endOf(code: string): Hold['state'] | undefined {
  return /^[A-Z]+ED$/.test(code) ? (code.toLowerCase() as Hold['state']) : ENDS[code]
}

export function toInvocation(call: Call): Invocation {
  const { question, standing, result } = call
  const told =
    result !== null
      ? ofResult(result, standing)
      : standing !== null
        ? ofStanding(standing)
        : { state: !call.isSent ? 'pending' : call.isOpen ? 'running' : 'cancelled', hold: null }
  const { hold, ...rest } = told as Told
  const title = question?.tool_title ?? call.title
  const schema = question?.input_schema ?? null
  return {
    id: question?.hold ?? 'call',
    // Hosts need not tell a view what it stands for.
    tool: question?.tool ?? call.tool ?? word('call'),
    ...(title === null ? {} : { title }),
    icon: question?.tool_icon ?? '',
    server: {
      name: question?.server.name ?? call.server,
      trust: question?.server_trust ?? 'unknown',
      state: question?.server_state ?? null,
    },
    arguments: withoutClaim(call.input),
    ...(schema === null ? {} : { inputSchema: schema }),
    ...rest,
    ...(hold === null ? {} : { hold: { ...hold, ...(hold.id === question?.hold ? questionPart(call) : {}) } }),
  }
}

type Told = Pick<Invocation, 'state' | 'content' | 'structuredContent' | 'error'> & {
  readonly hold: InvocationHold | null
}

function ofStanding(standing: Standing): Told {
  const { hold, state, shown, result, error, outcome } = standing
  return {
    state: shown,
    ...result,
    error: failure(error),
    hold: { id: hold, risk: '', decide_by: '', ...verdictOf(standing), state, outcome },
  }
}

function ofResult(result: ToolResult, standing: Standing | null): Told {
  const mark: Mark = inWords(result['_meta']?.[HOLD_KEY] ?? {})
  const { error } = mark
  const ended = error === undefined ? mark.state : endOf(error.code)
  const known = standing === null ? null : verdictOf(standing)
  const hold: InvocationHold | null =
    ended === undefined || ended === 'pending'
      ? null
      : {
          id: mark.id ?? standing?.hold ?? '',
          risk: '',
          decide_by: '',
          state: ended,
          decided_by: mark.decided_by ?? known?.decided_by ?? null,
          via: mark.via ?? known?.via ?? null,
          reason: error?.reason ?? known?.reason ?? null,
        }
  if (error !== undefined) {
    const state = ended === undefined || ended === 'unknown' ? 'error' : 'cancelled'
    // How a hold ended stands with its verdict; the rest of the message is for the agent.
    return { state, error: failure(ended === undefined ? error.message : ''), hold }
  }
  const { content, structuredContent } = result
  return {
    state: result.isError === true ? 'error' : 'success',
    ...(Array.isArray(content) ? { content } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    error: failure(''),
    hold,
  }
}

function verdictOf({ decided_by, via, reason, note }: Standing): Pick<Standing, 'decided_by' | 'via' | 'reason'> {
  return { decided_by, via, reason: reason ?? note }
}

/** Only the agent can call again. */
function failure(message: string): InvocationError {
  return { message, retry: 'never' }
}

function questionPart({ question, standing, endsAt, isPageOnly }: Call): Partial<InvocationHold> {
  if (question === null) return {}
  const { risk, rule, why, title, digest, editable, grantable, grant_arguments, grant_lengths } = question
  const edit = standing?.edit ?? null
  return {
    risk,
    rule,
    why,
    summary: title,
    // The card has no buttons for what can no longer be decided, and here it never can.
    decide_by: new Date(isPageOnly ? 0 : endsAt).toISOString(),
    digest,
    edit,
    editable,
    grantable,
    grant_arguments,
    grant_lengths,
    arguments_text: (edit ?? { text: question.arguments_text }).text,
    preview: previewOf(question, edit === null ? question.arguments : edit.shown),
  }
}

function previewOf(question: Question, shown: PreviewNode | null): NonNullable<InvocationHold['preview']> {
  const { title, tool, server, risk, why, rule, irreversible, warnings, entity } = question
  return {
    title,
    tool,
    toolTitle: question.tool_title,
    server,
    risk,
    why,
    rule,
    askedBy: { principal: '', client: '' },
    arguments: shown ?? { kind: 'literal', text: word('tooLong') },
    rationale: null,
    irreversible,
    warnings,
    alsoAllows: question.also_allows,
    entity,
  }
}

/** Where the tool itself owns the name, ours carries a prefix. */
function withoutClaim(input: JsonObject): JsonObject {
  const [claim = ''] = Object.keys(input)
    .filter((name) => /^(holdpoint_)*rationale$/.test(name))
    .toSorted((one, other) => other.length - one.length)
  const { [claim]: _claim, ...shown } = input
  return shown
}
