/**
 * Notices that a card has a question on the screen: a view that was told of a waiting hold has drawn it. The offer itself
 * is passed through untouched.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { CARD_META_KEY, isCardTool } from './card-names.ts'
import type { Offer } from '../../offers/offer.ts'

/** `drawn` is told the hold, as often as its view asks about it. */
export function noticeDrawnCards(offer: Offer, drawn: (hold: string) => void): Offer {
  return {
    ...offer,
    callTool(context, name, sent) {
      const answer = offer.callTool(context, name, sent)
      if (answer === null || !isCardTool(name)) return answer
      return answer.then((result) => {
        const hold = waitingHold(result)
        if (hold !== null) drawn(hold)
        return result
      })
    },
  }
}

function waitingHold({ _meta: meta }: JsonObject): string | null {
  const card = isJsonObject(meta) ? meta[CARD_META_KEY] : null
  if (!isJsonObject(card) || card['state'] !== 'pending') return null
  return typeof card['hold'] === 'string' ? card['hold'] : null
}
