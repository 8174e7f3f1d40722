import type { Invocation, InvocationHold } from '@holdpoint/card'
import type { Preview } from '@holdpoint/core'

export declare const PICTURE: string
export declare const PRICE_SCHEMA: NonNullable<Invocation['inputSchema']>
export declare function hold(change?: Partial<InvocationHold>, minutes?: number): InvocationHold
export declare function preview(change?: Partial<Preview>): Preview
export declare function samples(): {
  readonly [
    name in
      | 'pending'
      | 'streaming'
      | 'running'
      | 'success'
      | 'error'
      | 'cancelled'
      | 'question'
      | 'danger'
      | 'approved'
      | 'declined'
      | 'content'
  ]: Invocation
}
