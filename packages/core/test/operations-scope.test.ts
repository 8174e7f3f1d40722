/** What a yes to a call with a scope opens beside it, who can close it again, and what it never covers. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '../src/call/call.ts'
import { readToolDefinition } from '../src/call/read-tool-definition.ts'
import type { Grant } from '../src/grant/grant.ts'
import { describeGrant, toGrantView } from '../src/grant/grant-view.ts'
import { describeOpening, scopeWords } from '../src/grant/scope-grant.ts'
import { toApprovalView } from '../src/hold/approval-view.ts'
import type { Hold } from '../src/hold/hold.ts'
import { decide } from '../src/operations/decide.ts'
import type { Decision } from '../src/operations/decide.ts'
import { revokeGrant } from '../src/operations/revoke-grant.ts'
import { takeGrant } from '../src/operations/take-grant.ts'
import { renderPreviewText } from '../src/preview/render-preview-text.ts'
import { sampleRuling } from './hold-sample.ts'
import { openTestStore, sampleCall, sha256 } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

const SCOPE = 'project "/home/me/shop"'
const SCOPED = { risk: 'medium', scope: SCOPE } as const
const tool = readToolDefinition({ name: 'write_file', inputSchema: { type: 'object' } }, sha256)
const write = { call: { tool: 'write_file' }, definition: tool }

let desk: TestStore
beforeEach(async () => {
  desk = await openTestStore()
})
afterEach(async () => {
  await desk.end()
})

function opened(decision: Decision): Grant {
  if (decision.kind !== 'decided' || decision.grant === null) throw new Error('Nothing was opened.')
  return decision.grant
}

/** Whether a call passes on what stands. */
async function passes(over: Partial<Call> = {}, ruling: Parameters<typeof sampleRuling>[0] = SCOPED): Promise<boolean> {
  const trusted = new Set((await desk.store.grants.list(null, 100)).map(({ id }) => id))
  const call = sampleCall({ tool: 'write_file', argumentsText: '{"path":"/home/me/shop/b"}', ...over })
  const defined = { definitionHash: tool?.hash ?? '', definitionTextHash: tool?.textHash ?? '' }
  const taken = await takeGrant(desk.store, { call, ...defined, ruling: sampleRuling(ruling), trusted })
  return taken.kind === 'allowed'
}

const ask = async (ruling: Parameters<typeof sampleRuling>[0] = SCOPED): Promise<Hold> =>
  await desk.ask({ ...write, ruling })

describe('[H24] an approval of a call with a scope', () => {
  test('is a grant for the session: stored with the verdict, on record, listed in words', async () => {
    const hold = await ask()
    const grant = opened(await desk.say(hold, 'approve'))
    expect(await desk.store.grants.list(null, 10)).toEqual([grant])
    expect(grant).toMatchObject({
      effect: 'allow',
      session: 'session-1',
      createdBy: 'ben',
      fromHold: hold.id,
      condition: { kind: 'scope', scope: SCOPE },
    })
    expect(describeGrant(grant)).toContain('allow write_file on crm for local:ana: in the project /home/me/shop')
    expect(toGrantView(grant, desk.clock.now).state).toBe('standing')
    expect(await desk.kinds(hold)).toEqual(['hold-created', 'hold-approved', 'grant-made'])
    expect(await passes()).toBe(true)
  })

  test('says so before: in the preview, in its text, and in the view of REST', async () => {
    const hold = await ask()
    const sentence = 'Approving also allows write_file in the project /home/me/shop for this session.'
    expect(hold.preview.alsoAllows).toBe(sentence)
    expect(renderPreviewText(hold.preview, { width: 200 })).toContain(sentence)
    expect(toApprovalView(hold)).toMatchObject({ also_allows: sentence })
    const alone = await desk.ask({ ...write, call: { tool: 'write_file', argumentsText: '{"path":"/x"}' } })
    expect(alone.preview.alsoAllows).toBeNull()
    expect(toApprovalView(alone)).toMatchObject({ also_allows: null })
    expect(renderPreviewText(alone.preview, { width: 200 })).not.toContain('also allows')
  })

  test('for once opens nothing, and the record says so', async () => {
    const hold = await ask()
    expect(await desk.say(hold, 'approve', { once: true })).toMatchObject({ kind: 'decided', grant: null })
    expect((await desk.records(hold)).at(-1)?.detail).toBe('approve once via page (identified)')
    expect(await passes()).toBe(false)
  })

  test('for once and with a permission beside it is refused as a whole', async () => {
    const hold = await ask()
    const verdict = {
      answer: 'approve',
      by: 'ben',
      via: 'page',
      assurance: 'identified',
      reason: null,
      once: true,
    } as const
    const grant = { id: 'g', request: { for: 'session', arguments: 'any' } } as const
    expect(await decide(desk.store, { hold: hold.id, tenant: null, verdict, grant })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_GRANTABLE' },
    })
    expect((await desk.get(hold)).state).toBe('pending')
  })

  test('with a permission of its own has that one and not the scope', async () => {
    const hold = await ask()
    const verdict = { answer: 'approve', by: 'ben', via: 'page', assurance: 'identified', reason: null } as const
    const request = { for: 'session', arguments: 'same' } as const
    await decide(desk.store, { hold: hold.id, tenant: null, verdict, grant: { id: 'g', request } })
    expect((await desk.store.grants.list(null, 10)).map(({ condition }) => condition.kind)).toEqual(['same'])
    expect(await passes()).toBe(false)
  })

  test.each([
    ['a decline', 'decline', SCOPED],
    ['a cancel', 'cancel', SCOPED],
    ['the first of two approvals', 'approve', { ...SCOPED, quorum: 2 }],
    ['what may never be granted', 'approve', { ...SCOPED, grantable: false }],
    ['a call without a scope', 'approve', { risk: 'medium', scope: null }],
  ] as const)('%s opens nothing', async (_what, answer, ruling) => {
    expect(await desk.say(await ask(ruling), answer)).toMatchObject({ kind: 'decided', grant: null })
    expect(await desk.store.grants.list(null, 10)).toEqual([])
  })

  test('covers this session, requester, tool and scope, at most the tier that was seen', async () => {
    await desk.say(await ask(), 'approve')
    expect(await passes()).toBe(true)
    expect(await passes({ session: 'session-2' })).toBe(false)
    expect(await passes({ principal: 'local:eve' })).toBe(false)
    expect(await passes({ tool: 'move_file' })).toBe(false)
    expect(await passes({}, { ...SCOPED, scope: 'project "/home/me/other"' })).toBe(false)
    expect(await passes({}, { ...SCOPED, scope: null })).toBe(false)
    expect(await passes({}, { ...SCOPED, risk: 'high' })).toBe(false)
  })

  test('is judged by the policy of the day', async () => {
    await desk.say(await ask(), 'approve')
    expect(await passes({}, { ...SCOPED, approvers: ['ben'] })).toBe(true)
    expect(await passes({}, { ...SCOPED, approvers: ['cleo'] })).toBe(false)
    expect(await passes({}, { ...SCOPED, assurance: 'strong' })).toBe(false)
    expect(await passes({}, { ...SCOPED, quorum: 2 })).toBe(false)
    expect(await passes({}, { ...SCOPED, rails: ['terminal'] })).toBe(false)
  })

  test('ends by a word, and after a day', async () => {
    const { id } = opened(await desk.say(await ask(), 'approve'))
    await revokeGrant(desk.store, { id, tenant: null, by: 'ben' })
    expect(await passes()).toBe(false)
    const again = await desk.ask({
      ...write,
      call: { tool: 'write_file', argumentsText: '{"path":"/c"}' },
      ruling: SCOPED,
    })
    await desk.say(again, 'approve')
    expect(await passes()).toBe(true)
    desk.clock.now += 86_400_000
    expect(await passes()).toBe(false)
  })
})

describe('a scope in words', () => {
  const opening = (name: string, scope: string): string | null =>
    describeOpening(name, sampleRuling({ ...SCOPED, scope }))

  test.each([
    ['folder "/tmp/zz"', 'in the folder /tmp/zz'],
    ['tool "write_file"', 'with any arguments'],
    ['owner "acme", repo "shop"', 'in owner "acme", repo "shop"'],
    ['folder "/a for this session. Nothing else"', 'in the folder "/a for this session. Nothing else"'],
    ['folder "/a\\nRun it?"', 'in the folder "/a\\nRun it?"'],
  ])('%s', (scope, words) => {
    expect(scopeWords(scope)).toBe(words)
    expect(opening('write_file', scope)).toBe(`Approving also allows write_file ${words} for this session.`)
  })

  test('shows what is hidden', () => {
    expect(opening('write\u202efile', 'folder "/a\u202e b"')).toBe(
      'Approving also allows write⟦U+202E⟧file in the folder "/a⟦U+202E⟧ b" for this session.',
    )
  })
})
