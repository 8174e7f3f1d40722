/** The JSON in which a requester tells of its call, and that call as the engine takes it. Whoever received the JSON has checked its shape. */
import { readProvenance } from '@holdpoint/core'
import type { JsonObject, Risk } from '@holdpoint/core'
import type { RequestedCall } from './requested-calls.ts'
import type { RequestedPreview } from './requested-preview.ts'

export interface CallRequestBody {
  readonly server: string
  readonly tool: string
  readonly arguments: { readonly [name: string]: unknown }
  readonly call?: { readonly scope: string; readonly id: string } | undefined
  readonly client?: { readonly name: string; readonly version?: string | undefined } | undefined
  readonly definition?: { readonly [name: string]: unknown } | undefined
  readonly risk?: Risk | undefined
  readonly irreversible?: boolean | undefined
  readonly preview?: PreviewBody | undefined
  readonly rationale?: string | undefined
  readonly provenance?: { readonly [name: string]: string | undefined } | undefined
  readonly wait?: number | undefined
  /** Comes back, signed, where the call may pass. */
  readonly nonce?: string | undefined
}

export interface PreviewBody {
  readonly title: string
  readonly details?: { readonly [name: string]: unknown } | undefined
  readonly impact?: readonly { readonly label: string; readonly value: string }[] | undefined
}

/** `argumentsText`: cut out of the request as it was sent. Parsed and written again, numbers would lose their spelling. */
export function toRequestedCall(body: CallRequestBody, argumentsText: string): RequestedCall {
  return {
    server: body.server,
    tool: body.tool,
    argumentsText,
    call: body.call ?? null,
    client: body.client === undefined ? null : { name: body.client.name, version: body.client.version ?? '' },
    definition: (body.definition ?? null) as JsonObject | null,
    demand:
      body.risk === undefined && body.irreversible !== true
        ? null
        : { risk: body.risk ?? null, irreversible: body.irreversible === true },
    preview: toRequestedPreview(body.preview),
    rationale: body.rationale ?? null,
    provenance: body.provenance === undefined ? null : readProvenance(body.provenance as JsonObject),
  }
}

export function toRequestedPreview(sent: PreviewBody | undefined): RequestedPreview | null {
  if (sent === undefined) return null
  return { title: sent.title, details: (sent.details ?? {}) as JsonObject, impact: sent.impact ?? [] }
}
