/**
 * What a requester read of the thing that its call is about, as people are shown it. It stands there as that program's word. What it
 * read again before it runs the call is compared with it.
 */
import { buildEntityPreview, canonicalize, describeEntityChange } from '@holdpoint/core'
import type { Call, EntityPreview, Hold, JsonObject, Sha256 } from '@holdpoint/core'

export interface RequestedPreview {
  readonly title: string
  readonly details: JsonObject
  readonly impact: readonly { readonly label: string; readonly value: string }[]
}

export function toEntityPreview(
  call: Pick<Call, 'tool' | 'server' | 'argumentsText' | 'arguments'>,
  preview: RequestedPreview,
  sha256: Sha256,
): EntityPreview {
  const { title, details, impact } = preview
  const drawn = buildEntityPreview({
    call,
    recipe: {
      title: () => title,
      show: Object.keys(details),
      impact: impact.map(({ label, value }) => ({ label, value: () => value })),
    },
    source: call.server.name,
    entity: details,
    sha256,
  })
  // The title may repeat arguments, which a person may edit; the impact is part of what they decided by.
  return { ...drawn, hash: sha256(canonicalize([details, impact.map(({ label, value }) => [label, value])])) }
}

/** How it differs from what the approver saw; `null`: it does not. */
export function whatChanged(hold: Hold, call: Call, preview: RequestedPreview, sha256: Sha256): string | null {
  const shown = hold.preview.entity ?? null
  const now = toEntityPreview(call, preview, sha256)
  return shown?.hash === now.hash ? null : describeEntityChange(shown ?? { seen: [], source: now.source }, now)
}
