/**
 * Offers to take a call back, in real processes: under whose rules they stand, what a crash leaves of them, and that
 * reads for questions end where the questions do.
 */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf } from '../harness/answers.ts'
import { approve, expectAuditIntact, holdpoint, listHolds, showHold, waitForState } from '../harness/decide.ts'
import type { Approval } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { crashPoint } from '../harness/paths.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap, WrapSetting } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { PATIENCE_MS, waitFor } from '../harness/wait-for.ts'

const ASKING = fileURLToPath(new URL('../fixtures/asking-server.mjs', import.meta.url))
const RECIPES = `wait: 0s
servers:
  asking:
    tools:
      get_shelf: { risk: low }
      delete_shelf:
        preview: { call: get_shelf, with: { id: args.id } }
        undo: { call: create_shelf, with: { id: entity.name } }
`

interface Shown extends Approval {
  readonly undo_of: string | null
}

async function start(home: TemporaryHome, setting: WrapSetting = {}): Promise<RunningWrap> {
  return await startWrap(home, { name: 'asking', command: [process.execPath, ASKING], ...setting })
}

async function offersFor(home: TemporaryHome, id: string): Promise<readonly Shown[]> {
  return ((await listHolds(home)) as readonly Shown[]).filter((hold) => hold.undo_of === id)
}

async function offerFor(home: TemporaryHome, id: string): Promise<Shown> {
  return await waitFor(`an offer to undo ${id}`, async () => (await offersFor(home, id))[0], PATIENCE_MS, 150)
}

describe.concurrent('an offer', () => {
  test('[A12] stands under the rules of the call that it would make', async () => {
    const home = createTemporaryHome(`${RECIPES}
rules:
  - { name: shelves, match: { tool: create_shelf }, risk: high, approvers: [root], irreversible: true }
`)
    const wrap = await start(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_shelf', { id: 'a' }))
    await approve(home, id, '--wait')
    const offer = await offerFor(home, id)
    expect(offer.rule).toBe('undo recipe, shelves')
    const refused = await holdpoint(home, ['approve', offer.id, '--json'], { as: 'approver' })
    expect(refused.code).not.toBe(0)
    expect(`${refused.stdout}${refused.stderr}`).toContain('NOT_AN_APPROVER')
    expect(readLedger(home, 'create_shelf')).toEqual([])
    expect((await holdpoint(home, ['approve', offer.id, '--wait'], { as: 'admin' })).code).toBe(0)
    expect(readLedger(home, 'create_shelf')).toMatchObject([{ arguments: { id: 'shelf a' } }])
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('kill -9 between the stored success and the offer: the next process makes it, once', async () => {
    const home = createTemporaryHome(RECIPES)
    const struck = await start(home, {
      nodeOptions: ['--import', crashPoint('at-commit.mjs')],
      environment: { CRASH_KIND: 'hold-succeeded', CRASH_WHEN: 'after' },
    })
    const { approval_id: id } = envelopeOf(await struck.client.call('delete_shelf', { id: 'a' }))
    await approve(home, id)
    expect((await struck.exited).signal).toBe('SIGKILL')
    expect((await showHold(home, id)).state).toBe('succeeded')
    expect(await offersFor(home, id)).toEqual([])

    const next = await start(home)
    envelopeOf(await next.client.call('delete_shelf', { id: 'b' }))
    const offer = await offerFor(home, id)
    expect(offer).toMatchObject({ state: 'pending', tool: 'create_shelf', arguments: { id: 'shelf a' } })
    envelopeOf(await next.client.call('delete_shelf', { id: 'c' }))
    expect((await approve(home, offer.id, '--wait')).state).toBe('succeeded')
    expect(readLedger(home, 'create_shelf')).toHaveLength(1)
    await endWrap(next)
    const third = await start(home)
    envelopeOf(await third.client.call('delete_shelf', { id: 'd' }))
    expect(await offersFor(home, id)).toHaveLength(1)
    await endWrap(third)
    await expectAuditIntact(home)
  })

  test.each(['SIGKILL', 'SIGTERM'] as const)('whose process ended by %s is not approved in vain', async (signal) => {
    const home = createTemporaryHome(RECIPES)
    const wrap = await start(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_shelf', { id: 'a' }))
    await approve(home, id, '--wait')
    const offer = await offerFor(home, id)
    await wrap.kill(signal)
    const late = await holdpoint(home, ['approve', offer.id], { as: 'approver' })
    expect(late.code).not.toBe(0)
    const withdrawn = await waitForState(home, offer.id, 'invalidated')
    expect(withdrawn.note).toContain('has ended, and no other can')
    expect(readLedger(home, 'create_shelf')).toEqual([])
    await expectAuditIntact(home)
  })
})

test('an agent that may not ask causes no reads, however many calls it sends at once', async () => {
  const home = createTemporaryHome(RECIPES)
  const wrap = await start(home)
  const ids = Array.from({ length: 40 }, (_, index) => `shelf-${index}`)
  const answers = await Promise.all(ids.map(async (id) => await wrap.client.call('delete_shelf', { id })))
  expect(answers.filter((answer) => codeOf(answer) === 'RATE_LIMITED')).toHaveLength(20)
  expect(readLedger(home, 'get_shelf')).toHaveLength(20)
  expect(codeOf(await wrap.client.call('delete_shelf', { id: 'one more' }))).toBe('RATE_LIMITED')
  expect(readLedger(home, 'get_shelf')).toHaveLength(20)
  await endWrap(wrap)
  await expectAuditIntact(home)
})
