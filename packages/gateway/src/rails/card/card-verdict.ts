/** Who decided, when and why: told to the view of a card with how the hold stands, and with the result that ends it. */
import { approvalsOf, decisiveVerdict, voiceName } from '@holdpoint/core'
import type { Hold, JsonObject } from '@holdpoint/core'

/** For a view that may not know. */
export const NO_VERDICT: JsonObject = { decided_by: null, decided_at: null, approved_by: [], reason: null }

export function cardVerdict(hold: Hold): JsonObject {
  const decisive = decisiveVerdict(hold)
  return {
    decided_by: decisive === null ? null : voiceName(decisive),
    decided_at: hold.decidedAt === null ? null : new Date(hold.decidedAt).toISOString(),
    approved_by: approvalsOf(hold).map(voiceName),
    reason: decisive?.reason ?? null,
  }
}
