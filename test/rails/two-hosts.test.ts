/** Attacks of one host on the questions of another, where both have the same token and no session tells them apart. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPOSITORY } from '../harness/paths.ts'
import { waitFor } from '../harness/wait-for.ts'
import { connectAgent, firstText } from '../harness/serve-agent.ts'
import type { Agent, Exchange } from '../harness/serve-agent.ts'
import { createPlace, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const ATTACKER = [process.execPath, `${REPOSITORY}test/fixtures/attacks-servers.mjs`]
const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
const CARD = 'dev.holdpoint/card'

describe('two hosts of one token, without sessions', () => {
  const place: Place = createPlace()
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
  let service: Service
  let first: Agent
  let second: Agent

  beforeAll(async () => {
    service = await place.serve({
      wait: '60s',
      servers: { srv: { command: ATTACKER, env: {} } },
      tokens: [
        { name: 'ci', role: 'approver', sha256: sha256(TOKENS.approver) },
        { name: 'bot', role: 'agent', sha256: sha256(TOKENS.agent), relays_a_person: true },
      ],
    })
    const connect = (client: string): Promise<Agent> =>
      connectAgent(service.url, { era: '2026', server: 'srv', client, capabilities: APPS })
    first = await connect('host A')
    second = await connect('host B')
    await first.ask('tools/list')
  })
  afterAll(() => place.close())

  const cardIn = ({ answer }: Exchange): { hold: string; nonce: string } | undefined =>
    answer.result?.['_meta']?.[CARD] as { hold: string; nonce: string } | undefined
  const runs = (): readonly (string | undefined)[] => place.ledger().map(({ argumentsText }) => argumentsText)

  test('[L7] [L11] one finds no question of the other, and the other’s nonce is worth nothing to it', async () => {
    const args = { id: 'a' }
    const calling = first.call('delete_item', args)
    const card = cardIn(await first.call('holdpoint_pending', { arguments: args }))
    expect(card?.nonce).toMatch(/^[\w-]{43}$/)
    const found = await second.call('holdpoint_pending', { arguments: args })
    expect(found.answer.result?.structuredContent).toEqual({ state: 'none' })
    expect(found.text).not.toContain('nonce')
    const stolen = { hold: card?.hold, nonce: card?.nonce, answer: 'approve' }
    expect((await second.call('holdpoint_decide', stolen)).answer.result?.isError).toBe(true)
    expect((await service.approval(card?.hold ?? '')).state).toBe('pending')
    expect(runs()).toEqual([])
    await first.call('holdpoint_decide', stolen)
    expect(firstText(await calling)).toBe('delete_item done')
    expect(runs()).toEqual([JSON.stringify(args)])
  })

  test('[L11] what was allowed for the session of one is asked about for the other', async () => {
    const text = (name: string): object => ({ path: `/tmp/holdpoint/${name}`, text: name })
    const calling = first.call('update_item', text('one'))
    const hold = await waitFor('the hold', async () =>
      (await service.approvals('?state=pending')).find(({ tool }) => tool === 'update_item'),
    )
    await service.approve(hold.id, undefined, { grant: { for: 'session', arguments: 'scope' } })
    expect(firstText(await calling)).toBe('update_item done')
    expect(firstText(await first.call('update_item', text('two')))).toBe('update_item done')
    const before = runs().length
    const other = await connectAgent(service.url, { era: '2026', server: 'srv', client: 'host C' })
    const asking = new AbortController()
    const asked = other.call('update_item', text('three'), { signal: asking.signal })
    asked.catch(() => {})
    await waitFor('it to be asked about', async () =>
      (await service.approvals('?state=pending')).find(({ arguments: sent }) => JSON.stringify(sent).includes('three')),
    )
    expect(runs()).toHaveLength(before)
    asking.abort()
  })
})
