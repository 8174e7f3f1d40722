/**
 * The rails of a host over HTTP: whose answer counts there, on which stream it is asked, and what a host that answers
 * by itself loses.
 */
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import type { Message } from '../harness/stdio-client.ts'
import { delay, waitFor } from '../harness/wait-for.ts'
import { answerAtOnce, READING_MS, TOO_FAST } from '../harness/read-form.ts'
import { expectPending, FORM, FORM_AND_URL, holdOf, ledgerOf, newMark, openHomes, RELAYING, RUN_ONCE } from './hosts.ts'
import type { Home } from './hosts.ts'
import { connectAgent } from '../harness/serve-agent.ts'
import type { Agent, Message as StreamMessage } from '../harness/serve-agent.ts'
import { TOKENS } from '../harness/serve-harness.ts'
import { send } from '../harness/serve-http.ts'

const { patient, hasty } = await openHomes()

interface Seat {
  readonly agent: Agent
  readonly seen: StreamMessage[]
  begin(tool: string, args: object): ReturnType<Agent['call']>
  question(index?: number): Promise<StreamMessage>
}

async function sit(home: Home, client: string, token: string, capabilities: object): Promise<Seat> {
  const agent = await connectAgent(home.service.url, { era: '2025', client, token, capabilities })
  const seen: StreamMessage[] = []
  const questions = (): readonly StreamMessage[] => seen.filter(({ method }) => method === 'elicitation/create')
  return {
    agent,
    seen,
    begin: (tool, args) => agent.call(tool, args, { onMessage: (message) => void seen.push(message) }),
    question: (index = 0) => waitFor(`question ${index}`, () => questions()[index]),
  }
}

describe.concurrent('over HTTP', () => {
  test('[L5] an agent’s own token: no form is sent, and an answer to a guessed id changes nothing', async () => {
    const seat = await sit(hasty, 'answers itself', TOKENS.agent, FORM)
    const mark = newMark()
    const calling = seat.begin('delete_item', { id: mark })
    await waitFor('the hold', async () => (await hasty.service.approvals(`?q=${mark}`))[0])
    const hold = await holdOf(hasty, mark)
    for (const id of [1, 2, 'ask-1', 'holdpoint-ask-1', `${hold.id}-ask-1`, hold.id]) {
      expect((await seat.agent.respond(id, RUN_ONCE)).status).toBe(202)
    }
    envelopeOf((await calling).answer as Message)
    expect(seat.seen.filter(({ method }) => method === 'elicitation/create')).toEqual([])
    await expectPending(hasty, mark)
  })

  test('[L5] in the stateless era as well: no form, and an accept that nobody asked for is refused', async () => {
    const agent = await connectAgent(hasty.service.url, { era: '2026', client: 'answers itself', capabilities: FORM })
    const mark = newMark()
    envelopeOf((await agent.call('delete_item', { id: mark })).answer as Message)
    const round = { requestState: 'hp1.e30.AAAA', inputResponses: { holdpoint: RUN_ONCE } }
    const forged = await agent.ask('tools/call', { name: 'delete_item', arguments: { id: mark }, ...round })
    expect(forged.answer.error?.code).toBe(-32602)
    await expectPending(hasty, mark)
  })

  test('[L5] [X7] a token that relays a person: the form, on the stream of the call, and its answer counts', async () => {
    const seat = await sit(patient, 'in front of a person', RELAYING, FORM)
    const mark = newMark()
    const calling = seat.begin('delete_item', { id: mark })
    const { id = '' } = await seat.question()
    await delay(READING_MS)
    expect((await seat.agent.respond(id ?? '', RUN_ONCE)).status).toBe(202)
    expect(textOf((await calling).answer as Message)).toBe(`deleted ${mark}`)
    const { state, via, decided_by: by } = await holdOf(patient, mark)
    expect([state, via, by]).toEqual(['succeeded', 'elicitation', 'front'])
    expect(ledgerOf(patient, mark)).toHaveLength(1)
  })

  test('[L5] the answer of another session is none', async () => {
    const seat = await sit(patient, 'in front of a person', RELAYING, FORM)
    const other = await sit(patient, 'in front of a person', RELAYING, FORM)
    const stranger = await sit(patient, 'stranger', TOKENS.agent, FORM)
    const mark = newMark()
    const calling = seat.begin('delete_item', { id: mark })
    const { id = '' } = await seat.question()
    await delay(READING_MS)
    for (const { agent } of [other, stranger]) await agent.respond(id ?? '', RUN_ONCE)
    await delay(200)
    await expectPending(patient, mark)
    await seat.agent.respond(id ?? '', { action: 'cancel' })
    expect(codeOf((await calling).answer as Message)).toBe('CANCELLED')
  })

  test('[B11] a rule that demands more than the person in front: no form, whoever relays them', async () => {
    const seat = await sit(hasty, 'in front of a person', RELAYING, FORM)
    const mark = newMark()
    envelopeOf((await seat.begin('send_message', { to: mark, text: '' })).answer as Message)
    expect(seat.seen.filter(({ method }) => method === 'elicitation/create')).toEqual([])
    await expectPending(hasty, mark)
  })

  test('approved elsewhere: the form is taken back on the same stream, before the result', async () => {
    const seat = await sit(patient, 'decided elsewhere', RELAYING, FORM)
    const mark = newMark()
    const calling = seat.begin('delete_item', { id: mark })
    const { id } = await seat.question()
    await patient.service.approve((await holdOf(patient, mark)).id)
    expect(textOf((await calling).answer as Message)).toBe(`deleted ${mark}`)
    expect(seat.seen.filter(({ method }) => method === 'notifications/cancelled')).toMatchObject([
      { params: { requestId: id, reason: 'approved by ci via api' } },
    ])
  })

  test('[L9] a server that asks inside an approved call reaches the client on the same stream', async () => {
    const seat = await sit(patient, 'asked by a server', RELAYING, FORM)
    const mark = newMark()
    const calling = seat.begin('ask_delete', { mark })
    const ours = await seat.question()
    await delay(READING_MS)
    await seat.agent.respond(ours.id ?? '', RUN_ONCE)
    const theirs = await seat.question(1)
    await seat.agent.respond(theirs.id ?? '', { action: 'accept', content: { sure: true } })
    expect(textOf((await calling).answer as Message)).toBe('deleted after asking')
    expect(ledgerOf(patient, mark)).toHaveLength(1)
  })

  test('[X11.B4] a decline faster than anybody reads decides nothing; this call and the next use the next rail', async () => {
    // Each time by a client nobody knows yet.
    const decline = async (_round: number, asksNow: () => void) => {
      const seat = await sit(patient, `declines by itself ${newMark()}`, RELAYING, FORM_AND_URL)
      asksNow()
      const first = seat.begin('delete_item', { id: newMark() })
      await seat.agent.respond((await seat.question()).id ?? '', { action: 'decline' })
      const next = await Promise.race([seat.question(1), first.then(() => null)])
      return { seat, first, next }
    }
    const { seat, first, next } = await answerAtOnce(
      TOO_FAST.decline,
      decline,
      ({ next: question }) => question !== null,
    )
    expect(next?.params?.['mode']).toBe('url')
    await delay(READING_MS)
    await seat.agent.respond(next?.id ?? '', { action: 'decline' })
    envelopeOf((await first).answer as Message)
    const mark = newMark()
    const second = seat.begin('delete_item', { id: mark })
    const question = await seat.question(2)
    expect(question.params?.['mode']).toBe('url')
    await delay(READING_MS)
    await seat.agent.respond(question.id ?? '', { action: 'decline' })
    envelopeOf((await second).answer as Message)
    expect(patient.service.stderr()).toMatch(/is asked via url \(not elicitation: it is doubtful for this client/)
    // Another client of the same principal is not suspected for it.
    const other = await sit(patient, 'shows its forms', RELAYING, FORM_AND_URL)
    void other.begin('delete_item', { id: newMark() }).catch(() => {})
    expect((await other.question()).params?.['mode']).toBeUndefined()
    await other.agent.end()
    await expectPending(patient, mark)
  })

  test('[S9] a client that refuses the question it declared: nothing ran, and it is not asked so again', async () => {
    const seat = await sit(hasty, 'refuses questions', RELAYING, FORM)
    const marks = [newMark(), newMark()] as const
    const first = seat.begin('delete_item', { id: marks[0] })
    const { id } = await seat.question()
    const headers = {
      accept: 'application/json, text/event-stream',
      'mcp-session-id': seat.agent.session ?? '',
      'mcp-protocol-version': '2025-11-25',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
    await send(hasty.service.url, '/mcp/ledger', { method: 'POST', token: RELAYING, headers, body })
    envelopeOf((await first).answer as Message)
    envelopeOf((await seat.begin('delete_item', { id: marks[1] })).answer as Message)
    expect(seat.seen.filter(({ method }) => method === 'elicitation/create')).toHaveLength(1)
    for (const mark of marks) await expectPending(hasty, mark)
  })
})
