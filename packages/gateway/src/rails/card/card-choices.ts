/** What a card may offer beside a plain yes or no: the core's list for the host's word, as the view is told it. */
import { answersFor } from '@holdpoint/core'
import type { Hold, JsonObject } from '@holdpoint/core'

/** Where the card does not decide. */
export const NO_CHOICES: JsonObject = {
  editable: false,
  grantable: false,
  grant_arguments: [],
  grant_lengths: [],
  denial_arguments: [],
}

export function cardChoices(hold: Hold): JsonObject {
  const { editable, allow, deny } = answersFor(hold, { assurance: 'host' })
  return {
    editable,
    grantable: allow.arguments.length > 0,
    grant_arguments: [...allow.arguments],
    grant_lengths: [...deny.lengths],
    denial_arguments: [...deny.arguments],
  }
}
