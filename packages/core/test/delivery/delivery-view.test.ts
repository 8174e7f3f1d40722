/** What people are shown of a delivery: how far it came, and whether an answer came from there. */
import { sampleDelivery, sampleHold, sampleVerdict } from '@holdpoint/testing'
import { describe, expect, test } from 'vitest'
import { toDeliveryViews } from '../../src/delivery/delivery-view.ts'
import type { Delivery } from '../../src/delivery/delivery.ts'

const SENT: Partial<Delivery> = { state: 'sent', ref: 'om_1', sentAt: 1000, copies: 1 }

describe('[X13.4] a delivery as people are shown it', () => {
  test.each([
    [{}, { state: 'planned', sent_at: null }],
    [SENT, { state: 'sent', sent_at: '1970-01-01T00:00:01.000Z' }],
    [{ ...SENT, state: 'closed' }, { state: 'updated' }],
    [{ state: 'closed' }, { state: 'withdrawn' }],
    [
      { state: 'failed', problem: 'No such chat.' },
      { state: 'failed', problem: 'No such chat.', sent_at: null },
    ],
  ] as const)('%j', (over, view) => {
    expect(toDeliveryViews(sampleHold(), [sampleDelivery(over)])).toMatchObject([view])
  })

  test('neither its code, its buttons nor the name of its message is in it', () => {
    const delivery = sampleDelivery({ ...SENT, ref: 'om_secret' })
    const text = JSON.stringify(toDeliveryViews(sampleHold(), [delivery]))
    for (const kept of [delivery.code, delivery.buttons.approve, delivery.buttons.decline, 'om_secret', delivery.id]) {
      expect(text).not.toContain(kept)
    }
  })

  test('an answer came from the only place of its platform, or from one of several', () => {
    const hold = sampleHold({ verdicts: [sampleVerdict('approve', { by: 'feishu:K1/ou_ana', via: 'channel' })] })
    const here = sampleDelivery({ ...SENT, id: 'one' })
    const elsewhere = sampleDelivery({ ...SENT, id: 'two', channel: 'slack' })
    const also = sampleDelivery({ ...SENT, id: 'three', place: { kind: 'person', id: 'ou_ana' } })
    const unsent = sampleDelivery({ id: 'four', place: { kind: 'group', id: 'oc_other' } })
    const answered = (...deliveries: readonly Delivery[]): readonly (boolean | null)[] =>
      toDeliveryViews(hold, deliveries).map((view) => view.answered_here)
    expect(answered(here, elsewhere, unsent)).toEqual([true, false, false])
    expect(answered(here, also)).toEqual([null, null])
    expect(toDeliveryViews(sampleHold(), [here])[0]?.answered_here).toBe(false)
  })
})
