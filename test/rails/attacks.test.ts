/**
 * Attacks on the rails in the host: a server that speaks under our ids or takes our names, an agent that speaks under
 * the gateway's, a host that borrows another's card, an answer that is sent again. The ledger says what ran.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, holdpoint, listHolds, showHold, waitForState } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { REPOSITORY } from '../harness/paths.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { modernMeta, waitForMessage } from '../harness/stdio-client.ts'
import type { Message, StdioClient } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { delay, PATIENCE_MS, waitFor } from '../harness/wait-for.ts'
import { answerAtOnce, READING_MS, TOO_FAST } from '../harness/read-form.ts'

const ATTACKER = [process.execPath, `${REPOSITORY}test/fixtures/attacks-servers.mjs`]
const FORM = { elicitation: { form: {} } }
const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
const RUN_ONCE = { action: 'accept', content: { decision: 'Run it once' } }
const CARD = 'dev.holdpoint/card'
const INVALID_REQUEST = -32600
/** Long enough for what must not happen. */
const NOTHING_MS = 400

interface Attacked {
  readonly home: TemporaryHome
  readonly wrap: RunningWrap
  readonly client: StdioClient
}

async function attacked(
  capabilities: object,
  yaml = 'wait: 90s',
  environment: { readonly [name: string]: string } = {},
): Promise<Attacked> {
  const home = createTemporaryHome(`rationale: off\nfeedback: false\n${yaml}`)
  const all = { RECEIVED_FILE: join(home.folder, 'received'), ...environment }
  const wrap = await startWrap(home, { command: ATTACKER, name: 'srv', capabilities, environment: all })
  return { home, wrap, client: wrap.client }
}

async function end({ home, wrap }: Attacked, passed: readonly string[] = []): Promise<void> {
  await endWrap(wrap)
  await expectLedgerJustified(home, passed)
}

const ran = (home: TemporaryHome, tool = 'delete_item'): readonly (string | undefined)[] =>
  readLedger(home, tool).map(({ argumentsText }) => argumentsText)

/** Everything but calls that the server received. */
const received = ({ folder }: TemporaryHome): string => {
  const file = join(folder, 'received')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function begin(client: StdioClient, tool: string, args: object): number {
  const id = client.nextId()
  client.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args } }))
  return id
}

const questionsOf = ({ messages }: StdioClient): readonly Message[] =>
  messages.filter(({ method }) => method === 'elicitation/create')

const questionAbout = (client: StdioClient, words: string): Promise<Message> =>
  waitForMessage(client, `a question about ${words}`, ({ method, params }) => {
    return method === 'elicitation/create' && (params.message as string).includes(words)
  })

describe.concurrent('ids', () => {
  test('[L9] a server that guesses how our questions are called gets its own answered, never ours', async () => {
    const here = await attacked(FORM)
    const { client, home } = here
    // The list was not fetched yet: the gateway asks for it under an id of its own, which the server sees.
    const call = begin(client, 'delete_item', { id: 'a' })
    const ours = await questionAbout(client, 'delete_item')
    const prefix = textOf(await client.call('get_item', { id: 'prefix' }))
    expect(prefix).toMatch(/^holdpoint-/)
    expect(ours.id).not.toContain(prefix)
    for (const guess of [`${prefix}1-ask-1`, `${prefix}ask-1`, `${prefix}2-ask-1`]) {
      await client.call('get_item', { id: `ask ${guess}` })
      const theirs = await waitForMessage(
        client,
        'the question',
        ({ id, method }) => id === guess && method !== undefined,
      )
      expect(theirs.params.message).toContain('not Holdpoint')
      await delay(READING_MS)
      client.respond(guess, RUN_ONCE)
      await waitFor('the server to get its answer', () => received(home).includes(`"id":"${guess}","result"`))
    }
    expect((await listHolds(home)).map(({ state }) => state)).toEqual(['pending'])
    expect(ran(home)).toEqual([])
    client.respond(ours.id ?? '', RUN_ONCE)
    expect(textOf(await client.answer(call))).toBe('delete_item done')
    expect(received(home)).not.toContain(String(ours.id))
    await end(here)
  })

  test('[L9] even one that was told the id neither asks nor takes back a question under it', async () => {
    const here = await attacked(FORM)
    const { client, home, wrap } = here
    const call = begin(client, 'delete_item', { id: 'a' })
    const ours = await questionAbout(client, 'delete_item')
    await client.call('get_item', { id: `ask ${ours.id}` })
    await client.call('get_item', { id: `withdraw ${ours.id}` })
    await waitFor('both to be dropped', () => wrap.stderr().split('under an id of ours was dropped').length === 3)
    expect(questionsOf(client)).toEqual([ours])
    expect(client.messages.filter(({ method }) => method === 'notifications/cancelled')).toEqual([])
    // Nor does the client's own word about it reach the server.
    client.notify('notifications/cancelled', { requestId: ours.id })
    await delay(READING_MS)
    client.respond(ours.id ?? '', { action: 'decline' })
    expect(codeOf(await client.answer(call))).toBe('DECLINED')
    expect(received(home)).not.toContain(String(ours.id))
    expect(ran(home)).toEqual([])
    await end(here)
  })

  test('[B2] an agent that uses the gateway’s own ids is refused: a preview shows what the server said of this item', async () => {
    const recipe = '{ call: get_item, with: { id: args.id }, title: "Delete item ${entity.id}?", show: [id, name] }'
    const tools = `{ get_item: { risk: low }, delete_item: { preview: ${recipe} } }`
    const here = await attacked(FORM, `wait: 90s\nservers: { srv: { tools: ${tools} } }`, { FIXTURE_SLOW_MS: '250' })
    const { client, home } = here
    const first = begin(client, 'delete_item', { id: 'x' })
    const { id: earlier } = await questionAbout(client, 'Delete item')
    await delay(READING_MS)
    client.respond(earlier ?? '', { action: 'cancel' })
    await client.answer(first)
    const prefix = textOf(await client.call('get_item', { id: 'prefix' }))
    const decoys = Array.from({ length: 12 }, (_, index) => `${prefix}${index + 1}`)
    for (const id of decoys) {
      const params = { name: 'get_item', arguments: { id: 'decoy' } }
      client.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }))
      client.notify('notifications/cancelled', { requestId: id })
    }
    const call = begin(client, 'delete_item', { id: 'ceo' })
    const question = await questionAbout(client, 'ceo')
    expect(question.params.message).toContain('Delete item ceo?')
    expect(question.params.message).not.toContain('decoy')
    await delay(READING_MS)
    client.respond(question.id ?? '', RUN_ONCE)
    expect(textOf(await client.answer(call))).toBe('delete_item done')
    const refused = client.messages.filter(({ error, id }) => id === null && error?.code === INVALID_REQUEST)
    expect(refused).toHaveLength(decoys.length)
    expect(ran(home, 'get_item').filter((sent) => sent?.includes('decoy') === true)).toEqual([])
    expect(received(home)).not.toContain('notifications/cancelled')
    await end(here)
  })
})

describe.concurrent('the card', () => {
  /** A call that waits, with its card on the screen. */
  async function drawn(client: StdioClient, args: object): Promise<{ call: number; hold: string; nonce: string }> {
    const call = begin(client, 'delete_item', args)
    const found = await client.call('holdpoint_pending', { arguments: args })
    const { hold, nonce } = found.result['_meta'][CARD] as { hold: string; nonce: string }
    expect(nonce).toMatch(/^[\w-]{43}$/)
    return { call, hold, nonce }
  }

  test('[L7] a server that takes the names of its tools is not handed what it says', async () => {
    const here = await attacked(APPS)
    const { client, home } = here
    await client.request('tools/list')
    const { call, hold, nonce } = await drawn(client, { id: 'a' })
    await client.call('get_item', { id: 'grow' })
    await waitForMessage(client, 'the news', ({ method }) => method === 'notifications/tools/list_changed')
    const status = await client.call('holdpoint_status', { hold, nonce })
    expect(status.result.structuredContent).toEqual({ state: 'pending' })
    const { result } = await client.request('tools/list')
    const named = (result.tools as readonly { name: string; _meta?: object }[]).filter(({ name }) =>
      name.startsWith('holdpoint_'),
    )
    expect(named.map(({ name }) => name)).toEqual(['holdpoint_pending', 'holdpoint_status', 'holdpoint_decide'])
    for (const tool of named) expect(tool['_meta']).toEqual({ ui: { visibility: ['app'] } })
    await client.call('holdpoint_decide', { hold, nonce, answer: 'cancel' })
    expect(codeOf(await client.answer(call))).toBe('CANCELLED')
    expect((await showHold(home, hold)).via).toBe('card')
    expect(readFileSync(home.ledgerFile, 'utf8')).not.toContain(nonce)
    expect(ran(home)).toEqual([])
    await end(here)
  })

  test('for a client that draws none, the server’s tools of these names are the server’s', async () => {
    const rules = 'rules: [{ name: theirs, match: { tool: "holdpoint_*" }, risk: low }]'
    const here = await attacked(FORM, rules, { FIXTURE_GROWN: '1' })
    const { result } = await here.client.request('tools/list')
    expect((result.tools as readonly { name: string }[]).map(({ name }) => name)).toContain('holdpoint_decide')
    expect(textOf(await here.client.call('holdpoint_decide', { hold: 'x' }))).toBe('holdpoint_decide done')
    expect(ran(here.home, 'holdpoint_decide')).toEqual(['{"hold":"x"}'])
    await end(here, ['holdpoint_decide'])
  })

  const SHOWN: readonly (readonly [string, (here: Attacked) => Promise<unknown>])[] = [
    ['in a result', ({ client }) => client.call('get_item', { id: 'view' })],
    ['in a result, spelled otherwise', ({ client }) => client.call('get_item', { id: 'escaped' })],
    ['in a result, under an address of ours', ({ client }) => client.call('get_item', { id: 'borrowed' })],
    ['among its resources', ({ client }) => client.request('resources/list')],
    [
      'in the result of a call that was held',
      async ({ client, home }) => {
        const { approval_id: other } = envelopeOf(await client.call('create_item', { id: 'b' }))
        await approve(home, other)
        expect(textOf(await client.call('create_item', { id: 'b' }))).toBe('created')
      },
    ],
  ]
  test.each(SHOWN)(
    '[L7] a server that names a view %s has views: no card approves from then on',
    async (_how, show) => {
      const here = await attacked(APPS)
      const { client, home } = here
      await client.request('tools/list')
      const { call, hold, nonce } = await drawn(client, { id: 'a' })
      await show(here)
      const refused = await client.call('holdpoint_decide', { hold, nonce, answer: 'approve' })
      expect(refused.result.isError).toBe(true)
      expect(textOf(refused)).toContain('views of its own')
      expect((await showHold(home, hold)).state).toBe('pending')
      const next = begin(client, 'delete_item', { id: 'c' })
      const found = await client.call('holdpoint_pending', { arguments: { id: 'c' } })
      expect(JSON.stringify(found)).not.toMatch(/"nonce":"/)
      expect(ran(home)).toEqual([])
      // A no needs no proof of who gave it beyond the nonce.
      await client.call('holdpoint_decide', { hold, nonce, answer: 'decline' })
      expect(codeOf(await client.answer(call))).toBe('DECLINED')
      client.notify('notifications/cancelled', { requestId: next })
      await end(here)
    },
  )

  test('words of the agent’s that look like a view’s address take nobody’s card away', async () => {
    const here = await attacked(APPS)
    const { client } = here
    await client.request('tools/list')
    const first = await drawn(client, { id: 'ui://a/b' })
    await client.call('holdpoint_decide', { hold: first.hold, nonce: first.nonce, answer: 'decline' })
    await client.answer(first.call)
    const { call, hold, nonce } = await drawn(client, { id: 'c' })
    await client.call('holdpoint_decide', { hold, nonce, answer: 'approve' })
    expect(textOf(await client.answer(call))).toBe('delete_item done')
    await end(here)
  })
})

describe.concurrent('what is taken back, doubled or sent again', () => {
  test('[B2] a call that was cancelled before its wait began is asked about nowhere, and no approval alone runs it', async () => {
    const here = await attacked(FORM)
    const { client, home } = here
    await client.request('tools/list')
    const requestId = client.nextId()
    const params = { name: 'delete_item', arguments: { id: 'a' } }
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }
    client.send(
      `${JSON.stringify({ jsonrpc: '2.0', id: requestId, method: 'tools/call', params })}\n${JSON.stringify(cancelled)}`,
    )
    const hold = await waitFor('the hold', async () => (await listHolds(home))[0])
    await delay(NOTHING_MS)
    expect(questionsOf(client)).toEqual([])
    await approve(home, hold.id)
    await delay(NOTHING_MS * 2)
    expect(await showHold(home, hold.id)).toMatchObject({ state: 'approved' })
    expect(ran(home)).toEqual([])
    expect(textOf(await client.call('delete_item', { id: 'a' }))).toBe('delete_item done')
    expect(ran(home)).toHaveLength(1)
    await end(here)
  })

  test.each(['twins', 'twins-escaped'])('[L8] of two results in one message one leaves us: %s', async (id) => {
    const here = await attacked(FORM)
    const { client } = here
    const answer = await client.call('get_item', { id })
    const line = await client.answerLine(answer.id ?? '')
    expect(line.match(/"r(?:e|\\u0065)sult"/g)).toHaveLength(1)
    expect(line).not.toContain('dev.holdpoint/')
    if (id === 'twins') expect(textOf(answer)).toContain('the words of the server "srv" itself')
    else expect(line).not.toContain('evil.example')
    await end(here)
  })

  test('[L9] of two messages in one question one is shown, under the server’s name', async () => {
    const here = await attacked(FORM)
    const { client } = here
    await client.call('get_item', { id: 'twin-question' })
    await questionAbout(client, 'Holdpoint: run delete_item?')
    const line = client.lines.find((text) => text.includes('elicitation/create')) ?? ''
    expect(line.match(/"message"/g)).toHaveLength(1)
    expect(line).toContain('The server \\"srv\\" asks')
    expect(line).not.toContain('first words')
    await end(here)
  })

  test('[L6] an accept faster than anybody reads does not count later either, sent again as it was', async () => {
    const here = await attacked({}, 'wait: 1s')
    const { client, home } = here
    const meta = modernMeta('modern', FORM)
    await client.request('tools/list', meta)
    const acceptAtOnce = async (round: number) => {
      const args = { id: `item ${round}` }
      const asked = await client.call('delete_item', args, meta)
      const answered = { ...meta, requestState: asked.result.requestState, inputResponses: { holdpoint: RUN_ONCE } }
      return { args, answered, told: await client.call('delete_item', args, answered) }
    }
    const isEnvelope = ({ told }: { readonly told: Message }): boolean => heldBy(told) === null
    const { args, answered, told } = await answerAtOnce(TOO_FAST.accept, acceptAtOnce, isEnvelope)
    const { approval_id: id } = envelopeOf(told)
    await delay(READING_MS)
    const again = await client.call('delete_item', args, answered)
    expect(again.error?.message).toContain('answered before')
    expect((await showHold(home, id)).state).toBe('pending')
    expect(ran(home)).not.toContain(JSON.stringify(args))
    await end(here)
  })

  test('[L3] [B2] a policy that no longer asks voids an open question: the call that passed stays the only one', async () => {
    const here = await attacked({}, 'wait: 0s\nprofile: strict')
    const { client, home, wrap } = here
    const args = { path: '/tmp/holdpoint/a', text: 'x' }
    const { approval_id: id } = envelopeOf(await client.call('update_item', args))
    home.configure('rationale: off\nfeedback: false\nwait: 0s\nprofile: relaxed')
    await waitFor('the looser policy to be seen', () => wrap.stderr().includes('policy accept --looser'))
    // What it says on standard error may come before what it stores.
    await waitFor(
      'the acceptance',
      async () => (await holdpoint(home, ['policy', 'accept', '--looser'], { as: 'admin' })).code === 0,
    )
    await waitFor(
      'the looser policy to hold',
      async () => textOf(await client.call('update_item', args)) === 'update_item done',
      PATIENCE_MS,
      200,
    )
    await approve(home, id)
    await waitForState(home, id, 'invalidated')
    expect(ran(home, 'update_item')).toEqual([JSON.stringify(args)])
    await end(here, ['update_item'])
  })
})
