/** From which moment of database time an approved call may run; `null`: at once. */
import type { ListedHold } from './listed-hold.ts'

export function runsFrom({ runAfter, decidedAt, ruling }: ListedHold): number | null {
  if (runAfter !== null) return runAfter
  // A process of an older version approved it: its ruling still says how long that can be taken back.
  return decidedAt !== null && (ruling.undoWindowMs ?? 0) > 0 ? decidedAt + (ruling.undoWindowMs ?? 0) : null
}
