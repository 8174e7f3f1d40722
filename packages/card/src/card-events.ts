/** What `<tool-card>` tells its host. All events bubble, cross shadow roots, and can be cancelled. */
import type { GrantRequest, VerdictAnswer } from '@holdpoint/core'

export interface HoldVerdictDetail {
  /** The id of the hold. */
  readonly hold: string
  readonly answer: VerdictAnswer
  readonly reason: string | null
  /** The arguments to run instead, as JSON text. */
  readonly edits: string | null
  /** A standing answer to make beside this one: a permission with an approval, a denial with a decline. */
  readonly grant: GrantRequest | null
  /** Of the arguments that were on screen, where the hold carries it. */
  readonly digest: string | null
}

export interface ToolRetryDetail {
  readonly id: string
  /** Whether the person read that the failed call may have taken effect. */
  readonly asked: boolean
}

export interface ToolCopyDetail {
  readonly id: string
  /** `link`: the address of a resource that the host does not open. */
  readonly what: 'arguments' | 'result' | 'link'
  readonly text: string
}

export interface ToolOpenDetail {
  readonly id: string
  /** Of a link or a resource. Prevent the event to open it in a way of your own. */
  readonly uri: string
}

export interface ToolCardEventMap {
  'hold-verdict': CustomEvent<HoldVerdictDetail>
  'tool-retry': CustomEvent<ToolRetryDetail>
  'tool-copy': CustomEvent<ToolCopyDetail>
  'tool-open': CustomEvent<ToolOpenDetail>
}
