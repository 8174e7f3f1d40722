/** What agents are given beside the server's own tools and resources: its cheatsheet, and a way to give feedback. */
import { randomUUID } from 'node:crypto'
import { sha256 } from '@holdpoint/store'
import { readCheatsheet } from '../config/index.ts'
import type { AuditTrail } from '../gateway/audit-trail.ts'
import { createCheatsheetOffer } from '../gateway/offers/cheatsheet-offer.ts'
import { createCheatsheetShelf } from '../gateway/offers/cheatsheet-shelf.ts'
import type { CheatsheetShelf } from '../gateway/offers/cheatsheet-shelf.ts'
import { createFeedbackOffer } from '../gateway/offers/feedback-offer.ts'
import { joinOffers } from '../gateway/offers/offer.ts'
import type { Offer } from '../gateway/offers/offer.ts'
import type { RationaleDemand } from '../gateway/rationale.ts'
import type { Log } from './log.ts'
import type { PolicyInForce } from './policy-source.ts'
import type { StoreSource } from './store-source.ts'

export interface AgentOffersOptions {
  readonly mode: 'wrap' | 'serve'
  readonly stores: StoreSource
  readonly policy: () => PolicyInForce
  readonly trail: AuditTrail
  readonly rationale: () => RationaleDemand
  readonly log: Log
}

export interface AgentOffers {
  readonly offer: Offer
  readonly cheatsheets: CheatsheetShelf
}

export function createAgentOffers(options: AgentOffersOptions): AgentOffers {
  const { stores, policy, trail, rationale, log } = options
  const store = (): ReturnType<StoreSource['get']> => stores.get()
  const cheatsheets = createCheatsheetShelf({
    store,
    has: (server) => Object.hasOwn(policy().cheatsheets, server),
    read: async (server) => await readText(policy().cheatsheets[server], server, log),
    sha256,
    log,
  })
  const feedback = createFeedbackOffer({
    offered: () => policy().config.feedback ?? options.mode === 'serve',
    store,
    trail,
    rationale,
    now: Date.now,
    newId: randomUUID,
    log,
  })
  return { offer: joinOffers([createCheatsheetOffer(cheatsheets), feedback]), cheatsheets }
}

async function readText(file: string | undefined, server: string, log: Log): Promise<string | null> {
  if (file === undefined) return null
  const reading = await readCheatsheet(file)
  if (reading.ok) return reading.text
  log(`[${server}] ${reading.message} Agents see the accepted one.`)
  return null
}
