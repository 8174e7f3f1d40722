/**
 * Approved with edits, over REST and from the command line: what a person wrote is what arrives, and the agent learns
 * it.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { holdpoint, showHold } from '../harness/decide.ts'
import type { Approval } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { connectAgent, ERAS, heldAs } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

describe('over REST', () => {
  const place: Place = createPlace()
  let service: Service

  beforeAll(async () => {
    service = await place.serve({
      servers: { ledger: stdioServer() },
      people: { ci: { identities: ['token:ci'] }, ops: { identities: ['token:ops'] } },
      rules: [
        { name: 'never all', match: { tool: 'delete_item' }, when: 'args.id == "all"', answer: 'deny' },
        { name: 'four eyes', match: { tool: 'send_message' }, quorum: 2 },
      ],
    })
  })
  afterAll(() => place.close())

  const newAgent = (era: '2025' | '2026'): Promise<Agent> =>
    connectAgent(service.url, { era, client: `client-${randomUUID()}` })
  const arrived = (text: string): readonly (string | undefined)[] =>
    place.ledger().flatMap(({ argumentsText }) => (argumentsText?.includes(text) === true ? [argumentsText] : []))

  test.each(ERAS)(
    '[X3] [X6] (%s) the edited bytes run, once; the original call collects the result with the difference',
    async (era) => {
      const agent = await newAgent(era)
      const item = randomUUID()
      const id = heldAs(await agent.call('delete_item', { id: item, note: 'asked' }))
      const edits = `{"note": "approved", "id":"${item}-\\u0041", "count":1.50}`
      // Written by hand, so that the spelling is the person's and not a serialiser's.
      const raw = await fetch(`${service.url}/admin/approvals/${id}/approve`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKENS.approver}`, 'content-type': 'application/json' },
        body: `{"edits":${edits}}`,
      })
      expect(raw.status).toBe(200)
      await service.reaches(id, 'succeeded')
      expect(arrived(item)).toEqual([edits])
      const collected = await agent.call('delete_item', { id: item, note: 'asked' })
      const [ours, theirs] = collected.answer.result?.content ?? []
      expect(ours?.text).toContain('ci approved this call with changes')
      expect(ours?.text).toContain(`- id: "${item}" → "${item}-\\u0041"`)
      expect(ours?.text).toContain('- count: (nothing) → 1.50')
      expect(theirs?.text).toBe(`deleted ${item}-A`)
      expect(collected.answer.result?.['_meta']?.['dev.holdpoint/hold']).toMatchObject({ id, edited: true })
      expect(arrived(item)).toHaveLength(1)
    },
  )

  test('an edit that the policy denies or the schema refuses runs nothing and leaves the question open', async () => {
    const agent = await newAgent('2025')
    const item = randomUUID()
    const id = heldAs(await agent.call('delete_item', { id: item }))
    for (const [edits, code] of [
      [{ id: 'all' }, 'EDIT_DENIED'],
      [{ id: true }, 'EDIT_REFUSED'],
      [{ id: item, confirm: true }, 'EDIT_REFUSED'],
    ] as const) {
      const answer = await service.post(`/admin/approvals/${id}/approve`, { edits })
      expect([answer.status, (answer.json as { error: { code: string } }).error.code]).toEqual([422, code])
    }
    expect((await service.approval(id)).state).toBe('pending')
    expect(arrived(item)).toEqual([])
  })

  test('under four eyes an edit begins the count anew, and only who saw it approves it', async () => {
    const agent = await newAgent('2025')
    const to = randomUUID()
    const id = heldAs(await agent.call('send_message', { to, text: 'hello' }))
    const path = `/admin/approvals/${id}/approve`
    expect((await service.post(path, {}, TOKENS.second)).json).toMatchObject({ state: 'pending' })
    const edited = await service.post(path, { edits: { to, text: 'good day' } })
    expect(edited.json).toMatchObject({ state: 'pending', approvals: 1 })
    expect((await service.post(path, {}, TOKENS.second)).status).toBe(409)
    const { digest } = (edited.json as { edit: { digest: string } }).edit
    expect((await service.post(path, { digest }, TOKENS.second)).status).toBe(200)
    await service.reaches(id, 'succeeded')
    expect(arrived(to)).toEqual([JSON.stringify({ to, text: 'good day' })])
  })

  test('a policy of the gateway that asks for more voids what a looser surface let through', async () => {
    const agent = await newAgent('2025')
    const to = randomUUID()
    const id = heldAs(await agent.call('delete_item', { id: to }))
    // The command line reads a configuration of its own, which knows no rule against it.
    const looser = place.file('looser.yaml')
    writeFileSync(looser, 'version: 1\n')
    const secret = await place.run(['token', 'create', '--role', 'approver', '--name', 'eva', '--json'], {
      HOLDPOINT_TOKEN: TOKENS.admin,
    })
    const { secret: token } = JSON.parse(secret.stdout) as { secret: string }
    const ran = await place.run(['approve', id, '--edit', '{"id":"all"}', '--json'], {
      HOLDPOINT_CONFIG: looser,
      HOLDPOINT_TOKEN: token,
    })
    expect(ran.code, ran.stderr + ran.stdout).toBe(0)
    const ended = await service.reaches(id, 'invalidated')
    expect(ended).toMatchObject({ note: expect.stringContaining('denies') as string })
    expect(arrived('"all"')).toEqual([])
  })
})

describe('from the command line', () => {
  test('[X6] approve --edit runs what was written, and the agent is told the difference', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1, deep: { a: [1, 2] } }))
    const edit = '{"id":2.0,"deep":{"a":[1,3]}}'
    const ran = await holdpoint(home, ['approve', id, '--edit', edit, '--wait', '--json'], { as: 'approver' })
    expect(ran.code, ran.stderr).toBe(0)
    expect(JSON.parse(ran.stdout) as Approval).toMatchObject({
      state: 'succeeded',
      arguments: { id: 1, deep: { a: [1, 2] } },
      edit: { approved: { id: 2, deep: { a: [1, 3] } } },
    })
    expect(readLedger(home, 'delete_item').map(({ argumentsText }) => argumentsText)).toEqual([edit])
    const answer = await wrap.client.call('delete_item', { id: 1, deep: { a: [1, 2] } })
    expect(textOf(answer)).toContain('- id: 1 → 2.0\n- deep.a[1]: 2 → 3')
    expect(textOf(answer)).toContain('deleted 2')
    expect(heldBy(answer)).toMatchObject({ id, state: 'succeeded', edited: true })
    expect(await showHold(home, id)).toMatchObject({ edit: { requested: { id: 1, deep: { a: [1, 2] } } } })
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})
