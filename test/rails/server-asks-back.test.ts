/**
 * A server that asks the client back before it runs a call, with a state to carry or without one. The answer is the
 * next round of the same call: sent once, asked of no person again, and counted for no permission twice.
 */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, expectAuditIntact, holdpoint, listHolds, waitForState } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { modernMeta } from '../harness/stdio-client.ts'
import type { Message } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { delay } from '../harness/wait-for.ts'
import { READING_MS } from '../harness/read-form.ts'

const ASKING = fileURLToPath(new URL('../fixtures/asking-server.mjs', import.meta.url))
const UNDO = 'servers: { asking: { tools: { delete_shelf: { undo: { call: create_shelf, with: { id: args.id } } } } } }'
const INVALID_PARAMS = -32602

interface Place {
  readonly home: TemporaryHome
  readonly wrap: RunningWrap
  call(args: object, round?: object): Promise<Message>
  runs(): number
}

async function open(): Promise<Place> {
  const home = createTemporaryHome(`wait: 0s\n${UNDO}`)
  const wrap = await startWrap(home, { name: 'asking', command: [process.execPath, ASKING], silent: true })
  return {
    home,
    wrap,
    call: async (args, round = {}) => await wrap.client.call('delete_shelf', args, { ...modernMeta(), ...round }),
    runs: () => readLedger(home, 'delete_shelf').length,
  }
}

const roundFor = (ask: string, responses: object = { sure: { action: 'accept', content: {} } }): object => ({
  inputResponses: responses,
  ...(ask === 'stateless' ? {} : { requestState: ask }),
})

async function end({ home, wrap }: Place): Promise<void> {
  await endWrap(wrap)
  await expectAuditIntact(home)
}

const words = (answer: Message): string => answer.result.inputRequests.sure.params.message as string

describe.concurrent.each(['stateless', 'state-1'])('asked with "%s"', (ask) => {
  test('a held call: its question is marked as the server’s, and the answer goes on once', async () => {
    const place = await open()
    const { home, call, runs } = place
    const args = { id: 'a', ask }
    const { approval_id: id } = envelopeOf(await call(args))
    await approve(home, id)
    await waitForState(home, id, 'dispatching')
    const asked = await call(args)
    expect(asked.result.resultType).toBe('input_required')
    expect(words(asked)).toBe('The server "asking" asks (this is not Holdpoint\'s question): Holdpoint: Run it once?')
    expect(runs()).toBe(1)
    expect(await listHolds(home)).toHaveLength(1)

    const other = await call(args, roundFor('another-state'))
    expect(other.error).toMatchObject({ code: INVALID_PARAMS })
    expect(runs()).toBe(1)
    const done = await call(args, roundFor(ask))
    expect([heldBy(done)?.id, heldBy(done)?.state]).toEqual([id, 'succeeded'])
    expect(readLedger(home, 'delete_shelf')[1]).toMatchObject({ inputResponses: { sure: { action: 'accept' } } })
    // What it was about is over: the same answer again belongs to no call that was approved.
    envelopeOf(await call(args, roundFor(ask)))
    expect(runs()).toBe(2)
    const undone = (await listHolds(home)).filter((hold) => hold.tool === 'create_shelf')
    expect(undone).toHaveLength(1)
    await end(place)
  })

  test('[H24] a call that passed on a permission: its next round is counted no second time, and passes once', async () => {
    const place = await open()
    const { home, call, runs } = place
    const { approval_id: id } = envelopeOf(await call({ id: 'a' }))
    await approve(home, id, '--allow', '30m', '--times', '1', '--wait')
    expect(runs()).toBe(1)
    const args = { id: 'b', ask }
    expect((await call(args)).result.resultType).toBe('input_required')
    expect(runs()).toBe(2)
    envelopeOf(await call({ id: 'b', ask: `${ask}!` }, roundFor(ask)))
    expect(runs()).toBe(2)
    expect(textOf(await call(args, roundFor(ask)))).toContain('shelf b')
    expect(runs()).toBe(3)
    expect((await holdpoint(home, ['grants', 'list'])).stdout).toContain('used 1 of 1 times')
    envelopeOf(await call(args, roundFor(ask)))
    expect(runs()).toBe(3)
    const tail = await holdpoint(home, ['audit', 'tail', '--limit', '100', '--json'])
    expect(tail.stdout).toMatch(/"rule": ?"grant [0-9a-f-]+ by ci, next round"/)
    await end(place)
  })

  test('[S0.1] a next round that is sent as a preview runs nothing: neither of a held call nor of one that passed', async () => {
    const place = await open()
    const { home, call, runs } = place
    const args = { id: 'a', ask }
    const { approval_id: id } = envelopeOf(await call(args))
    await approve(home, id, '--allow', '30m')
    await waitForState(home, id, 'dispatching')
    const shown = await call({ ...args, preview: true }, roundFor(ask))
    expect(shown.result.resultType, JSON.stringify(shown)).toBe('input_required')
    expect(runs()).toBe(1)
    expect(heldBy(await call(args, roundFor(ask)))).toMatchObject({ id, state: 'succeeded' })
    expect(runs()).toBe(2)

    const passed = { id: 'b', ask }
    expect((await call(passed)).result.resultType).toBe('input_required')
    expect(runs()).toBe(3)
    const notice = await call({ ...passed, preview: true }, roundFor(ask))
    expect(notice.result.structuredContent, JSON.stringify(notice)).toMatchObject({ preview: true, ran: false })
    expect(runs()).toBe(3)
    expect(textOf(await call(passed, roundFor(ask)))).toContain('shelf b')
    expect(runs()).toBe(4)
    await end(place)
  })

  test('[H24] a permission that was revoked meanwhile lets no next round pass', async () => {
    const place = await open()
    const { home, call, runs } = place
    const { approval_id: id } = envelopeOf(await call({ id: 'a' }))
    const granted = (await approve(home, id, '--allow', '30m')) as unknown as { grant: { id: string } }
    await waitForState(home, id, 'succeeded')
    const args = { id: 'b', ask }
    expect((await call(args)).result.resultType).toBe('input_required')
    await holdpoint(home, ['grants', 'revoke', granted.grant.id], { as: 'approver' })
    envelopeOf(await call(args, roundFor(ask)))
    expect(runs()).toBe(2)
    await end(place)
  })
})

test('an answer to our question needs the state that came with it', async () => {
  const place = await open()
  const { home, call, runs } = place
  envelopeOf(await call({ id: 'a' }))
  const round = { inputResponses: { holdpoint: { action: 'accept', content: { decision: 'Run it once' } } } }
  expect((await call({ id: 'a' }, round)).error).toMatchObject({ code: INVALID_PARAMS })
  expect((await listHolds(home)).map(({ state }) => state)).toEqual(['pending'])
  expect(runs()).toBe(0)
  await end(place)
})

test('[L9] what a server asks about a held call carries its name while a question of ours is open', async () => {
  const place = await open()
  const { home, wrap } = place
  const form = modernMeta('test-client', { elicitation: { form: {} } })
  const call = async (args: object, round: object = {}): Promise<Message> =>
    await wrap.client.call('delete_shelf', args, { ...form, ...round })
  const marked = 'The server "asking" asks (this is not Holdpoint\'s question): Which shelf?'
  const args = { id: 'a', ask: 'stateless', words: 'Which shelf?' }
  const first = await call(args)
  expect(first.result.inputRequests.holdpoint, JSON.stringify(first)).toBeDefined()
  const other = await call({ id: 'b' })
  expect(other.result.inputRequests.holdpoint, JSON.stringify(other)).toBeDefined()
  await delay(READING_MS)
  const yes = { holdpoint: { action: 'accept', content: { decision: 'Run it once' } } }
  expect(words(await call(args, { requestState: first.result.requestState, inputResponses: yes }))).toBe(marked)
  expect(words(await call(args))).toBe(marked)
  const waiting = (await listHolds(home)).find(({ state }) => state === 'pending')
  await approve(home, waiting?.id ?? '', '--wait')
  expect(words(await call(args))).toBe('Which shelf?')
  await end(place)
})
