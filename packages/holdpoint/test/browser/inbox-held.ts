/**
 * Holds for the inbox's tests beyond the plain ones: any server, client, entity and result, in the store of the
 * service.
 */
import { randomUUID } from 'node:crypto'
import { claimDispatch, concludeDispatch, decide, openHold } from '@holdpoint/core'
import type { Call, EntityPreview, GrantRequest, Hold, JsonObject, JsonValue, Ruling, Store } from '@holdpoint/core'
import { OWNER, sampleCall, sampleRuling } from '@holdpoint/testing'
import { toolWith } from '../../../gateway/test/edits/edit-policy.ts'
import { sha256 } from '../http/http-service.ts'

/** A tool as the list of a server's tools tells of it. */
export const LISTED_TOOL = {
  name: 'delete_contact',
  risk: 'high',
  rule: 'verb delete',
  why: 'Its name says "delete".',
  answer: 'ask',
  asking: 'each',
  irreversible: true,
  depends: null,
  changed: true,
} as const

export interface HeldAbout {
  readonly call?: Partial<Call>
  readonly ruling?: Partial<Ruling>
  readonly warnings?: readonly string[]
  readonly entity?: EntityPreview
  readonly inputSchema?: JsonObject
  /** The server's own picture for the tool. */
  readonly icon?: string
}

export async function holdCall(store: Store, about: HeldAbout = {}): Promise<Hold> {
  const argumentsText = about.call?.argumentsText ?? JSON.stringify({ id: randomUUID() })
  const call = sampleCall({ tenant: 'home', principal: 'agent-7', ...about.call, argumentsText })
  const opened = await openHold(store, {
    id: randomUUID(),
    call,
    ruling: sampleRuling({
      decideWithinMs: 86_400_000,
      executeWithinMs: 600_000,
      assurance: 'identified',
      ...about.ruling,
    }),
    definition:
      about.inputSchema === undefined
        ? null
        : { ...toolWith(call.tool, about.inputSchema), ...(about.icon === undefined ? {} : { icon: about.icon }) },
    policyHash: 'policy',
    owner: OWNER,
    warnings: about.warnings ?? [],
    ...(about.entity === undefined ? {} : { entity: about.entity }),
    see: () => 'running',
    room: { ofPrincipal: Infinity, ofTenant: Infinity },
    sha256,
  })
  if (!('hold' in opened)) throw new Error(`no hold: ${opened.kind}`)
  return opened.hold
}

/** Approves and runs it, with this result; `grant` is what the answer allows beside the call. */
export async function runHold(
  store: Store,
  hold: Hold,
  result: JsonValue,
  truncated = false,
  grant: GrantRequest | null = null,
): Promise<void> {
  await decide(store, {
    hold: hold.id,
    tenant: null,
    verdict: { answer: 'approve', by: 'ben', via: 'api', assurance: 'identified', reason: null },
    ...(grant === null ? {} : { grant: { id: randomUUID(), request: grant } }),
  })
  await claimDispatch(store, hold.id, 'attempt-1', hold.owner)
  await concludeDispatch(store, hold.id, 'attempt-1', {
    kind: 'result',
    isError: false,
    resultText: JSON.stringify(result),
    truncated,
  })
}
