/** Quorums count people: who stands behind whom, whose voice counts, and whether there are enough of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSameDecider } from '../../src/hold/quorum.ts'
import { checkPeople } from '../../src/policy/check-config.ts'
import { checkConfig } from '../../src/policy/check-config.ts'
import { DEFAULT_CONFIG } from '../../src/policy/policy-config.ts'
import type { PolicyConfig, RuleConfig } from '../../src/policy/policy-config.ts'
import { loosens } from '../../src/policy/loosening.ts'
import { toPeople, deciderName, peopleBehind } from '../../src/people/people.ts'
import type { PeopleConfig } from '../../src/people/people.ts'
import { findUnmetQuorums } from '../../src/people/unmet-quorums.ts'
import { openTestStore } from '../operations/operations-store.ts'
import type { TestStore } from '../operations/operations-store.ts'

const ANA = { identities: ['token:ana', 'local:root', 'token:ana-phone'], roles: ['approver'] } as const
const BEN = { identities: ['token:ben'], roles: ['approver'] } as const
const PEOPLE: PeopleConfig = { ana: ANA, ben: BEN, cleo: { identities: ['token:cleo'], roles: ['viewer'] } }
const people = toPeople({ people: PEOPLE, tokens: [] }, [
  { name: 'dan-laptop', tenant: 'default', person: 'dan' },
  { name: 'ben', tenant: 'default', person: 'somebody else' },
  { name: 'shared', tenant: 'default', person: 'dan' },
  { name: 'shared', tenant: 'default', person: 'eve' },
])

describe('who stands behind an identity', () => {
  test.each([
    ['ana', 'ana'],
    ['local:root', 'ana'],
    ['ana-phone', 'ana'],
    ['dan-laptop', 'dan'],
    ['unknown', null],
    ['local:other', null],
    // Said two ways: nobody's.
    ['ben', null],
    ['shared', null],
    ['constructor', null],
    ['__proto__', null],
    ['', null],
    // A name that spells an identity is not that identity.
    ['token:ana', null],
  ])('[X11.B1] %s is %s', (by, person) => {
    expect(people.personBehind(by, 'default')).toBe(person)
  })

  test('[X11.B1] a token that was made for somebody is theirs in its own tenant only', () => {
    expect(people.personBehind('dan-laptop', 'acme')).toBeNull()
  })

  test('[X11.B1] a token of the same name in another tenant is another identity', () => {
    const named = (name: string, tenant: string) => ({ name, tenant, person: null })
    const written = toPeople({ people: PEOPLE, tokens: [named('ana', 'default')] }, [named('ana', 'acme')])
    expect([written.personBehind('ana', 'default'), written.personBehind('ana', 'acme')]).toEqual(['ana', null])
    const theirs = toPeople({ people: PEOPLE, tokens: [named('ana', 'acme')] }, [named('ana', 'default')])
    expect([theirs.personBehind('ana', 'default'), theirs.personBehind('ana', 'acme')]).toEqual([null, 'ana'])
    const made = toPeople({ people: PEOPLE, tokens: [] }, [named('ana', 'acme'), named('ana', 'default')])
    expect([made.personBehind('ana', 'default'), made.personBehind('ana', 'acme')]).toEqual(['ana', null])
    const nowhere = toPeople({ people: PEOPLE, tokens: [] }, [named('ana', 'acme'), named('ana', 'beta')])
    expect([nowhere.personBehind('ana', 'acme'), nowhere.personBehind('ana', 'beta')]).toEqual([null, null])
    // The account of the machine is of no tenant.
    expect(made.personBehind('local:root', 'acme')).toBe('ana')
  })

  test('[X11.B1] spellings of one name are one person', async () => {
    const spelled = toPeople(
      { people: PEOPLE, tokens: [] },
      ['Ana', 'ANA', 'ana ', 'Cleo', 'Zoë', 'zoe\u0308', 'ＺＯË'].map((person, index) => ({
        name: `t${index}`,
        tenant: 'default',
        person,
      })),
    )
    const behind = [0, 1, 2, 3, 4, 5, 6].map((index) => spelled.personBehind(`t${index}`, 'default'))
    expect(behind).toEqual(['ana', 'ana', 'ana', 'cleo', 'Zoë', 'Zoë', 'Zoë'])
    expect(spelled.mayDecide('cleo')).toBe(false)
    expect(isSameDecider({ by: 't0', person: 'Ana' }, { by: 'ana', person: 'ana' })).toBe(true)
    expect(checkPeople({ ...DEFAULT_CONFIG, people: { ana: ANA, Ana: BEN } }).map(({ message }) => message)).toEqual([
      '"Ana" and "ana" are one person.',
    ])
  })

  test('[X11.B1] a person who may only look does not count, and as a requester differs from an unknown one', () => {
    const call = { tenant: 'default', principal: 'cleo' }
    expect(peopleBehind(people, call, 'cleo')).toEqual({ requester: 'cleo' })
    expect(peopleBehind(null, call, 'ana')).toEqual({})
    expect([
      deciderName({ by: 'local:root', person: 'ana' }),
      deciderName({ by: 'ana', person: 'ana' }),
      deciderName({ by: 'x' }),
    ]).toEqual(['ana (local:root)', 'ana', 'x'])
  })
})

describe('four eyes', () => {
  let fixture: TestStore
  beforeEach(async () => {
    fixture = await openTestStore()
  })
  afterEach(async () => {
    await fixture.end()
  })
  const four = { ruling: { quorum: 2, assurance: 'identified' as const }, call: { principal: 'bot' } }

  test('[X11.B1] one person’s token and their signed-in page are one voice: the first receipt again', async () => {
    const hold = await fixture.ask(four)
    expect(await fixture.say(hold, 'approve', { by: 'ana', via: 'api', people })).toMatchObject({ kind: 'decided' })
    expect(await fixture.say(hold, 'approve', { by: 'local:root', people })).toMatchObject({ kind: 'receipt' })
    expect(await fixture.say(hold, 'approve', { by: 'ana-phone', people })).toMatchObject({ kind: 'receipt' })
    expect((await fixture.get(hold)).state).toBe('pending')
    expect(await fixture.say(hold, 'approve', { by: 'dan-laptop', people })).toMatchObject({
      hold: {
        state: 'approved',
        verdicts: [
          { by: 'ana', person: 'ana' },
          { by: 'dan-laptop', person: 'dan' },
        ],
      },
    })
    expect(await fixture.say(hold, 'approve', { by: 'local:root', people })).toMatchObject({ kind: 'receipt' })
  })

  test.each([
    ['nobody’s token', { by: 'stranger' }, 'NOT_AN_APPROVER'],
    ['an identity that two people claim', { by: 'shared' }, 'NOT_AN_APPROVER'],
    ['somebody who may only look', { by: 'cleo' }, 'NOT_AN_APPROVER'],
    ['a host', { by: 'ana', assurance: 'host' as const, via: 'elicitation' as const }, 'INSUFFICIENT_ASSURANCE'],
  ])('[X11.B1] %s has no voice', async (_who, said, code) => {
    const hold = await fixture.ask(four)
    expect(await fixture.say(hold, 'approve', { ...said, people })).toMatchObject({
      kind: 'refused',
      refusal: { code },
    })
    expect((await fixture.get(hold)).verdicts).toEqual([])
    // A "no" is anybody's.
    expect(await fixture.say(hold, 'decline', { by: 'stranger', people })).toMatchObject({
      hold: { state: 'declined' },
    })
  })

  test.each([
    ['the agent’s own token', 'ana'],
    ['the account that the agent runs in', 'local:root'],
  ])('[X11.B1] the requester is no second pair of eyes under another name: %s', async (_what, principal) => {
    const hold = await fixture.ask({ ...four, call: { principal } })
    for (const by of ['ana', 'local:root', 'ana-phone']) {
      expect(await fixture.say(hold, 'approve', { by, people })).toMatchObject({
        refusal: { code: 'INSUFFICIENT_ASSURANCE' },
      })
    }
    expect(await fixture.say(hold, 'approve', { by: 'dan-laptop', people })).toMatchObject({ kind: 'decided' })
  })

  test('[X11.B1] a list of approvers may name people', async () => {
    const hold = await fixture.ask({ ...four, ruling: { ...four.ruling, approvers: ['ana', 'dan'] } })
    await fixture.say(hold, 'approve', { by: 'local:root', people })
    expect(await fixture.say(hold, 'approve', { by: 'dan-laptop', people })).toMatchObject({
      hold: { state: 'approved' },
    })
  })

  test('[X11.B1] approvals that a version before stored without a person count for nothing', async () => {
    const hold = await fixture.ask(four)
    const { person: _none, ...verdict } = {
      answer: 'approve',
      by: 'old',
      via: 'api',
      assurance: 'identified',
      at: 1,
      reason: null,
      edits: null,
      person: '',
    } as const
    await fixture.store.holds.change(hold.id, (found) => {
      if (found === null) throw new Error('It is there.')
      const voted = { ...found, revision: found.revision + 1, verdicts: [verdict] }
      return { do: 'write', hold: voted, record: { ...RECORD, hold: hold.id }, before: null, answer: null }
    })
    await fixture.say(hold, 'approve', { by: 'ana', people })
    expect((await fixture.get(hold)).state).toBe('pending')
  })
})

const RECORD = {
  kind: 'verdict-recorded',
  tenant: 'default',
  principal: null,
  client: null,
  server: null,
  tool: null,
  method: null,
  risk: null,
  rule: null,
  digest: null,
  rationale: null,
  actor: null,
  provenance: null,
  detail: null,
} as const

const rule = (over: Partial<RuleConfig>): RuleConfig => ({
  name: 'four eyes',
  match: { server: null, tool: null, client: null, principal: null, tenant: null },
  when: null,
  sql: null,
  sqlEngine: null,
  sqlFunctions: [],
  risk: 'high',
  answer: null,
  rails: null,
  approvers: null,
  quorum: 2,
  assurance: null,
  code: null,
  irreversible: false,
  ttlMs: null,
  undoWindowMs: null,
  ...over,
})
const config = (over: Partial<PolicyConfig>): PolicyConfig => ({ ...DEFAULT_CONFIG, rules: [rule({})], ...over })
const token = (name: string, role: 'approver' | 'agent' = 'approver') =>
  ({ name, role, sha256: '0'.repeat(64), tenant: 'default', relaysAPerson: false }) as const
const nothing = { tokens: [], account: 'local:root' }

describe('a quorum that cannot be met', () => {
  test('[X11.B1] says whom to map, and where', () => {
    const [problem] = findUnmetQuorums(
      config({ people: { ana: ANA }, tokens: [token('ana'), token('ben'), token('ci')] }),
      nothing,
    )
    expect(problem).toMatchObject({
      path: ['rules', 0, 'quorum'],
      message: 'The rule "four eyes" needs 2 people, and only ana is mapped: nothing could ever be approved.',
    })
    expect(problem?.suggestion).toContain('token:ben, token:ci')
    expect(problem?.suggestion).not.toContain('token:ana')
  })

  test.each([
    ['without people', config({}), 1],
    ['by two identities of one person', config({ people: { ana: ANA } }), 1],
    ['by two people', config({ people: { ana: ANA, ben: BEN } }), 0],
    [
      'by one who may only look',
      config({ people: { ana: ANA, cleo: { identities: ['token:cleo'], roles: ['viewer'] } } }),
      1,
    ],
    [
      'by an agent’s token',
      config({
        people: { ana: ANA, bot: { identities: ['token:bot'], roles: ['approver'] } },
        tokens: [token('bot', 'agent')],
      }),
      1,
    ],
    [
      'by those whom the rule names',
      config({ people: { ana: ANA, ben: BEN }, rules: [rule({ approvers: ['ana'] })] }),
      1,
    ],
    ['by three of two', config({ people: { ana: ANA, ben: BEN }, rules: [rule({ quorum: 3 })] }), 1],
    [
      'of a tenant',
      config({
        rules: [],
        tenants: {
          acme: {
            profile: null,
            autoApproveHighRisk: false,
            acceptAgentConfirm: false,
            assurance: null,
            approvers: null,
            quorum: 2,
          },
        },
      }),
      1,
    ],
    ['where one is enough', config({ rules: [rule({ quorum: 1 })] }), 0],
  ])('[X11.B1] %s', (_what, given, problems) => {
    expect(findUnmetQuorums(given, nothing)).toHaveLength(problems)
  })

  test('[X11.B1] tokens that were made for a person are people too', () => {
    const stored = [
      { name: 'ben', tenant: 'default', role: 'approver', person: 'ben' },
      { name: 'bot', tenant: 'default', role: 'agent', person: 'dan' },
    ] as const
    expect(findUnmetQuorums(config({ people: { ana: ANA } }), { tokens: stored, account: 'local:root' })).toEqual([])
    expect(findUnmetQuorums(config({}), { tokens: stored, account: 'local:root' })).toHaveLength(1)
  })

  test('[X11.B1] two spellings are one person, and another tenant’s tokens are nobody in this one', () => {
    const zoe = (name: string, person: string, tenant = 'default') =>
      ({ name, tenant, role: 'approver', person }) as const
    const unmet = (given: PolicyConfig, tokens: Parameters<typeof findUnmetQuorums>[1]['tokens']): number =>
      findUnmetQuorums(given, { tokens, account: 'local:root' }).length
    expect(unmet(config({}), [zoe('z1', 'Zoe'), zoe('z2', 'zoe')])).toBe(1)
    const quorum = {
      profile: null,
      autoApproveHighRisk: false,
      acceptAgentConfirm: false,
      assurance: null,
      approvers: null,
      quorum: 2,
    }
    const acme = config({ rules: [], tenants: { acme: quorum } })
    expect(unmet(acme, [zoe('z1', 'zoe'), zoe('y1', 'yan')])).toBe(1)
    expect(unmet(acme, [zoe('z1', 'zoe', 'acme'), zoe('y1', 'yan', 'acme')])).toBe(0)
  })
})

describe('people in the configuration', () => {
  test.each([
    [
      'one identity for two',
      { ana: ANA, eve: { identities: ['local:root'], roles: ['approver'] } },
      ['people', 'eve', 'identities', 0],
    ],
    ['a bare name', { ana: { identities: ['ana'], roles: ['approver'] } }, ['people', 'ana', 'identities', 0]],
    ['an empty one', { ana: { identities: ['token:'], roles: ['approver'] } }, ['people', 'ana', 'identities', 0]],
    ['a person that hides something', { 'a\u202eb': ANA }, ['people', 'a\u202eb']],
  ] as const)('[X11.B1] %s is refused, with its place', (_what, given, path) => {
    const problems = checkConfig({ ...DEFAULT_CONFIG, people: given as PeopleConfig })
    expect(problems.map((problem) => problem.path)).toEqual([path])
  })

  test.each(['local:root', 'LOCAL:root', 'token:ana'])('[X11.B1] a configured token may not be called %s', (name) => {
    expect(checkConfig({ ...DEFAULT_CONFIG, tokens: [token(name)] })).toHaveLength(1)
  })

  test('[X11.B1] a newly mapped identity waits for a person to confirm it', () => {
    expect(
      loosens({ ...DEFAULT_CONFIG, people: { ana: ANA } }, { ...DEFAULT_CONFIG, people: { ana: ANA, ben: BEN } }),
    ).toEqual(['Who stands for ben differs.'])
    expect(loosens({ ...DEFAULT_CONFIG, people: { ana: ANA } }, { ...DEFAULT_CONFIG, people: { ana: ANA } })).toEqual(
      [],
    )
  })
})
