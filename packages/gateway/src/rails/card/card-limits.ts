/**
 * Why the card cannot take the decision on a hold. Then it still shows what waits, and leads to the page: a surface
 * that cannot show every byte, or whose word would not count, does not offer to confirm.
 */
import { approvedArguments, say, whyNotByHost } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import type { CallCard } from '../../calls/caller.ts'

/** Beyond this the arguments are no reading matter for a card in a chat. */
export const SHOWN_ARGUMENTS = 65_536
/** What a host passes on of a result, as JSON text. Of more, the items that fit whole; the page has the rest. */
export const SHOWN_RESULT = 1_048_576
/** Of a failure that is told in a message. It goes out once for every language. */
export const SHOWN_FAILURE = 131_072
/** A form of more is none that anybody reads; the JSON stays. */
export const SHOWN_SCHEMA = 32_768

export function whyNotOnCard(
  hold: Hold,
  { view, serverHasViews }: Pick<CallCard, 'view' | 'serverHasViews'>,
): string | null {
  const { assurance, quorum, rule } = hold.ruling
  if (view !== 'ours') return say('cardNotDrawn')
  // A view calls tools on the connection it stands on, and hosts do not say which view called: the server's own view
  // could make a risky call itself, read the nonce out of the answer, and confirm.
  if (serverHasViews()) return say('cardBesideViews')
  switch (whyNotByHost(hold, 'card')) {
    case 'rail':
      return say('cardNotARail', { rule })
    case 'assurance':
      return say('cardLacksAssurance', { assurance })
    case 'quorum':
      return say('cardNeedsQuorum', { n: quorum })
    case 'approvers':
      return say('cardNeedsName')
    case null:
      return fitsCard(hold) ? null : say('cardTooSmall')
  }
}

/** Both what was asked for, which the agent is told to send again, and what would run. */
export function fitsCard(hold: Hold): boolean {
  return Math.max(hold.call.argumentsText.length, approvedArguments(hold).length) <= SHOWN_ARGUMENTS
}
