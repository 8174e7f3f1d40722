/**
 * Which rail asks, and what may not happen on it: rules that demand more than the host's word, texts that a form cannot
 * show, answers that are none, questions that are closed elsewhere, and a server that asks in between.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import type { Message } from '../harness/stdio-client.ts'
import { delay, waitFor } from '../harness/wait-for.ts'
import {
  expectPending,
  FORM,
  FORM_AND_URL,
  holdOf,
  ledgerOf,
  newMark,
  openHomes,
  openHost,
  received,
  RUN_ONCE,
  URL_ONLY,
} from './hosts.ts'
import type { Host } from './hosts.ts'
import { TOKENS } from '../harness/serve-harness.ts'
import { send } from '../harness/serve-http.ts'

const { patient, hasty } = await openHomes()

const withdrawn = ({ client }: Host, question: Message): Promise<Message> =>
  waitFor('the question to be taken back', () =>
    client.messages.find(
      ({ method, params }) => method === 'notifications/cancelled' && params.requestId === question.id,
    ),
  )

const completed = ({ client }: Host, question: Message): readonly Message[] =>
  client.messages.filter(
    ({ method, params }) =>
      method === 'notifications/elicitation/complete' && params.elicitationId === question.params.elicitationId,
  )

describe.concurrent('the address of the page', () => {
  let host: Host
  let brief: Host
  beforeAll(async () => {
    host = await openHost(patient, 'opens pages', URL_ONLY)
    brief = await openHost(hasty, 'opens pages', URL_ONLY)
  })
  afterAll(async () => {
    await Promise.all([host.end(), brief.end()])
  })

  test('[B10] agreeing to open it decides nothing: pending, and the envelope after the wait', async () => {
    const mark = newMark()
    const call = brief.begin('delete_item', { id: mark })
    const question = await brief.question(mark)
    await brief.answer(question, RUN_ONCE)
    const { approval_id: id, approval_url: url } = envelopeOf(await brief.client.answer(call))
    const message = `⚠️ Delete item ${mark} waits for your decision on its page.`
    expect(question.params).toEqual({ mode: 'url', message, url, elicitationId: id })
    expect(brief.questions(mark)).toHaveLength(1)
    // The page is still open: nothing was completed there.
    expect(completed(brief, question)).toEqual([])
    await expectPending(hasty, mark)
  })

  test('[B10] carries no key: whoever opens it has to sign in', async () => {
    const mark = newMark()
    brief.begin('delete_item', { id: mark })
    const { params } = await brief.question(mark)
    const address = new URL(params.url as string)
    expect([address.search, address.hash, address.username, address.password]).toEqual(['', '', '', ''])
    expect(address.pathname).toBe(`/approvals/${params.elicitationId}`)
    const bare = await send(address.origin, `/admin${address.pathname}/approve`, { method: 'POST', body: '{}' })
    expect(bare.status).toBe(401)
    await expectPending(hasty, mark)
  })

  test.each([
    ['approved', 1],
    ['rejected', 0],
  ] as const)(
    '[B10] %s there while the call waits: the outcome, and the host is told to close it',
    async (how, runs) => {
      const mark = newMark()
      const call = host.begin('delete_item', { id: mark })
      const question = await host.question(mark)
      await host.answer(question, { action: 'accept' }, 50)
      await delay(100)
      const { origin, pathname } = new URL(question.params.url as string)
      const verb = how === 'approved' ? 'approve' : 'reject'
      const decided = await send(origin, `/admin${pathname}/${verb}`, {
        method: 'POST',
        token: TOKENS.approver,
        body: '{}',
      })
      expect(decided.status, decided.text).toBe(200)
      const answer = await host.client.answer(call)
      if (how === 'approved') {
        expect(textOf(answer)).toBe(`deleted ${mark}`)
        expect(heldBy(answer)).toMatchObject({ state: 'succeeded', decided_by: 'ci', via: 'api' })
      } else expect(codeOf(answer)).toBe('DECLINED')
      await waitFor('the completion', () => completed(host, question)[0])
      expect(completed(host, question)).toHaveLength(1)
      expect(ledgerOf(patient, mark)).toHaveLength(runs)
    },
  )

  test.each(['decline', 'cancel'])('[B10] %s of opening it decides nothing either: the envelope', async (action) => {
    const mark = newMark()
    const call = host.begin('delete_item', { id: mark })
    await host.answer(await host.question(mark), { action })
    // Before the wait of 30 seconds is over.
    envelopeOf(await host.client.answer(call, 15_000))
    await expectPending(patient, mark)
  })

  test('decided before anybody opened it: the question is taken back, and the call gets its result', async () => {
    const mark = newMark()
    const call = host.begin('delete_item', { id: mark })
    const question = await host.question(mark)
    await patient.service.approve((await holdOf(patient, mark)).id)
    expect(textOf(await host.client.answer(call))).toBe(`deleted ${mark}`)
    await withdrawn(host, question)
  })
})

const LONG = 'x'.repeat(7_000)

describe.concurrent('no form is sent', () => {
  let forms: Host
  let both: Host
  beforeAll(async () => {
    forms = await openHost(hasty, 'shows forms', FORM)
    both = await openHost(hasty, 'shows forms and pages', FORM_AND_URL)
  })
  afterAll(async () => {
    await Promise.all([forms.end(), both.end()])
  })

  const DEMANDS: readonly (readonly [string, string, object])[] = [
    ['[B11] where a named person is demanded', 'send_message', { text: '' }],
    ['[B11] where a passkey is demanded', 'hang_delete', {}],
    ['[B11] under four eyes', 'error_delete', {}],
    ['[B11] where others are named to decide', 'huge_delete', {}],
  ]

  test('[X11.F2] for arguments that it cannot show whole: one that can only say no, and where to decide', async () => {
    const own = await openHost(hasty, 'shows short forms', FORM)
    const mark = newMark()
    const call = own.begin('delete_item', { to: mark, note: LONG })
    const question = await waitFor('the question', () =>
      own.client.messages.find(({ method }) => method === 'elicitation/create'),
    )
    const { message, requestedSchema } = question.params as {
      message: string
      requestedSchema: { properties: { decision: { enum: readonly string[] } } }
    }
    const { approval_url: url } = envelopeOf(await own.client.answer(call))
    expect(message.split('\n')[1]).toBe(url)
    expect(requestedSchema.properties.decision.enum.filter((choice) => /^(Run|Yes)/.test(choice))).toEqual([])
    await own.end()
    await expectPending(hasty, mark)
  })

  test.each([...DEMANDS, ['where the rule asks elsewhere', 'crash_delete', {}] as const])(
    '%s: the envelope',
    async (_why, tool, args) => {
      const mark = newMark()
      const { approval_id: id } = envelopeOf(await forms.client.call(tool, { to: mark, ...args }))
      expect(forms.client.messages.filter(({ method }) => method === 'elicitation/create')).toEqual([])
      expect(forms.log()).toContain(`${id} cannot be asked in the host (elicitation: `)
      await expectPending(hasty, mark)
    },
  )

  test.each([...DEMANDS, ['for arguments that it cannot show whole', 'delete_item', { note: LONG }] as const])(
    '%s: the address, where the client opens one',
    async (_why, tool, args) => {
      const mark = newMark()
      const call = both.begin(tool, { to: mark, ...args })
      const { approval_id: id } = envelopeOf(await both.client.answer(call))
      const asked = both.client.messages.filter(({ method }) => method === 'elicitation/create')
      expect(asked.filter(({ params }) => params.mode !== 'url')).toEqual([])
      expect(asked.filter(({ params }) => params.elicitationId === id)).toHaveLength(1)
      await expectPending(hasty, mark)
    },
  )

  test.each([
    ['nothing declared means none', {}, []],
    ['an empty declaration means forms', { elicitation: {} }, [undefined]],
  ] as const)('%s', async (name, capabilities, modes) => {
    const host = await openHost(hasty, name, capabilities)
    const mark = newMark()
    envelopeOf(await host.client.call('delete_item', { id: mark }))
    expect(host.questions(mark).map(({ params }) => params.mode)).toEqual(modes)
    await host.end()
    await expectPending(hasty, mark)
  })
})

describe.concurrent('while the form is open', () => {
  let host: Host
  beforeAll(async () => {
    host = await openHost(patient, 'shows forms', FORM)
  })
  afterAll(() => host.end())

  test.each([
    ['approved', { action: 'decline' }],
    ['rejected', RUN_ONCE],
  ] as const)('%s elsewhere: the form is taken back, and the call gets the outcome', async (how, tooLate) => {
    const mark = newMark()
    const tool = how === 'approved' ? 'delete_item' : 'garbage_delete'
    const call = host.begin(tool, { id: mark })
    const question = await host.question(mark)
    const { id } = await holdOf(patient, mark)
    await (how === 'approved' ? patient.service.approve(id) : patient.service.reject(id))
    const answer = await host.client.answer(call)
    if (how === 'approved') {
      expect(textOf(answer)).toBe(`deleted ${mark}`)
      expect(heldBy(answer)).toMatchObject({ decided_by: 'ci', via: 'api' })
    } else expect(codeOf(answer)).toBe('DECLINED')
    await withdrawn(host, question)
    // Too late, and nobody else's business: neither the hold nor the server hears of it.
    await host.answer(question, tooLate)
    await host.client.request('ping')
    expect(received(patient)).not.toContain(String(question.id))
    const hold = await holdOf(patient, mark)
    expect([hold.state, hold.via]).toEqual([how === 'approved' ? 'succeeded' : 'declined', 'api'])
    expect(ledgerOf(patient, mark)).toHaveLength(how === 'approved' ? 1 : 0)
  })

  test('two identical calls at once are one form, and both get the result', async () => {
    const mark = newMark()
    const calls = [host.begin('delete_item', { id: mark }), host.begin('delete_item', { id: mark })]
    await host.answer(await host.question(mark), RUN_ONCE)
    for (const call of calls) expect(textOf(await host.client.answer(call))).toBe(`deleted ${mark}`)
    expect(host.questions(mark)).toHaveLength(1)
    expect(ledgerOf(patient, mark)).toHaveLength(1)
  })

  test('two different calls at once are two forms, each with its own answer', async () => {
    const [first, second] = [newMark(), newMark()] as const
    const declined = host.begin('delete_item', { id: first })
    const approved = host.begin('delete_item', { id: second })
    await host.answer(await host.question(second), RUN_ONCE)
    await host.answer(await host.question(first), { action: 'decline' })
    expect(codeOf(await host.client.answer(declined))).toBe('DECLINED')
    expect(textOf(await host.client.answer(approved))).toBe(`deleted ${second}`)
    expect([ledgerOf(patient, first).length, ledgerOf(patient, second).length]).toEqual([0, 1])
  })

  test('[L12] the client cancels its call: the form is taken back, nothing runs, the hold stays', async () => {
    const mark = newMark()
    const call = host.begin('delete_item', { id: mark })
    const question = await host.question(mark)
    host.client.notify('notifications/cancelled', { requestId: call, reason: 'the user pressed stop' })
    await withdrawn(host, question)
    await host.answer(question, RUN_ONCE)
    await host.client.request('ping')
    expect(host.client.messages.some(({ id, method }) => id === call && method === undefined)).toBe(false)
    await expectPending(patient, mark)
  })

  test('the second answer to one question is nobody’s', async () => {
    const mark = newMark()
    const call = host.begin('fail_delete', { id: mark })
    const question = await host.question(mark)
    await host.answer(question, { action: 'cancel' })
    await host.answer(question, RUN_ONCE, 0)
    expect(codeOf(await host.client.answer(call))).toBe('CANCELLED')
    await host.client.request('ping')
    expect(received(patient)).not.toContain(String(question.id))
    expect(ledgerOf(patient, mark)).toEqual([])
  })

  test('[X4] a caller that sent a progress token hears that its call waits', async () => {
    const mark = newMark()
    const call = host.begin('delete_item', { id: mark }, { _meta: { progressToken: mark } })
    const question = await host.question(mark)
    const beat = (): Message | undefined =>
      host.client.messages.find(
        ({ method, params }) => method === 'notifications/progress' && params.progressToken === mark,
      )
    expect((await waitFor('a heartbeat', beat)).params.message).toEqual(expect.any(String))
    await host.answer(question, RUN_ONCE, 0)
    expect(textOf(await host.client.answer(call))).toBe(`deleted ${mark}`)
  })
})

test('[S9] an answer that comes after the wait decides nothing', async () => {
  const host = await openHost(hasty, 'answers late', FORM)
  const mark = newMark()
  const call = host.begin('delete_item', { id: mark })
  const question = await host.question(mark)
  envelopeOf(await host.client.answer(call))
  await withdrawn(host, question)
  await host.answer(question, RUN_ONCE, 0)
  await host.client.request('ping')
  await expectPending(hasty, mark)
  await host.end()
})

test('a host that goes while its person is asked: the wrap ends, the hold stays, nothing ran', async () => {
  const host = await openHost(patient, 'goes away', FORM)
  const mark = newMark()
  host.begin('delete_item', { id: mark })
  await host.question(mark)
  await host.end()
  await expectPending(patient, mark)
})

describe('a server that asks too', () => {
  const THEIRS = 'The ledger server itself asks: really?'
  let host: Host
  beforeAll(async () => {
    host = await openHost(patient, 'is asked twice', FORM)
  })
  afterAll(() => host.end())

  test('[L9] while ours is open: its question carries its name, and each answer goes to whom it belongs', async () => {
    const mark = newMark()
    const held = host.begin('delete_item', { id: mark })
    const ours = await host.question(mark)
    const passed = host.begin('ask_delete', { free: true })
    const theirs = await host.question(THEIRS)
    expect(theirs.params.message).toBe(`The server "ledger" asks (this is not Holdpoint's question): ${THEIRS}`)
    await host.answer(theirs, { action: 'accept', content: { sure: true, decision: 'Run it once' } })
    expect(textOf(await host.client.answer(passed))).toBe('deleted after asking')
    // Its answer was not one to ours.
    await expectPending(patient, mark)
    await host.answer(ours, RUN_ONCE, 0)
    expect(textOf(await host.client.answer(held))).toBe(`deleted ${mark}`)
    expect(received(patient)).toContain('"sure":true')
    expect(received(patient)).not.toContain(String(ours.id))
  })

  test.each([
    ['accept', 'deleted after asking'],
    ['decline', 'not deleted: decline'],
  ])('[L9] inside an approved call: its question comes as it is, and it hears the %s', async (action, told) => {
    const mark = newMark()
    const before = host.questions(THEIRS).length
    const call = host.begin('ask_delete', { mark })
    await host.answer(await host.question(mark), RUN_ONCE)
    const theirs = await waitFor('the question of the server', () => host.questions(THEIRS)[before])
    expect(theirs.params.message).toBe(THEIRS)
    await host.answer(theirs, { action, content: { sure: true } }, 0)
    const answer = await host.client.answer(call)
    expect(textOf(answer)).toBe(told)
    expect(heldBy(answer)).toMatchObject({ state: 'succeeded', via: 'elicitation' })
    expect(ledgerOf(patient, mark)).toHaveLength(1)
  })
})
