/** The inbox in the terminal, as its command sees it: opened for what a person may look at, until they leave. */
import type { ReadScope } from '../actor.ts'

export interface InboxPort {
  /** Resolves when the person leaves it, with the terminal as it was. */
  open(scope: InboxScope, manner: 'screen' | 'plain'): Promise<void>
}

/** `tenant`: `null` for every one of this home. `reader`: what a recipe read is for those alone who may decide. */
export type InboxScope = Pick<Extract<ReadScope, { readonly ok: true }>, 'tenant' | 'reader' | 'gate'>
