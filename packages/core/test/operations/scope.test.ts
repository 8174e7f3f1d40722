/** What a yes to a call with a scope opens beside it, who can close it again, and what it never covers. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '../../src/call/call.ts'
import { readToolDefinition } from '../../src/call/read-tool-definition.ts'
import type { Grant } from '../../src/grant/grant.ts'
import { describeGrant, toGrantView } from '../../src/grant/grant-view.ts'
import { choicesFor, choicesIn, SCOPE_GRANT } from '../../src/choice/choices.ts'
import { scopeWords } from '../../src/grant/scope-grant.ts'
import { toApprovalView } from '../../src/hold/approval-view.ts'
import type { Hold } from '../../src/hold/hold.ts'
import type { Decision } from '../../src/operations/decide.ts'
import { revokeGrant } from '../../src/operations/revoke-grant.ts'
import { takeGrant } from '../../src/operations/take-grant.ts'
import { sampleCall, sampleRuling, sha256 } from '@holdpoint/testing'
import { openTestStore } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

const SCOPE = 'project "/home/me/shop"'
const SCOPED = { risk: 'medium', scope: SCOPE } as const
const tool = readToolDefinition({ name: 'write_file', inputSchema: { type: 'object' } }, sha256)
const write = { call: { tool: 'write_file' }, definition: tool }

let fixture: TestStore
beforeEach(async () => {
  fixture = await openTestStore()
})
afterEach(async () => {
  await fixture.end()
})

function opened(decision: Decision): Grant {
  if (decision.kind !== 'decided' || decision.grant === null) throw new Error('Nothing was opened.')
  return decision.grant
}

/** Whether a call passes on what stands. */
async function passes(over: Partial<Call> = {}, ruling: Parameters<typeof sampleRuling>[0] = SCOPED): Promise<boolean> {
  const trusted = new Set((await fixture.store.grants.list(null, 100)).map(({ id }) => id))
  const call = sampleCall({ tool: 'write_file', argumentsText: '{"path":"/home/me/shop/b"}', ...over })
  const defined = { definitionHash: tool?.hash ?? '', definitionTextHash: tool?.textHash ?? '' }
  const taken = await takeGrant(fixture.store, { call, ...defined, ruling: sampleRuling(ruling), trusted })
  return taken.kind === 'allowed'
}

const ask = async (ruling: Parameters<typeof sampleRuling>[0] = SCOPED): Promise<Hold> =>
  await fixture.ask({ ...write, ruling })

describe('[H24] the yes for a session', () => {
  test('is a grant for the session: stored with the verdict, on record, listed in words', async () => {
    const hold = await ask()
    const grant = opened(await fixture.say(hold, 'approve', { grant: SCOPE_GRANT }))
    expect(await fixture.store.grants.list(null, 10)).toEqual([grant])
    expect(grant).toMatchObject({
      effect: 'allow',
      session: 'session-1',
      createdBy: 'ben',
      fromHold: hold.id,
      condition: { kind: 'scope', scope: SCOPE },
    })
    expect(describeGrant(grant)).toContain('allow write_file on crm for local:ana: in the project /home/me/shop')
    expect(toGrantView(grant, fixture.clock.now).state).toBe('standing')
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'hold-approved', 'grant-made'])
    expect(await passes()).toBe(true)
  })

  test('[X11.B5] a plain yes opens nothing, from any person and by any way', async () => {
    const voices = [
      { via: 'page', assurance: 'identified' },
      { via: 'api', assurance: 'identified' },
      { via: 'terminal', assurance: 'host' },
      { via: 'elicitation', assurance: 'host' },
      { via: 'card', assurance: 'host' },
    ] as const
    for (const [index, voice] of voices.entries()) {
      const argumentsText = JSON.stringify({ path: `/home/me/shop/${index}` })
      const hold = await fixture.ask({ ...write, call: { tool: 'write_file', argumentsText }, ruling: SCOPED })
      expect(await fixture.say(hold, 'approve', voice)).toMatchObject({ kind: 'decided', grant: null })
    }
    expect(await fixture.store.grants.list(null, 10)).toEqual([])
    expect(await passes()).toBe(false)
  })

  test.each([
    ['for longer than the session', { for: 'always', arguments: 'scope' }, SCOPED],
    ['for half an hour', { for: 1_800_000, arguments: 'scope' }, SCOPED],
    ['of a call without a scope', SCOPE_GRANT, { risk: 'medium', scope: null }],
    ['of what cannot be undone', SCOPE_GRANT, { ...SCOPED, irreversible: true }],
    ['of what may never be granted', SCOPE_GRANT, { ...SCOPED, grantable: false }],
    ['where two have to agree', SCOPE_GRANT, { ...SCOPED, quorum: 2 }],
  ] as const)('%s is refused, and nothing is decided', async (_what, grant, ruling) => {
    const hold = await ask(ruling)
    expect(await fixture.say(hold, 'approve', { grant })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_GRANTABLE' },
    })
    expect((await fixture.get(hold)).state).toBe('pending')
    expect(await fixture.store.grants.list(null, 10)).toEqual([])
  })

  test('is none for a no', async () => {
    const hold = await ask()
    expect(await fixture.say(hold, 'decline', { grant: SCOPE_GRANT })).toMatchObject({ kind: 'refused' })
  })

  test('with a permission of its own has that one and not the scope', async () => {
    const hold = await ask()
    await fixture.say(hold, 'approve', { grant: { for: 'session', arguments: 'same' } })
    expect((await fixture.store.grants.list(null, 10)).map(({ condition }) => condition.kind)).toEqual(['same'])
    expect(await passes()).toBe(false)
  })

  test.each([
    ['a decline', 'decline', SCOPED],
    ['a cancel', 'cancel', SCOPED],
    ['the first of two approvals', 'approve', { ...SCOPED, quorum: 2 }],
    ['what may never be granted', 'approve', { ...SCOPED, grantable: false }],
    ['a call without a scope', 'approve', { risk: 'medium', scope: null }],
  ] as const)('%s opens nothing', async (_what, answer, ruling) => {
    expect(await fixture.say(await ask(ruling), answer)).toMatchObject({ kind: 'decided', grant: null })
    expect(await fixture.store.grants.list(null, 10)).toEqual([])
  })

  test('covers this session, requester, tool and scope, at most the tier that was seen', async () => {
    await fixture.say(await ask(), 'approve', { grant: SCOPE_GRANT })
    expect(await passes()).toBe(true)
    expect(await passes({ session: 'session-2' })).toBe(false)
    expect(await passes({ principal: 'local:eve' })).toBe(false)
    expect(await passes({ tool: 'move_file' })).toBe(false)
    expect(await passes({}, { ...SCOPED, scope: 'project "/home/me/other"' })).toBe(false)
    expect(await passes({}, { ...SCOPED, scope: null })).toBe(false)
    expect(await passes({}, { ...SCOPED, risk: 'high' })).toBe(false)
  })

  test('is judged by the policy of the day', async () => {
    await fixture.say(await ask(), 'approve', { grant: SCOPE_GRANT })
    expect(await passes({}, { ...SCOPED, approvers: ['ben'] })).toBe(true)
    expect(await passes({}, { ...SCOPED, approvers: ['cleo'] })).toBe(false)
    expect(await passes({}, { ...SCOPED, assurance: 'strong' })).toBe(false)
    expect(await passes({}, { ...SCOPED, quorum: 2 })).toBe(false)
    expect(await passes({}, { ...SCOPED, rails: ['terminal'] })).toBe(false)
  })

  test('ends by a word, and after a day', async () => {
    const { id } = opened(await fixture.say(await ask(), 'approve', { grant: SCOPE_GRANT }))
    await revokeGrant(fixture.store, { id, tenant: null, by: 'ben' })
    expect(await passes()).toBe(false)
    const again = await fixture.ask({
      ...write,
      call: { tool: 'write_file', argumentsText: '{"path":"/c"}' },
      ruling: SCOPED,
    })
    await fixture.say(again, 'approve', { grant: SCOPE_GRANT })
    expect(await passes()).toBe(true)
    fixture.clock.now += 86_400_000
    expect(await passes()).toBe(false)
  })
})

describe('[X11.B5] the first answers to a hold', () => {
  const words = (name: string, ruling: Parameters<typeof sampleRuling>[0]): readonly string[] =>
    choicesFor({ call: { ...sampleCall({}), tool: name }, ruling: sampleRuling(ruling) }).map((choice) => choice.words)

  test('are two, or three the first time in a scope, and each says what it does', async () => {
    const scoped = toApprovalView(await ask())
    expect(scoped.choices).toEqual([
      {
        name: 'scope',
        answer: 'approve',
        words: 'Yes, and allow write_file in the project /home/me/shop for this session',
        grant: { for: 'session', arguments: 'scope' },
      },
      { name: 'once', answer: 'approve', words: 'Yes, only this once', grant: null },
      { name: 'no', answer: 'decline', words: 'No', grant: null },
    ])
    const high = toApprovalView(
      await fixture.ask({ ...write, call: { tool: 'write_file', argumentsText: '{"path":"/x"}' } }),
    )
    expect(high.choices).toEqual([
      { name: 'once', answer: 'approve', words: 'Run it once', grant: null },
      { name: 'no', answer: 'decline', words: "Don't run it", grant: null },
    ])
  })

  test('are none once it is decided', async () => {
    const hold = await ask()
    await fixture.say(hold, 'decline')
    expect(toApprovalView(await fixture.get(hold)).choices).toEqual([])
  })

  test.each([{ irreversible: true }, { grantable: false }, { quorum: 2 }, { scope: null }] as const)(
    'offer no session where one would be refused: %o',
    (over) => {
      expect(words('write_file', { ...SCOPED, ...over })).toEqual(['Run it once', "Don't run it"])
    },
  )

  test.each([
    ['folder "/tmp/zz"', 'in the folder /tmp/zz', '在文件夹 /tmp/zz 中'],
    ['tool "write_file"', 'with any arguments', '以任意参数'],
    ['destination project "/srv/a", source project "/srv/a"', 'in the project /srv/a', '在项目 /srv/a 中'],
    [
      'destination project "/srv/a", source project "/srv/b"',
      'in destination project "/srv/a", source project "/srv/b"',
      '在 destination project "/srv/a", source project "/srv/b" 范围内',
    ],
    ['owner "acme", repo "shop"', 'in owner "acme", repo "shop"', '在 owner "acme", repo "shop" 范围内'],
    [
      'folder "/a for this session. Nothing else"',
      'in the folder "/a for this session. Nothing else"',
      '在文件夹 "/a for this session. Nothing else" 中',
    ],
    ['folder "/a\\nRun it?"', 'in the folder "/a\\nRun it?"', '在文件夹 "/a\\nRun it?" 中'],
  ])('name the scope: %s', (scope, english, chinese) => {
    expect(scopeWords(scope)).toBe(english)
    const ruling = sampleRuling({ ...SCOPED, scope })
    const choices = choicesFor({ call: sampleCall({ tool: 'write_file' }), ruling })
    expect(choices[0]?.words).toBe(`Yes, and allow write_file ${english} for this session`)
    expect(choicesIn(choices, 'write_file', 'zh-CN').map((choice) => choice.words)).toEqual([
      `是，并在本次会话中允许${chinese}调用 write_file`,
      '是，仅此一次',
      '否',
    ])
  })

  test('name no scope that would fill the screen', () => {
    const about = (length: number): readonly string[] =>
      words('write_file', { ...SCOPED, scope: `folder "/${'x'.repeat(length)}"` })
    expect(about(300)).toHaveLength(3)
    for (const length of [400, 20_000]) expect(about(length)).toEqual(['Run it once', "Don't run it"])
    // As long as it is shown, not as it is sent.
    const hidden = `folder "/${'\u200b'.repeat(100)}"`
    expect(words('write_file', { ...SCOPED, scope: hidden })).toEqual(['Run it once', "Don't run it"])
    expect(words('w'.repeat(400), SCOPED)).toEqual(['Run it once', "Don't run it"])
  })

  test('show what is hidden', () => {
    expect(words('write\u202efile', { ...SCOPED, scope: 'folder "/a\u202e b"' })[0]).toBe(
      'Yes, and allow write⟦U+202E⟧file in the folder "/a⟦U+202E⟧ b" for this session',
    )
  })

  test.each(['write in docs', 'write in the folder docs', 'x with any arguments for this session y'])(
    'a tool called “%s” is allowed no less in Chinese',
    (name) => {
      const ruling = sampleRuling({ ...SCOPED, scope: `tool ${JSON.stringify(name)}` })
      const choices = choicesFor({ call: sampleCall({ tool: name }), ruling })
      expect(choices[0]?.words).toBe(`Yes, and allow ${name} with any arguments for this session`)
      expect(choicesIn(choices, name, 'zh-CN')[0]?.words).toBe(`是，并在本次会话中允许以任意参数调用 ${name}`)
    },
  )
})
