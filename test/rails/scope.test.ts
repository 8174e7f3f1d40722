/**
 * What a yes in the host's own dialog opens beside the call: what its words say, until it is revoked, or nothing where
 * the person chose to be asked again. In both eras.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '../harness/answers.ts'
import type { Message } from '../harness/stdio-client.ts'
import { modernMeta } from '../harness/stdio-client.ts'
import { delay } from '../harness/wait-for.ts'
import { READING_MS } from '../harness/read-form.ts'
import { FORM, ledgerOf, newMark, openHome, openHost } from './hosts.ts'
import type { Home, Host } from './hosts.ts'
import { TOKENS } from '../harness/serve-harness.ts'

let home: Home
beforeAll(async () => {
  home = await openHome('30s')
})
afterAll(async () => {
  await home.place.close()
})

const YES_SESSION = 'Yes, and allow create_item with any arguments for this session'
const YES_ONCE = 'Yes, only this once'

interface Asked {
  readonly message: string
  readonly requestedSchema: {
    readonly properties: { readonly decision: { readonly enum: readonly string[]; readonly description: string } }
  }
}

/** A host of one era: calls, and how its person answers what they are asked. */
interface Era {
  readonly name: string
  /** Resolves to the answer, and to what was asked on the way; `decision` is given to each question. */
  create(host: Host, mark: string, decision: string): Promise<{ readonly text: string; readonly asked: Asked | null }>
}

const ERAS: readonly Era[] = [
  {
    name: 'with sessions',
    async create(host, mark, decision) {
      const call = host.begin('create_item', { name: mark })
      const answer = host.client.answer(call)
      const first = await Promise.race([answer.then(() => null), host.question(mark)])
      if (first !== null) await host.answer(first, { action: 'accept', content: { decision } })
      return { text: textOf(await answer), asked: (first?.params as Asked | undefined) ?? null }
    },
  },
  {
    name: 'without sessions',
    async create(host, mark, decision) {
      const call = async (round: object = {}): Promise<Message> =>
        await host.client.call('create_item', { name: mark }, { ...modernMeta('asks in replies', FORM), ...round })
      const { result } = await call()
      if (result.resultType !== 'input_required') return { text: textOf({ jsonrpc: '2.0', result }), asked: null }
      await delay(READING_MS)
      const answer = { action: 'accept', content: { decision } }
      const done = await call({ requestState: result.requestState, inputResponses: { holdpoint: answer } })
      return { text: textOf(done), asked: result.inputRequests.holdpoint.params as Asked }
    },
  },
]

function expectScopeTold(asked: Asked | null): void {
  const { decision } = asked?.requestedSchema.properties ?? {}
  expect(decision?.enum).toEqual([YES_SESSION, YES_ONCE, 'No'])
  // The rest is answered where the form says, and the link leads there.
  expect(decision?.description).toMatch(/http:\/\/localhost:\d+\/approvals\/\S+ or: .*holdpoint\S* open \S+$/)
}

describe.each(ERAS)('[H24] [X11.B5] a form about a call with a scope, $name', ({ create }) => {
  test('the yes for the session runs the call and opens what it says; revoking that closes it', async () => {
    const host = await openHost(home, 'asks in a form', FORM)
    const [first, second, third] = [newMark(), newMark(), newMark()] as const
    const opened = await create(host, first, YES_SESSION)
    expect(opened.text).toBe('created')
    expectScopeTold(opened.asked)
    expect(await create(host, second, YES_SESSION)).toEqual({ text: 'created', asked: null })
    const at = (path: string): string => `${home.service.url}/admin/${path}`
    const headers = { authorization: `Bearer ${TOKENS.approver}`, 'content-type': 'application/json' }
    const listed = await fetch(at('grants'), { headers })
    const { grants } = (await listed.json()) as { grants: readonly { id: string; state: string; summary: string }[] }
    const standing = grants.filter(({ state }) => state === 'standing')
    expect(standing).toHaveLength(1)
    expect(standing[0]?.summary).toContain('allow create_item on ledger')
    const id = standing[0]?.id ?? ''
    expect((await fetch(at(`grants/${id}`), { method: 'DELETE', headers })).status).toBe(200)
    const again = await create(host, third, YES_ONCE)
    expect(again.text).toBe('created')
    expectScopeTold(again.asked)
    for (const mark of [first, second, third]) expect(ledgerOf(home, mark)).toHaveLength(1)
    await host.end()
  })

  test('"only this once" opens nothing: the next call in the scope is asked', async () => {
    const host = await openHost(home, 'asks in a form', FORM)
    const marks = [newMark(), newMark()] as const
    for (const mark of marks) {
      const { text, asked } = await create(host, mark, YES_ONCE)
      expect(text).toBe('created')
      expectScopeTold(asked)
      expect(ledgerOf(home, mark)).toHaveLength(1)
    }
    await host.end()
  })
})
