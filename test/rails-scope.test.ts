/** What a yes in the host's own dialog opens beside the call: nothing, or what its words say, until it is revoked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textOf } from './harness/answers.ts'
import { FORM, ledgerOf, newMark, openHome, openHost } from './rails-hosts.ts'
import type { Home, Host } from './rails-hosts.ts'
import { TOKENS } from './serve-harness.ts'

let home: Home
beforeAll(async () => {
  home = await openHome('30s')
})
afterAll(async () => {
  await home.place.close()
})

const SCOPE_TOO = 'Run it, and create_item with any arguments for this session'

async function say(host: Host, mark: string, decision: string): Promise<string> {
  const call = host.begin('create_item', { name: mark })
  const question = await host.question(mark)
  expect(question.params.message).toContain('Approving also allows create_item with any arguments')
  const { decision: choice } = question.params.requestedSchema.properties
  expect(choice.enum.slice(0, 3)).toEqual(['Run it once', "Don't run it", SCOPE_TOO])
  await host.answer(question, { action: 'accept', content: { decision } })
  return textOf(await host.client.answer(call))
}

describe('[H24] a form about a call with a scope', { timeout: 60_000 }, () => {
  test('"Run it once" is once: the next call in the scope is asked', async () => {
    const host = await openHost(home, 'asks in a form', FORM)
    const marks = [newMark(), newMark()] as const
    expect(await say(host, marks[0], 'Run it once')).toBe('created')
    expect(await say(host, marks[1], 'Run it once')).toBe('created')
    expect(host.questions(marks[1])).toHaveLength(1)
    await host.end()
  })

  test('the choice that names the scope opens it, and revoking what it made closes it', async () => {
    const host = await openHost(home, 'asks in a form', FORM)
    const [first, second, third] = [newMark(), newMark(), newMark()] as const
    expect(await say(host, first, SCOPE_TOO)).toBe('created')
    expect(textOf(await host.client.answer(host.begin('create_item', { name: second })))).toBe('created')
    expect(host.questions(second)).toEqual([])
    const at = (path: string): string => `${home.service.url}/admin/${path}`
    const headers = { authorization: `Bearer ${TOKENS.approver}`, 'content-type': 'application/json' }
    const listed = await fetch(at('grants'), { headers })
    const { grants } = (await listed.json()) as { grants: readonly { id: string; state: string; summary: string }[] }
    const standing = grants.filter(({ state }) => state === 'standing')
    expect(standing).toHaveLength(1)
    expect(standing[0]?.summary).toContain('allow create_item on ledger')
    const id = standing[0]?.id ?? ''
    expect((await fetch(at(`grants/${id}`), { method: 'DELETE', headers })).status).toBe(200)
    expect(await say(host, third, 'Run it once')).toBe('created')
    expect(ledgerOf(home, third)).toHaveLength(1)
    await host.end()
  })
})
