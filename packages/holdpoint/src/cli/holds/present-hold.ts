/**
 * A hold in the presentation that every surface draws: the card in a browser, the inbox, a chat host, and here a
 * terminal. The words, what is long and what is hidden come from there; only how lines are laid out is the terminal's
 * own.
 */
import { chooseMessages, fromApproval, present } from '@holdpoint/card/presentation'
import type { Invocation, MessageTable, Presentation } from '@holdpoint/card/presentation'
import { contentLines, toApprovalView } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'

/** The command line speaks English. */
const LOCALE = 'en'

export const MESSAGES: MessageTable = chooseMessages(LOCALE)

export function presentHold(hold: Hold, now: number): Presentation {
  return present(invocationOf(hold), now, LOCALE)
}

/** As it was asked: a decided hold is described in the words of its question. */
export function presentAsAsked(hold: Hold, now: number): Presentation {
  return presentHold({ ...hold, state: 'pending', outcome: null }, Math.min(now, hold.decideBy - 1))
}

export function invocationOf(hold: Hold): Invocation {
  // Whether a server is trusted and answers right now, a command that reads the store cannot know.
  return fromApproval(
    {
      ...toApprovalView(hold),
      preview: hold.preview,
      content: contentLines(hold.preview),
      later_rationales: hold.laterRationales,
    },
    { trust: 'unknown', state: null },
  )
}
