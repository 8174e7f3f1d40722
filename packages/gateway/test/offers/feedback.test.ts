/**
 * `submit_feedback` as an offer: when it is there, under which name, and what it answers when something is in the way.
 */
import { NO_CAPABILITIES } from '@holdpoint/core'
import type { JsonObject, Store } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { createAuditTrail } from '../../src/calls/audit-trail.ts'
import { FEEDBACK_LIMIT, createFeedbackOffer } from '../../src/offers/feedback-offer.ts'
import type { Offer, OfferContext } from '../../src/offers/offer.ts'
import type { RationaleDemand } from '../../src/calls/rationale.ts'

let place: TestStore
beforeEach(async () => {
  place = await openTestStore()
})
afterEach(async () => await place.end())

interface About {
  readonly offered?: boolean
  readonly demand?: RationaleDemand
  readonly store?: () => Promise<Store>
}

let count = 0
function offer({ offered = true, demand = { kind: 'off' }, store = async () => place.store }: About = {}): Offer {
  return createFeedbackOffer({
    offered: () => offered,
    store,
    trail: createAuditTrail((record, receipt) => place.store.audit.appendFor(record, receipt)),
    rationale: () => demand,
    now: Date.now,
    newId: () => `f${++count}`,
    log: () => {},
  })
}

const context = (serverTools: readonly string[] = [], over: Partial<OfferContext> = {}): OfferContext => ({
  era: 'session',
  client: { name: 'host', version: '1' },
  capabilities: NO_CAPABILITIES,
  origin: { tenant: 'default', principal: 'bot', session: 's' },
  server: { name: 'crm', identity: 'i', display: 'crm', transport: 'stdio' },
  serverHas: (tool) => serverTools.includes(tool),
  serverHasViews: false,
  ...over,
})
const REPORT: JsonObject = { attempted_action: 'a', expected_outcome: 'b', actual_outcome: 'c', severity: 'low' }
const namesOf = (offered: Offer, serverTools: readonly string[]): readonly unknown[] =>
  offered.tools(context(serverTools)).map(({ name }) => name)

describe('the offer', () => {
  test('[S1.6] takes a free name, and none where both are taken or nobody wants it', () => {
    expect(namesOf(offer(), [])).toEqual(['submit_feedback'])
    expect(namesOf(offer(), ['submit_feedback'])).toEqual(['holdpoint_submit_feedback'])
    expect(namesOf(offer(), ['submit_feedback', 'holdpoint_submit_feedback'])).toEqual([])
    expect(namesOf(offer({ offered: false }), [])).toEqual([])
    expect(offer({ offered: false }).callTool(context(), 'submit_feedback', REPORT)).toBeNull()
    expect(offer().callTool(context(), 'get_contact', REPORT)).toBeNull()
    expect(offer().resources(context())).toEqual([])
    expect(offer().readResource(context(), 'mcp://crm/cheatsheet')).toBeNull()
  })

  test('[S1.5] asks for the rationale as every other tool does', async () => {
    const schemaOf = (demand: RationaleDemand): JsonObject =>
      offer({ demand }).tools(context())[0]?.['inputSchema'] as JsonObject
    expect(schemaOf({ kind: 'off' })['required']).not.toContain('rationale')
    expect(schemaOf({ kind: 'required' })['required']).toContain('rationale')
    const without = await offer({ demand: { kind: 'required' } }).callTool(context(), 'submit_feedback', REPORT)
    expect(without).toMatchObject({ isError: true, structuredContent: { error: { code: 'VALIDATION_ERROR' } } })
    expect((await place.records()).map(({ kind }) => kind)).toEqual(['call-refused'])
  })

  test('[S1.6] goes on record with its rationale, and nothing of its words', async () => {
    const rationale = 'so that somebody knows'
    await offer().callTool(context(), 'submit_feedback', { ...REPORT, attempted_action: 'a secret', rationale })
    const [record] = await place.records()
    expect(record).toMatchObject({ kind: 'feedback-submitted', principal: 'bot', server: 'crm', rationale })
    expect(JSON.stringify(record)).not.toContain('a secret')
  })

  test('[S1.6] beyond its limit it is RATE_LIMITED, in the words of both eras', async () => {
    for (let given = 0; given < FEEDBACK_LIMIT.most; given++) {
      await offer().callTool(context(), 'submit_feedback', REPORT)
    }
    const limited = await offer().callTool(context([], { era: 'stateless' }), 'submit_feedback', REPORT)
    expect(limited).toMatchObject({
      resultType: 'complete',
      isError: true,
      structuredContent: { error: { code: 'RATE_LIMITED' } },
    })
  })

  test('without its store it says so, and that nothing was stored', async () => {
    const down = offer({ store: () => Promise.reject(new Error('gone')) })
    expect(await down.callTool(context(), 'submit_feedback', REPORT)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'STORE_UNAVAILABLE' } },
    })
  })
})
