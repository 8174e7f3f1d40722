/**
 * A `tools/call` as the gate judges it: the Call, with control parameters cut out and remembered. It refuses to compute what
 * a read that passes does not need.
 */
import {
  cutControlParameters,
  digestArguments,
  hasControlParameters,
  locateMember,
  replaceMember,
} from '@holdpoint/core'
import type { Call, CallDemand, CallProvenance, JsonObject, Sha256, ToolDefinition } from '@holdpoint/core'
import type { CallAbout, CallOrigin, ToolCall } from './gate.ts'
import { isPreview } from './request-parts.ts'

export interface PreparedCall {
  /** What it was prepared from. */
  readonly from: ToolCall
  readonly call: Call
  readonly definition: ToolDefinition
  readonly drifted: boolean
  readonly rationale: unknown
  /** The agent set `confirm`: its own word, which counts only where the tenant says so. */
  readonly confirmed: boolean
  /** The agent set `preview`: nothing may run, whatever is permitted. */
  readonly previewOnly: boolean
  readonly round: string | null
  /** The message with control parameters cut out, or `null` where there were none. */
  readonly text: string | null
}

const RATIONALE_STORED = 2000

export const NOTHING_MORE: CallAbout = {}

export function prepareCall(toolCall: ToolCall, sha256: Sha256): PreparedCall {
  const { origin, text, definition, drifted, round } = toolCall
  const cut = hasControlParameters(toolCall.arguments, definition)
    ? cutControlParameters(sentArguments(text), toolCall.arguments, definition)
    : null
  const rationale = cut?.control.rationale
  const call = new LazyCall({
    origin,
    tool: toolCall.tool,
    arguments: cut === null ? toolCall.arguments : (JSON.parse(cut.argumentsText) as JsonObject),
    argumentsText: cut?.argumentsText ?? null,
    message: text,
    rationale: typeof rationale === 'string' ? rationale.slice(0, RATIONALE_STORED) : null,
    sha256,
    about: toolCall.about,
  })
  const forwarded = cut === null ? null : replaceMember(text, ['params', 'arguments'], cut.argumentsText)
  const confirmed = cut?.control.confirm === true
  const previewOnly = isPreview(cut?.control.preview, toolCall.previewsFirst ?? false)
  return { from: toolCall, call, definition, drifted, rationale, confirmed, previewOnly, round, text: forwarded }
}

/** The same, with a call that can be copied and stored. */
export function withWholeCall(prepared: PreparedCall): PreparedCall {
  const { call } = prepared
  const task = locateMember(prepared.from.text, ['params', 'task'])
  return {
    ...prepared,
    call: {
      ...call,
      argumentsText: call.argumentsText,
      digest: call.digest,
      ...(task === null ? {} : { taskText: prepared.from.text.slice(task.start, task.end) }),
    },
  }
}

interface PreparedParts {
  readonly origin: CallOrigin
  readonly tool: string
  readonly arguments: JsonObject
  readonly argumentsText: string | null
  readonly message: string
  readonly rationale: string | null
  readonly sha256: Sha256
  readonly about: CallAbout
}

/**
 * A read that passes needs neither text nor digest before it was forwarded: they cost more than the rest of the way. A
 * class, because getters of an object literal make every such object a slow one, on the way of every call.
 */
class LazyCall implements Call {
  readonly tenant: string
  readonly principal: string
  readonly client: Call['client']
  readonly session: string
  readonly server: Call['server']
  readonly tool: string
  readonly arguments: JsonObject
  readonly rationale: string | null
  readonly relaysAPerson: boolean
  declare readonly runBy?: 'requester'
  declare readonly demand?: CallDemand
  declare readonly callId?: string
  declare readonly provenance?: CallProvenance
  readonly #message: string
  readonly #sha256: Sha256
  #argumentsText: string | null
  #digest: string | null = null

  constructor(parts: PreparedParts) {
    const { origin } = parts
    this.tenant = origin.tenant
    this.principal = origin.principal
    this.client = origin.client
    this.session = origin.session
    this.server = origin.server
    this.tool = parts.tool
    this.arguments = parts.arguments
    this.rationale = parts.rationale
    this.relaysAPerson = origin.relaysAPerson
    this.#message = parts.message
    this.#sha256 = parts.sha256
    this.#argumentsText = parts.argumentsText
    // Most calls say none of it, and an object that gets no further members is a fast one.
    if (parts.about !== NOTHING_MORE) Object.assign(this, parts.about)
  }

  get argumentsText(): string {
    this.#argumentsText ??= sentArguments(this.#message)
    return this.#argumentsText
  }

  get digest(): string {
    this.#digest ??= digestArguments(this.arguments, this.#sha256)
    return this.#digest
  }
}

function sentArguments(text: string): string {
  const span = locateMember(text, ['params', 'arguments'])
  return span === null ? '{}' : text.slice(span.start, span.end)
}
