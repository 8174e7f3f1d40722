/** The desk of the view, on a bridge that answers when it is told to: an answer is about the question that it was given to. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HoldVerdictDetail } from '@holdpoint/card'
import type { ToolCard } from '@holdpoint/card/element'
import type { Bridge, Sent } from '../card-view/src/bridge.ts'
import { newCall } from '../card-view/src/call.ts'
import type { Call } from '../card-view/src/call.ts'
import { createDesk } from '../card-view/src/desk.ts'
import type { Desk } from '../card-view/src/desk.ts'
import { CARD_KEY } from '../card-view/src/told.ts'
import type { Question, ToolResult } from '../card-view/src/told.ts'

const PLAIN = { reason: null, edits: null, grant: null, once: null, digest: null }

interface Waiting {
  readonly method: string
  readonly params: Sent
  readonly reply: (result: Sent) => void
  readonly fail: () => void
}

let asked: Waiting[]
let card: { invocation: unknown; messages: unknown; notice: string | null }
let call: Call
let desk: Desk

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, visibilityState: 'visible' })
  asked = []
  card = { invocation: null, messages: null, notice: null }
  call = newCall('crm')
  const ask = async (method: string, params: object): Promise<Sent> =>
    await new Promise((resolve, reject) => {
      asked.push({ method, params, reply: resolve, fail: () => reject(new Error('refused')) })
    })
  const bridge: Bridge = {
    ask,
    callTool: async (name, args) => (await ask(name, args)) as ToolResult,
    tell: () => {},
    hear: () => {},
    ended: () => false,
  }
  const tools = { pending: 'pending', status: 'status', decide: 'decide' }
  desk = createDesk(card as unknown as ToolCard, { show: () => {} }, bridge, tools, call)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function question(hold: string): Question {
  return {
    hold,
    state: 'pending',
    ttl_seconds: 600,
    decided_by: null,
    via: null,
    reason: null,
    note: null,
    edit: null,
    shown: 'pending',
    result: {},
    error: '',
    outcome: null,
    delivered: false,
    nonce: `nonce of ${hold}`,
    cannot_decide: null,
    page: 'http://127.0.0.1/',
    title: hold,
    tool: 'delete_item',
    tool_title: null,
    tool_icon: '',
    server: { name: 'crm', identity: '', display: '' },
    server_trust: 'unknown',
    server_state: 'connected',
    risk: 'high',
    why: '',
    rule: '',
    irreversible: false,
    warnings: [],
    also_allows: null,
    entity: null,
    arguments: null,
    arguments_text: '{}',
    input_schema: null,
    digest: '',
    apply: `apply ${hold}`,
    cancel: `cancel ${hold}`,
    editable: false,
    grantable: false,
    grant_arguments: [],
    grant_lengths: [],
  }
}

const pending = (hold: string): ToolResult => ({ _meta: { [CARD_KEY]: { ...question(hold) } as never } })
const decided = (hold: string, state: string): object => ({
  _meta: { [CARD_KEY]: { ...question(hold), state, decided_by: 'ana' } },
})
const said = (hold: string, answer: HoldVerdictDetail['answer']): HoldVerdictDetail => ({ hold, answer, ...PLAIN })
const messages = (): readonly string[] =>
  asked.filter(({ method }) => method === 'ui/message').map(({ params }) => params.content[0].text as string)

describe('a reply', () => {
  test('sends the agent on with the words of its own question', async () => {
    desk.takeResult(pending('one'))
    const answering = desk.answer(said('one', 'approve'))
    asked[0]?.reply(decided('one', 'approved'))
    await vi.waitFor(() => expect(messages()).toEqual(['apply one']))
    asked[1]?.reply({})
    await answering
    expect(call.standing?.state).toBe('approved')
  })

  test.each([
    ['an approval', 'approve', 'approved'],
    ['a decline', 'decline', 'declined'],
  ] as const)('%s of an older question says nothing of the one that took its place', async (_what, answer, state) => {
    desk.takeResult(pending('one'))
    const answering = desk.answer(said('one', answer))
    desk.takeResult(pending('two'))
    const before = card.invocation
    asked[0]?.reply(decided('one', state))
    await answering
    expect(messages()).toEqual([])
    expect(call.standing).toMatchObject({ hold: 'two', state: 'pending' })
    expect(card.notice).toBeNull()
    // Drawn anew: a press on the new question that came too soon is free to be made again.
    expect(card.invocation).not.toBe(before)
    const next = desk.answer(said('two', 'cancel'))
    asked[1]?.reply(decided('two', 'cancelled'))
    await vi.waitFor(() => expect(messages()).toEqual(['cancel two']))
    asked[2]?.reply({})
    await next
  })

  test('that names another hold decides nothing here', async () => {
    desk.takeResult(pending('one'))
    const answering = desk.answer(said('one', 'approve'))
    asked[0]?.reply(decided('other', 'approved'))
    await answering
    expect(messages()).toEqual([])
    expect(call.standing).toMatchObject({ hold: 'one', state: 'pending' })
  })

  test('that never came is no news of another question', async () => {
    desk.takeResult(pending('one'))
    const answering = desk.answer(said('one', 'approve'))
    desk.takeResult(pending('two'))
    asked[0]?.fail()
    await answering
    expect(card.notice).toBeNull()
  })
})
