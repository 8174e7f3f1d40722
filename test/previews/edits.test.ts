/**
 * Edits of a call whose recipe shows what it is about: an edit is held to the same conditions, and to the same thing.
 */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { envelopeOf, heldBy } from '../harness/answers.ts'
import { approve, expectAuditIntact, holdpoint, showHold, waitForState } from '../harness/decide.ts'
import type { CommandResult } from '../harness/resident-command.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const SERVER = fileURLToPath(new URL('../fixtures/payment-server.mjs', import.meta.url))
const CONFIG = `wait: 0s
servers:
  payments:
    tools:
      refund_payment:
        risk: high
        preview:
          call: get_payment
          with: { id: args.id }
          title: 'Refund \${args.id}?'
          show: [paid]
          refuse: { when: args.amount > entity.paid, reason: 'Only \${entity.paid} was paid.' }
`

interface Place {
  readonly home: TemporaryHome
  readonly wrap: RunningWrap
  readonly ran: () => readonly unknown[]
  readonly edit: (hold: string, args: object, ...more: readonly string[]) => Promise<CommandResult>
}

async function open(): Promise<Place> {
  const home = createTemporaryHome(CONFIG)
  return {
    home,
    wrap: await startWrap(home, { name: 'payments', command: [process.execPath, SERVER] }),
    ran: () => readLedger(home).map((entry) => (entry as unknown as { arguments: unknown }).arguments),
    edit: async (hold, args, ...more) =>
      await holdpoint(home, ['approve', hold, '--edit', JSON.stringify(args), ...more], { as: 'approver' }),
  }
}

describe('an edit', () => {
  test('[S5] [X6] into what the recipe forbids is refused at once, with the reason, and the question stays', async () => {
    const { home, wrap, ran, edit } = await open()
    const call = { id: 'p1', amount: 50 }
    const { approval_id: id } = envelopeOf(await wrap.client.call('refund_payment', call))
    const refused = await edit(id, { id: 'p1', amount: 500 })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('The edited arguments are not possible: Only 100 was paid.')
    expect((await showHold(home, id)).state).toBe('pending')
    const accepted = await edit(id, { id: 'p1', amount: 99 }, '--wait')
    expect(accepted.code, accepted.stderr).toBe(0)
    expect(ran()).toEqual([{ id: 'p1', amount: 99 }])
    expect(heldBy(await wrap.client.call('refund_payment', call))).toMatchObject({ id, edited: true })
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[S5] [X6] into what the recipe forbids does not run where only a look can tell: it is asked again, with the reason', async () => {
    const { home, wrap, ran, edit } = await open()
    const call = { id: 'long-1', amount: 50 }
    const { approval_id: first } = envelopeOf(await wrap.client.call('refund_payment', call))
    expect((await edit(first, { id: 'long-1', amount: 500 })).code).toBe(0)
    expect((await waitForState(home, first, 'invalidated')).note).toContain('Only 100 was paid.')
    expect(ran()).toEqual([])
    const { approval_id: second } = envelopeOf(await wrap.client.call('refund_payment', call))
    const asked = await showHold(home, second)
    expect(asked.arguments).toEqual(call)
    expect(asked.warnings.join()).toContain('the approved arguments are not possible: Only 100 was paid.')
    expect((await approve(home, second, '--wait')).state).toBe('succeeded')
    expect(ran()).toEqual([call])
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[S6] [X6] to another thing than the one that is shown is refused, also where the two look alike', async () => {
    const { home, wrap, ran, edit } = await open()
    const { approval_id: id } = envelopeOf(await wrap.client.call('refund_payment', { id: 'p1', amount: 50 }))
    const refused = await edit(id, { id: 'p2', amount: 50 })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('about something else than what is shown')
    expect((await showHold(home, id)).state).toBe('pending')
    expect((await approve(home, id, '--wait')).state).toBe('succeeded')
    expect(ran()).toEqual([{ id: 'p1', amount: 50 }])
    await endWrap(wrap)
    await expectAuditIntact(home)
  })
})
