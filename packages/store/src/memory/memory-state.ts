/** The one row of the store's state, in memory. */
import type { StoreState, StoreStateStatements } from '../transaction/store-state.ts'
import { mustBeWritten } from '../transaction/store-state.ts'
import type { Journal } from './journal.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

export interface MemoryState {
  readonly statements: StoreStateStatements
  readonly read: () => StoreState & { readonly recorded_at: number | null }
}

/** `recordedAt`: the time of the last audit record. */
export function createMemoryState(journal: Journal, store: string, recordedAt: () => number | null): MemoryState {
  let state: StoreState = { at: 0, changes: 0, settings_changed: 0, store, generation: 1, clock_epoch: 0 }

  function write(next: StoreState): void {
    const before = state
    journal.note(() => (state = before))
    state = next
  }

  function read(): StoreState & { readonly recorded_at: number | null } {
    return { ...state, recorded_at: recordedAt() }
  }

  return {
    statements: {
      read: () => memoryQuery(() => [read()]),
      carry: (carried) => (mustBeWritten(carried) ? [memoryWrite(() => write({ ...carried.after }))] : []),
      mark: ({ at, clock_epoch }) =>
        memoryWrite(() => {
          if (state.clock_epoch === clock_epoch) write({ ...state, at: Math.max(state.at, at) })
        }),
    },
    read,
  }
}
