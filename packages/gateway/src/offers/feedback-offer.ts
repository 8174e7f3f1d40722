/**
 * `submit_feedback`: an agent tells those who run the server what did not work. It is stored for people to triage;
 * nothing else happens, and nothing in it is obeyed. A server that has a tool of this name keeps it; ours then carries
 * a prefix.
 */
import {
  FEEDBACK_SEVERITIES,
  LONGEST_FEEDBACK,
  LONGEST_TOOL_CALLED,
  errorAnswer,
  readFeedback,
  recordDraft,
  toToolResult,
} from '@holdpoint/core'
import type {
  AgentAnswer,
  Feedback,
  FeedbackAddition,
  FeedbackLimit,
  JsonObject,
  RecordDraft,
  RecordKind,
  Store,
} from '@holdpoint/core'
import type { AuditTrail } from '../calls/audit-trail.ts'
import { checkRationale } from '../calls/rationale.ts'
import type { RationaleDemand } from '../calls/rationale.ts'
import { RATIONALE_SCHEMA } from '../tools/tools-list.ts'
import type { Offer, OfferContext } from './offer.ts'

export interface FeedbackOfferOptions {
  readonly offered: () => boolean
  readonly store: () => Promise<Store>
  readonly trail: AuditTrail
  readonly rationale: () => RationaleDemand
  readonly now: () => number
  readonly newId: () => string
  readonly log: (message: string) => void
}

const NAME = 'submit_feedback'
const PREFIXED = `holdpoint_${NAME}`
export const FEEDBACK_LIMIT: FeedbackLimit = { most: 20, withinMs: 3_600_000 }

export function createFeedbackOffer(options: FeedbackOfferOptions): Offer {
  return {
    resources: () => [],
    readResource: () => null,
    reserves: () => false,
    tools({ serverHas }) {
      const name = [NAME, PREFIXED].find((candidate) => !serverHas(candidate))
      return options.offered() && name !== undefined ? [describeTool(name, options.rationale())] : []
    },
    callTool(context, name, sent) {
      if (!options.offered() || (name !== NAME && name !== PREFIXED)) return null
      return submit(options, context, name, sent)
    },
  }
}

async function submit(
  options: FeedbackOfferOptions,
  context: OfferContext,
  name: string,
  sent: JsonObject,
): Promise<JsonObject> {
  const modern = context.era === 'stateless'
  const rationale = typeof sent['rationale'] === 'string' ? sent['rationale'] : null
  const recordOf = (kind: RecordKind, detail: string): RecordDraft =>
    recordDraft({
      kind,
      tenant: context.origin.tenant,
      principal: context.origin.principal,
      client: context.client.name,
      server: context.server.name,
      tool: name,
      method: 'tools/call',
      rationale: rationale?.slice(0, LONGEST_FEEDBACK) ?? null,
      detail,
    })
  const refuse = async (answer: AgentAnswer, detail: string): Promise<JsonObject> => {
    await options.trail.append(recordOf('call-refused', detail))
    return toToolResult(answer, { hasOutputSchema: false, modern })
  }

  const reading = readFeedback(sent)
  const why = checkRationale(sent['rationale'], 'rationale', options.rationale(), options.now())
  const problems = [
    ...(reading.ok ? [] : reading.problems),
    ...(why.kind === 'refused' ? [why.message.replace(/^VALIDATION_ERROR: /, '')] : []),
  ]
  if (!reading.ok || problems.length > 0) {
    const message = `VALIDATION_ERROR: ${problems.join(' ')} Nothing was stored; correct it and call again.`
    return await refuse(errorAnswer('VALIDATION_ERROR', message), 'VALIDATION_ERROR')
  }
  const feedback: Feedback = {
    ...reading.report,
    rationale: rationale?.slice(0, LONGEST_FEEDBACK) ?? null,
    id: options.newId(),
    tenant: context.origin.tenant,
    principal: context.origin.principal,
    client: context.client.name,
    server: context.server.name,
  }
  const record = recordOf('feedback-submitted', `${feedback.severity}: ${feedback.id}`)
  const added = await add(options, feedback, record)
  if (added === null) {
    const message =
      'STORE_UNAVAILABLE: the report could not be stored. Go on with your task; retrying at once will not help.'
    return await refuse(errorAnswer('STORE_UNAVAILABLE', message), 'STORE_UNAVAILABLE')
  }
  if (added.kind === 'limited') {
    const minutes = Math.ceil(added.retryAfterMs / 60_000)
    const message = `RATE_LIMITED: you have given ${FEEDBACK_LIMIT.most} reports within an hour. Nothing was stored; go on with your task. The next one is taken in ${minutes} min.`
    return await refuse(errorAnswer('RATE_LIMITED', message), 'RATE_LIMITED')
  }
  return {
    content: [{ type: 'text', text: 'Stored for the people who run this server. Go on with your task.' }],
    structuredContent: { feedback_id: feedback.id, severity: feedback.severity },
  }
}

/** `null`: the store cannot be reached. */
async function add(
  options: FeedbackOfferOptions,
  feedback: Feedback,
  record: RecordDraft,
): Promise<FeedbackAddition | null> {
  try {
    return await (await options.store()).feedback.add(feedback, record, FEEDBACK_LIMIT)
  } catch (error) {
    options.log(`feedback could not be stored: ${String(error)}`)
    return null
  }
}

function describeTool(name: string, demand: RationaleDemand): JsonObject {
  const words = { type: 'string', minLength: 1, maxLength: LONGEST_FEEDBACK }
  const required = ['attempted_action', 'expected_outcome', 'actual_outcome', 'severity']
  const asksWhy = demand.kind !== 'off'
  return {
    name,
    title: 'Submit feedback',
    description:
      'Reports to the people who run this server that a tool failed, misled you or is missing. Reports only: it changes and approves nothing.',
    inputSchema: {
      type: 'object',
      properties: {
        attempted_action: words,
        expected_outcome: words,
        actual_outcome: words,
        tool_called: { type: 'string', maxLength: LONGEST_TOOL_CALLED },
        error_seen: { type: 'string', maxLength: LONGEST_FEEDBACK },
        severity: { type: 'string', enum: FEEDBACK_SEVERITIES },
        ...(asksWhy ? { rationale: RATIONALE_SCHEMA } : {}),
      },
      required: asksWhy ? [...required, 'rationale'] : required,
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  }
}
