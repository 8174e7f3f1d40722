/**
 * The controller of the view, on a bridge that answers when it is told to: an answer is about the question that it was
 * given to.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HoldVerdictDetail } from '@holdpoint/card'
import type { ToolCard } from '@holdpoint/card/element'
import type { BelowItem } from '../../view/src/below-card.ts'
import type { Bridge, Sent } from '../../view/src/bridge.ts'
import { newCall } from '../../view/src/call.ts'
import type { ShownCall } from '../../view/src/call.ts'
import { createCardController } from '../../view/src/card-controller.ts'
import type { CardController } from '../../view/src/card-controller.ts'
import { CARD_KEY } from '../../view/src/received.ts'
import type { ReceivedQuestion, ToolResult } from '../../view/src/received.ts'

const PLAIN = { reason: null, edits: null, grant: null, once: null, digest: null }

interface Waiting {
  readonly method: string
  readonly params: Sent
  readonly reply: (result: Sent) => void
  readonly fail: () => void
}

let asked: Waiting[]
let card: { invocation: unknown; messages: unknown; notice: string | null }
let call: ShownCall
let controller: CardController
let items: readonly BelowItem[]
let isOver: boolean

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, visibilityState: 'visible' })
  asked = []
  isOver = false
  card = { invocation: null, messages: null, notice: null }
  call = newCall({ server: 'crm', server_trust: 'unknown', server_state: null })
  const ask = async (method: string, params: object): Promise<Sent> =>
    await new Promise((resolve, reject) => {
      asked.push({ method, params, reply: resolve, fail: () => reject(new Error('refused')) })
    })
  const bridge: Bridge = {
    ask,
    callTool: async (name, args) => (await ask(name, args)) as ToolResult,
    tell: () => {},
    hear: () => {},
    ended: () => isOver,
  }
  const tools = { pending: 'pending', status: 'status', decide: 'decide' }
  controller = createCardController(
    card as unknown as ToolCard,
    { show: (next) => void (items = next) },
    bridge,
    tools,
    call,
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function question(hold: string): ReceivedQuestion {
  return {
    hold,
    state: 'pending',
    ttl_seconds: 600,
    decided_by: null,
    decided_at: null,
    approved_by: [],
    via: null,
    reason: null,
    note: null,
    edit: null,
    is_cut: false,
    asked_by: 'ana',
    asked_through: 'a-client',
    shown: 'pending',
    result: {},
    error: '',
    outcome: null,
    delivered: false,
    nonce: `nonce of ${hold}`,
    look_nonce: null,
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
    reasons: [],
    why: '',
    rule: '',
    irreversible: false,
    warnings: [],
    choices: [],
    entity: null,
    arguments: null,
    content: null,
    arguments_text: '{}',
    input_schema: null,
    digest: '',
    apply: `apply ${hold}`,
    cancel: `cancel ${hold}`,
    editable: false,
    grantable: false,
    grant_arguments: [],
    grant_lengths: [],
    denial_arguments: [],
  }
}

async function nextAsked(method: string): Promise<void> {
  await vi.waitFor(() => expect(asked.at(-1)?.method).toBe(method), 60_000)
}

const pending = (hold: string): ToolResult => ({ _meta: { [CARD_KEY]: { ...question(hold) } as never } })
const decided = (hold: string, state: string): object => ({
  _meta: { [CARD_KEY]: { ...question(hold), state, decided_by: 'ana' } },
})
const said = (hold: string, answer: HoldVerdictDetail['answer']): HoldVerdictDetail => ({ hold, answer, ...PLAIN })
const shownBelow = (): readonly string[] =>
  items.flatMap((item) => (item.kind === 'nothing' ? [] : item.kind === 'text' ? [item.label] : [item.text]))
const messages = (): readonly string[] =>
  asked.filter(({ method }) => method === 'ui/message').map(({ params }) => params.content[0].text as string)

describe('a reply', () => {
  test('sends the agent on with the words of its own question', async () => {
    controller.takeResult(pending('one'))
    const answering = controller.answer(said('one', 'approve'))
    asked[0]?.reply(decided('one', 'approved'))
    await vi.waitFor(() => expect(messages()).toEqual(['apply one']), 60_000)
    asked[1]?.reply({})
    await answering
    expect(call.standing?.state).toBe('approved')
  })

  test.each([
    ['an approval', 'approve', 'approved'],
    ['a decline', 'decline', 'declined'],
  ] as const)('%s of an older question says nothing of the one that took its place', async (_what, answer, state) => {
    controller.takeResult(pending('one'))
    const answering = controller.answer(said('one', answer))
    controller.takeResult(pending('two'))
    const before = card.invocation
    asked[0]?.reply(decided('one', state))
    await answering
    expect(messages()).toEqual([])
    expect(call.standing).toMatchObject({ hold: 'two', state: 'pending' })
    expect(card.notice).toBeNull()
    // Drawn anew: a press on the new question that came too soon is free to be made again.
    expect(card.invocation).not.toBe(before)
    const next = controller.answer(said('two', 'cancel'))
    asked[1]?.reply(decided('two', 'cancelled'))
    await vi.waitFor(() => expect(messages()).toEqual(['cancel two']), 60_000)
    asked[2]?.reply({})
    await next
  })

  test('that names another hold decides nothing here', async () => {
    controller.takeResult(pending('one'))
    const answering = controller.answer(said('one', 'approve'))
    asked[0]?.reply(decided('other', 'approved'))
    await answering
    expect(messages()).toEqual([])
    expect(call.standing).toMatchObject({ hold: 'one', state: 'pending' })
  })

  test('that never came is no news of another question', async () => {
    controller.takeResult(pending('one'))
    const answering = controller.answer(said('one', 'approve'))
    controller.takeResult(pending('two'))
    asked[0]?.fail()
    await nextAsked('status')
    asked[1]?.reply(decided('one', 'approved'))
    await answering
    expect(card.notice).toBeNull()
    expect(call.standing).toMatchObject({ hold: 'two', state: 'pending' })
  })

  test('is given by nobody once the host takes the view away', async () => {
    controller.takeResult(pending('one'))
    isOver = true
    await controller.answer(said('one', 'approve'))
    expect(asked).toEqual([])
  })
})

describe('an answer whose reply is lost', () => {
  async function lose(answer: HoldVerdictDetail['answer']): Promise<{ readonly answering: Promise<void> }> {
    controller.takeResult(pending('one'))
    const answering = controller.answer(said('one', answer))
    asked[0]?.fail()
    await nextAsked('status')
    return { answering }
  }

  test('was decided all the same: the card says so, and the agent hears of it', async () => {
    const { answering } = await lose('approve')
    asked[1]?.reply(decided('one', 'succeeded'))
    await vi.waitFor(() => expect(messages()).toEqual(['apply one']), 60_000)
    asked[2]?.reply({})
    await answering
    expect(call.standing?.state).toBe('succeeded')
    expect(card.notice).toBeNull()
  })

  test('and that somebody else decided otherwise speaks in nobody’s name', async () => {
    const { answering } = await lose('approve')
    asked[1]?.reply(decided('one', 'declined'))
    await answering
    expect(messages()).toEqual([])
    expect(call.standing?.state).toBe('declined')
    expect(card.notice).toBeNull()
  })

  test.each(['unknown', 'expired', 'resolved', 'invalidated'])(
    'of a no to a call that is %s by now is no word to the agent',
    async (state) => {
      const { answering } = await lose('decline')
      asked[1]?.reply(decided('one', state))
      await answering
      expect(messages()).toEqual([])
    },
  )

  test('and that was not passed on can be given again', async () => {
    const { answering } = await lose('decline')
    asked[1]?.reply(pending('one'))
    await answering
    expect(card.notice).toBe('It still waits: nothing was passed on.')
    expect(call.isPageOnly).toBe(false)
    void controller.answer(said('one', 'decline'))
    expect(asked[2]?.method).toBe('decide')
  })

  test.each([
    ['is refused too', () => asked[1]?.fail()],
    ['tells nothing of it', () => asked[1]?.reply({})],
  ])('where how it stands %s leads to the page', async (_what, answerStatus) => {
    const { answering } = await lose('approve')
    answerStatus()
    await answering
    expect(card.notice).toBe('Decide this on the page. (This host does not answer)')
    expect(shownBelow()).toEqual(['Open the page'])
    expect(messages()).toEqual([])
  })
})

describe('a question that the host sends again', () => {
  test('after somebody decided it is not asked again', () => {
    controller.takeResult(pending('one'))
    controller.takeQuestion({ ...question('one'), state: 'succeeded' })
    controller.takeResult(pending('one'))
    expect(call.standing?.state).toBe('succeeded')
  })

  test('after its result stays with the result', () => {
    controller.takeResult(pending('one'))
    controller.takeResult({ content: [] })
    controller.takeResult(pending('one'))
    expect(call.result).toEqual({ content: [] })
  })
})

describe('a question that is decided elsewhere', () => {
  const shownOnly = { nonce: null, look_nonce: 'look of one', cannot_decide: 'it needs a name' }

  test('[X11.E2] is asked about with what only looks, and where to decide is no longer said', async () => {
    controller.takeResult({ _meta: { [CARD_KEY]: { ...question('one'), ...shownOnly } as never } })
    expect(card.notice).toBe('Decide this on the page. (it needs a name)')
    const looking = controller.look()
    expect(asked).toMatchObject([{ method: 'status', params: { hold: 'one', nonce: 'look of one' } }])
    asked[0]?.reply(decided('one', 'approved'))
    await looking
    expect(call.standing?.state).toBe('approved')
    expect(card.notice).toBeNull()
    expect(shownBelow()).toEqual(['Tell the agent'])
    await controller.answer(said('one', 'approve'))
    expect(asked).toHaveLength(1)
  })

  test('[X11.E1] comes to be asked here: the answers take the place of the way to the page', () => {
    controller.takeQuestion({ ...question('one'), ...shownOnly })
    expect(call.isPageOnly).toBe(true)
    controller.takeQuestion(question('one'))
    expect(call.isPageOnly).toBe(false)
    expect(card.notice).toBeNull()
    expect(shownBelow()).toEqual([])
  })
})

describe('what a call without a question says', () => {
  const state = (): unknown => (card.invocation as { readonly state: string }).state

  test('[X11.E1] is that it runs only where nothing keeps it waiting', () => {
    controller.draw()
    expect(state()).toBe('pending')
    call.input = {}
    call.isSent = true
    controller.draw()
    expect(state()).toBe('pending')
    call.runs = true
    controller.draw()
    expect(state()).toBe('running')
    call.isOpen = false
    controller.draw()
    expect(state()).toBe('cancelled')
  })
})

describe('a link in the words of the server that the host does not open', () => {
  async function refuse(): Promise<void> {
    const opening = controller.openLink('https://example.com/approvals/1')
    asked.at(-1)?.fail()
    await opening
  }

  test('[D9] is given as the server’s, never under a label of ours', async () => {
    controller.takeResult({ content: [] })
    await refuse()
    expect(items.at(-1)).toMatchObject({ text: 'https://example.com/approvals/1' })
    expect(shownBelow()).toEqual(['A link of the server:'])
    controller.takeResult({ content: [] })
    expect(shownBelow()).toEqual([])
  })

  test('takes nothing away from what the person has to say to the agent', async () => {
    controller.takeResult(pending('one'))
    const answering = controller.answer(said('one', 'approve'))
    asked[0]?.reply(decided('one', 'succeeded'))
    await nextAsked('ui/message')
    asked[1]?.fail()
    await answering
    const say = 'Say this to the agent:'
    expect(shownBelow()).toEqual([say])
    await refuse()
    expect(shownBelow()).toEqual([say, 'A link of the server:'])
  })
})

describe('a host that speaks another language while a question stands', () => {
  const speak = (lang: string): void => {
    document.documentElement.lang = lang
    controller.speak()
  }
  const words = (): unknown => [card.notice, ...shownBelow()]
  const ENGLISH = ['Decide this on the page. (Not by you)', 'Open the page']
  const CHINESE = ['无法在此决定，请在页面上决定。 (不能由您决定)', '打开页面']

  test('is told the notice and the way to the page anew, and nothing is taken from the card', () => {
    const cannot = { nonce: null, cannot_decide: 'Not by you.', said: { zh: { cannot_decide: '不能由您决定' } } }
    controller.takeResult({ _meta: { [CARD_KEY]: { ...question('one'), ...cannot } as never } })
    expect(words()).toEqual(ENGLISH)
    const drawn = card.invocation
    speak('zh-CN')
    expect(words()).toEqual(CHINESE)
    speak('en')
    expect(words()).toEqual(ENGLISH)
    expect(card.invocation).toBe(drawn)
  })

  test('is told anew why an answer did not count, and what to do by hand', async () => {
    controller.takeResult(pending('one'))
    const answering = controller.answer(said('one', 'approve'))
    const refused = { refused: { message: 'Not by you.' }, said: { zh: { refused: { message: '不能由您决定' } } } }
    asked[0]?.reply({ _meta: { [CARD_KEY]: { ...question('one'), ...refused } } })
    await answering
    expect(words()).toEqual(ENGLISH)
    speak('zh')
    expect(words()).toEqual(CHINESE)
    const [button] = items
    if (button?.kind === 'button') button.press()
    asked[1]?.fail()
    await vi.waitFor(() => expect(items).toMatchObject([{ kind: 'text', text: 'http://127.0.0.1/' }]), 60_000)
    expect(words()).toEqual(CHINESE)
    speak('en')
    expect(words()).toEqual(ENGLISH)
  })
})

test('[S4.2] where not all of a result came, the way to the page stands below it, in the host’s language', () => {
  const done = { state: 'succeeded', shown: 'success', is_cut: true, delivered: true } as const
  controller.takeQuestion({ ...question('one'), ...done })
  expect(items).toMatchObject([{ kind: 'nothing' }, { id: 'page', text: 'The rest: on the page' }])
  document.documentElement.lang = 'zh-CN'
  controller.speak()
  expect(items[1]).toMatchObject({ text: '其余结果在页面上' })
  const [, button] = items
  if (button?.kind === 'button') button.press()
  expect(asked).toMatchObject([{ method: 'ui/open-link', params: { url: 'http://127.0.0.1/' } }])
  controller.takeQuestion({ ...question('two'), ...done, is_cut: false })
  expect(items).toHaveLength(1)
})
