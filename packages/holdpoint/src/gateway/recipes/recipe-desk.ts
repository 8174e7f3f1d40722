/**
 * What recipes add to the life of a hold: a look before the question, a look before the dispatch, an offer to take it back.
 * One port for the keeper of holds, which knows nothing of recipes itself.
 */
import { callKey, meetIdenticalCall } from '@holdpoint/core'
import type { AgentAnswer, Call, EntityPreview, Hold, Sha256, Store } from '@holdpoint/core'
import type { Connection } from '../connection.ts'
import type { PreviewDesk } from './preview-desk.ts'
import type { SecondLook } from './preview-look.ts'
import type { UndoDesk } from './undo-desk.ts'

export interface RecipeDesk {
  lookFirst(call: Call, connection: Connection, metaText: string | null): Promise<FirstLook>
  lookAgain(hold: Hold, connection: Connection, metaText: string | null): Promise<SecondLook>
  /** A new hold for a person to decide on; `null` where there is nothing to offer. */
  offerUndo(hold: Hold, connection: Connection, metaText: string | null): Promise<Hold | null>
  newHoldId(): string
}

export type FirstLook =
  | { readonly kind: 'ask'; readonly entity: EntityPreview | null; readonly warnings: readonly string[] }
  /** Nobody is to be asked. */
  | { readonly kind: 'answer'; readonly answer: AgentAnswer }

const NOTHING_SEEN: FirstLook = { kind: 'ask', entity: null, warnings: [] }

/** For a gateway without recipes. */
export const NO_RECIPE_DESK: RecipeDesk = {
  lookFirst: async () => NOTHING_SEEN,
  lookAgain: async () => ({ kind: 'same' }),
  offerUndo: async () => null,
  newHoldId: () => {
    throw new Error('Nothing is asked again without recipes.')
  },
}

export interface RecipeDeskOptions {
  readonly store: Store
  readonly previews: PreviewDesk
  readonly undo: UndoDesk
  /** Whether there is anything to look at before this call is asked. */
  readonly hasPreview: (call: Call) => boolean
  readonly newHoldId: () => string
  readonly sha256: Sha256
}

export function createRecipeDesk(options: RecipeDeskOptions): RecipeDesk {
  const { store, previews } = options
  return {
    async lookFirst(call, connection, metaText) {
      // An identical call that collects an outcome asks nobody: after a deletion a look would only find nothing.
      if (!options.hasPreview(call) || !(await opensQuestion(store, call, options.sha256))) return NOTHING_SEEN
      const look = await previews.look(call, connection, metaText)
      switch (look.kind) {
        case 'none':
          return NOTHING_SEEN
        case 'answered':
        case 'refused':
          return { kind: 'answer', answer: look.answer }
        case 'seen':
          return { kind: 'ask', entity: look.entity, warnings: look.warnings }
        case 'unavailable':
          return { kind: 'ask', entity: null, warnings: [look.warning] }
      }
    },
    lookAgain: (hold, connection, metaText) => previews.lookAgain(hold, connection, metaText),
    offerUndo: (hold, connection, metaText) => options.undo.offer(hold, connection, metaText),
    newHoldId: options.newHoldId,
  }
}

async function opensQuestion(store: Store, call: Call, sha256: Sha256): Promise<boolean> {
  return await store.holds.changeNewest(callKey(call, sha256), (newest, now) => ({
    do: 'keep',
    answer: meetIdenticalCall(newest, now).next === 'ask',
  }))
}
