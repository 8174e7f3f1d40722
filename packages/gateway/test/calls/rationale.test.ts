/** What is asked of rationales, and who is told when they are missing. */
import type { Call } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '@holdpoint/testing'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { createAuditTrail } from '../../src/calls/audit-trail.ts'
import { createRationaleAlerts } from '../../src/calls/rationale-alerts.ts'
import { checkRationale, demandOnViews, wantsRationale } from '../../src/calls/rationale.ts'
import type { RationaleDemand } from '../../src/calls/rationale.ts'

const REQUIRED: RationaleDemand = { kind: 'required' }
const UNTIL = Date.UTC(2026, 11, 1)
const GRACE: RationaleDemand = { kind: 'grace', until: UNTIL }

const check = (rationale: unknown, demand: RationaleDemand = REQUIRED, now = 0): string =>
  checkRationale(rationale, 'rationale', demand, now).kind

describe('the length', () => {
  test.each([
    [9, 'refused'],
    [10, 'fine'],
    [500, 'fine'],
    [501, 'refused'],
  ])('[S14] %i characters: %s', (length, kind) => {
    expect(check('x'.repeat(length))).toBe(kind)
    // A character that needs two units counts as one.
    expect(check('😀'.repeat(length))).toBe(kind)
  })

  test('[S1.5] blanks say nothing, and what is no text is missing', () => {
    expect(checkRationale(' '.repeat(20), 'why', REQUIRED, 0)).toEqual({
      kind: 'refused',
      message:
        'VALIDATION_ERROR: "why" is empty: give one sentence of 10 to 500 characters that says why you make this call.',
    })
    for (const value of [undefined, null, 12_345_678_901, ['because it is needed']])
      expect(check(value)).toBe('refused')
  })
})

describe('the modes', () => {
  test('[S1.5] off asks for nothing; advertised notes what is missing', () => {
    expect(check(undefined, { kind: 'off' })).toBe('fine')
    expect(check(undefined, { kind: 'advertised' })).toBe('missing')
    expect(check('too short', { kind: 'advertised' })).toBe('missing')
    expect(check('long enough', { kind: 'advertised' })).toBe('fine')
  })

  test('[S14] grace only warns until its date, and refuses from then on', () => {
    for (const rationale of [undefined, 'too short', 'x'.repeat(501)]) {
      expect(check(rationale, GRACE, UNTIL - 1)).toBe('missing')
      expect(check(rationale, GRACE, UNTIL)).toBe('refused')
    }
    expect(check('long enough', GRACE, UNTIL)).toBe('fine')
  })
})

test("[S1.5] where a server's own view may be calling, only what was sent is judged", () => {
  expect(check(undefined, demandOnViews(REQUIRED, undefined))).toBe('missing')
  expect(check(undefined, demandOnViews(GRACE, undefined), UNTIL)).toBe('missing')
  for (const sent of [null, '', 'too short']) expect(check(sent, demandOnViews(REQUIRED, sent))).toBe('refused')
  expect(demandOnViews({ kind: 'off' }, undefined)).toEqual({ kind: 'off' })
})

test('[S1.5] it is wanted on every tool where it is demanded, and where it is only advertised on tools that may ask', () => {
  const wanted = (demand: RationaleDemand): readonly boolean[] =>
    [true, false].map((asks) => wantsRationale(demand, () => asks))
  expect(wanted(REQUIRED)).toEqual([true, true])
  expect(wanted(GRACE)).toEqual([true, true])
  expect(wanted({ kind: 'advertised' })).toEqual([true, false])
  expect(wanted({ kind: 'off' })).toEqual([false, false])
})

describe('alerts', () => {
  let place: TestStore
  let said: string[]
  beforeEach(async () => {
    place = await openTestStore()
    said = []
  })
  afterEach(async () => await place.end())

  const call = (over: Partial<Call> = {}): Call => ({
    tenant: 'default',
    principal: 'bot',
    client: { name: 'host', version: '1' },
    session: 's',
    server: { name: 'crm', identity: 'identity', display: 'crm', transport: 'stdio' },
    tool: 'get_contact',
    argumentsText: '{}',
    arguments: {},
    digest: 'd',
    rationale: null,
    ...over,
  })
  /** As another process would have it. */
  const alerts = (demand: RationaleDemand): ((call: Call) => void) =>
    createRationaleAlerts({
      store: async () => place.store,
      trail: createAuditTrail((record, receipt) => place.store.audit.appendFor(record, receipt)),
      demand: () => demand,
      sha256,
      log: (message) => said.push(message),
    })
  const missing = async (): Promise<readonly string[]> =>
    (await place.records()).filter(({ kind }) => kind === 'rationale-missing').map(({ detail }) => detail ?? '')

  test('[S1.5] in grace, once for each caller, also across processes, with the date', async () => {
    const [first, second] = [alerts(GRACE), alerts(GRACE)]
    for (const alert of [first, first, second, second]) alert(call())
    await expect.poll(missing).toEqual(['deprecated: refused from 2026-12-01 on'])
    await expect.poll(() => said.length).toBe(1)
    expect(said[0]).toContain('DEPRECATED: host (bot) calls get_contact on crm without a rationale; from 2026-12-01 on')
    second(call({ principal: 'other' }))
    await expect.poll(missing).toHaveLength(2)
    // A later date is another promise: it is told again.
    alerts({ kind: 'grace', until: UNTIL + 86_400_000 })(call())
    await expect.poll(missing).toHaveLength(3)
  })

  test('[S1.5] where it is only advertised, once for each caller of a process', async () => {
    const alert = alerts({ kind: 'advertised' })
    alert(call())
    alert(call({ tool: 'delete_contact' }))
    alert(call({ server: { name: 'shop', identity: 'another', display: 'shop', transport: 'stdio' } }))
    await expect.poll(missing).toEqual(['', ''])
    expect(said).toHaveLength(2)
  })

  test.each([{ demand: GRACE }, { demand: { kind: 'advertised' } as const }])(
    '[S1.5] $demand.kind: a client that gives itself a new name with every call is told of once',
    async ({ demand }) => {
      const alert = alerts(demand)
      for (let index = 0; index < 50; index++) alert(call({ client: { name: `host ${index}`, version: '1' } }))
      await expect.poll(missing).toHaveLength(1)
      alert(call({ principal: 'other' }))
      await expect.poll(missing).toHaveLength(2)
      expect(said).toHaveLength(2)
      expect(await place.store.settings.under('rationale/')).toHaveLength(demand.kind === 'grace' ? 2 : 0)
    },
  )

  test('[S1.5] however many callers there are, one process tells of a thousand', async () => {
    const alert = alerts({ kind: 'advertised' })
    for (let index = 0; index < 1100; index++) alert(call({ principal: `bot ${index}` }))
    expect(said).toHaveLength(1000)
    await expect.poll(missing).toHaveLength(1000)
  })
})
