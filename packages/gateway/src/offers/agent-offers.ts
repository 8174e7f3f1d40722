/** What agents are given beside the server's own tools and resources: its cheatsheet, and a way to give feedback. */
import { randomUUID } from 'node:crypto'
import type { AuditTrail } from '../calls/audit-trail.ts'
import { createCheatsheetOffer } from './cheatsheet-offer.ts'
import { createServedCheatsheets } from './served-cheatsheets.ts'
import type { ServedCheatsheets } from './served-cheatsheets.ts'
import { createFeedbackOffer } from './feedback-offer.ts'
import { joinOffers } from './offer.ts'
import type { Offer } from './offer.ts'
import type { RationaleDemand } from '../calls/rationale.ts'
import type { CompleteOptions } from '../gateway-options.ts'

export interface AgentOffersOptions extends Pick<
  CompleteOptions,
  'ofAgents' | 'store' | 'policy' | 'cheatsheets' | 'sha256' | 'now' | 'log'
> {
  readonly trail: AuditTrail
  readonly rationale: () => RationaleDemand
}

export interface AgentOffers {
  readonly offer: Offer
  readonly cheatsheets: ServedCheatsheets
}

export function createAgentOffers(options: AgentOffersOptions): AgentOffers {
  const { store, policy, trail, rationale, sha256, log } = options
  const cheatsheets = createServedCheatsheets({
    store,
    has: (server) => options.cheatsheets.has(server),
    read: async (server) => await options.cheatsheets.read(server),
    sha256,
    log,
  })
  const feedback = createFeedbackOffer({
    offered: () => policy().config.feedback ?? options.ofAgents.feedback,
    store,
    trail,
    rationale,
    now: options.now,
    newId: randomUUID,
    log,
  })
  return { offer: joinOffers([createCheatsheetOffer(cheatsheets), feedback]), cheatsheets }
}
