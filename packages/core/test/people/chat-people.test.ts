/** People in chats: who an account stands for, what its answer is worth, and how long. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { channelAssurance } from '../../src/people/channel-assurance.ts'
import type { ChannelAnswer } from '../../src/people/channel-assurance.ts'
import { chatIdentity, isChatIdentity, isOfChat } from '../../src/people/chat-identity.ts'
import { chatDeciders, createEntitlement } from '../../src/people/entitlement.ts'
import { deciderName, identityOf, peopleBehind, toPeople } from '../../src/people/people.ts'
import type { PeopleConfig } from '../../src/people/people.ts'
import { withoutTakenFromChats } from '../../src/people/taken-from-chats.ts'
import { findUnmetQuorums } from '../../src/people/unmet-quorums.ts'
import { checkConfig } from '../../src/policy/check-config.ts'
import { DEFAULT_CONFIG } from '../../src/policy/policy-config.ts'
import { loosens } from '../../src/policy/loosening.ts'
import { translate } from '../../src/sentence/translate.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore } from '../operations/operations-store.ts'
import type { TestStore } from '../operations/operations-store.ts'

const ANA_FEISHU = 'feishu:t1/ou_ana'
const ANA_SLACK = 'slack:T1/UANA'
const BEN_DINGTALK = 'dingtalk:ding1/ben'
const CLEO_FEISHU = 'feishu:t1/ou_cleo'
const DAN_FEISHU = 'feishu:t2/ou_dan'

const PEOPLE: PeopleConfig = {
  ana: { identities: ['token:ana', ANA_FEISHU, ANA_SLACK], roles: ['approver'] },
  ben: { identities: [BEN_DINGTALK], roles: ['approver'] },
  cleo: { identities: [CLEO_FEISHU], roles: ['viewer'] },
  dan: { identities: [DAN_FEISHU, 'token:dan'], roles: ['admin'], tenants: ['acme'] },
}
const people = toPeople({ people: PEOPLE, tokens: [] }, [])

describe('[X13.4] an identity in a chat', () => {
  test('is written in one way, and means what the envelope says', () => {
    expect(chatIdentity('feishu', { workspace: 't1', user: 'ou_ana' })).toBe(ANA_FEISHU)
    expect([ANA_FEISHU, ANA_SLACK, BEN_DINGTALK, 'dingtalk:ding1/a.b@c-d_e'].every(isChatIdentity)).toBe(true)
    expect(identityOf(ANA_FEISHU)).toBe(ANA_FEISHU)
    expect(identityOf('lark:t1/ou_ana')).toBe('token:lark:t1/ou_ana')
  })

  test.each([
    'feishu:',
    'feishu:t1',
    'feishu:t1/',
    'feishu:/ou_ana',
    'feishu:t1/ou_ana/x',
    'feishu:t1/ou ana',
    'feishu:t1/ou_ana\n',
    'feishu:t1/ou\u202e_ana',
    'feishu:t1/\ud800',
    ` ${ANA_FEISHU}`,
    'Feishu:t1/ou_ana',
    'ｆeishu:t1/ou_ana',
    'feishu:T1/ou_ana',
    `slack:${'x'.repeat(129)}/u`,
  ])('%j is nobody, also where the configuration says otherwise', (identity) => {
    const mapped = { ...PEOPLE, eve: { identities: [identity], roles: ['approver'] } } as const
    const known = isChatIdentity(identity) ? people : toPeople({ people: mapped, tokens: [] }, [])
    expect(isOfChat(identity) ? known.personBehind(identity, 'default') : null).toBeNull()
    expect(people.personBehind(identity, 'default')).toBeNull()
  })

  test('two envelopes never make one identity', () => {
    const split = chatIdentity('slack', { workspace: 'T1', user: 'a/b' })
    expect(split).toBe(chatIdentity('slack', { workspace: 'T1/a', user: 'b' }))
    expect(isChatIdentity(split)).toBe(false)
  })

  test.each([
    [ANA_FEISHU, 'default', 'ana'],
    [ANA_SLACK, 'default', 'ana'],
    [BEN_DINGTALK, 'default', 'ben'],
    // People count in the home's tenant unless they name others.
    [ANA_FEISHU, 'acme', null],
    [DAN_FEISHU, 'acme', 'dan'],
    [DAN_FEISHU, 'default', null],
    // Another workspace is another company.
    ['feishu:t2/ou_ana', 'default', null],
    ['feishu:t1/ou_other', 'default', null],
    ['slack:t1/ou_ana', 'default', null],
    ['feishu:__proto__/constructor', 'default', null],
    // A token keeps its own tenant, whatever its person's tenants are.
    ['dan', 'default', 'dan'],
  ])('%s in %s is %s', (by, tenant, person) => {
    expect(people.personBehind(by, tenant)).toBe(person)
  })

  test('one that two people have is nobody’s; a token made for a person never speaks for an account in a chat', () => {
    const twice = { ...PEOPLE, eve: { identities: [ANA_FEISHU], roles: ['approver'] } } as const
    expect(toPeople({ people: twice, tokens: [] }, []).personBehind(ANA_FEISHU, 'default')).toBeNull()
    const token = { name: 'feishu:t1/ou_new', tenant: 'default', person: 'ana' }
    expect(toPeople({ people: PEOPLE, tokens: [] }, [token]).personBehind('feishu:t1/ou_new', 'default')).toBeNull()
  })

  test('surfaces show the person and the account', () => {
    expect(deciderName({ by: ANA_FEISHU, person: 'ana' })).toBe('ana (feishu:t1/ou_ana)')
    expect(peopleBehind(people, { tenant: 'default', principal: ANA_SLACK }, CLEO_FEISHU)).toEqual({ requester: 'ana' })
  })
})

describe('[X13.4] what an answer in a chat is worth', () => {
  const identified = { kind: 'counts', assurance: 'identified' }
  const host = { kind: 'counts', assurance: 'host' }
  test.each<readonly [ChannelAnswer['envelope'], ChannelAnswer['answered'], object]>([
    ['authenticated', 'press', identified],
    ['authenticated', 'reply-with-code', identified],
    ['authenticated', 'bare-word', host],
    ['unsigned', 'press', host],
    ['unsigned', 'reply-with-code', host],
    ['unsigned', 'bare-word', host],
  ])('%s, %s', (envelope, answered, worth) => {
    expect(channelAssurance({ envelope, answered, mapped: true })).toEqual(worth)
    const refused = channelAssurance({ envelope, answered, mapped: false })
    expect(refused.kind).toBe('refused')
    if (refused.kind === 'refused') expect(translate(refused.why, 'message', 'zh-CN')).toContain('people')
  })
})

describe('[X13.4] decisions in chats', () => {
  let fixture: TestStore
  beforeEach(async () => {
    fixture = await openTestStore()
  })
  afterEach(async () => {
    await fixture.end()
  })
  const inChat = { via: 'channel', assurance: 'identified', people } as const
  const four = { ruling: { quorum: 2, assurance: 'identified' as const }, call: { principal: 'bot' } }

  test('a mapped approver decides, and the verdict names the account and the person', async () => {
    const hold = await fixture.ask({ ruling: { assurance: 'identified' } })
    expect(await fixture.say(hold, 'approve', { ...inChat, by: ANA_FEISHU })).toMatchObject({
      hold: {
        state: 'approved',
        verdicts: [{ by: ANA_FEISHU, person: 'ana', via: 'channel', assurance: 'identified' }],
      },
    })
  })

  test.each([
    ['an account that nobody mapped', 'feishu:t1/ou_eve', people],
    ['a person of another tenant', DAN_FEISHU, people],
    ['a person who may only look', CLEO_FEISHU, people],
    ['anybody, where no people are known', ANA_FEISHU, toPeople({ people: {}, tokens: [] }, [])],
  ] as const)('%s neither approves nor declines, also where one yes is enough', async (_who, by, known) => {
    const hold = await fixture.ask({ ruling: { assurance: 'identified' } })
    for (const answer of ['approve', 'decline', 'cancel'] as const) {
      const said = {
        via: 'channel',
        assurance: 'identified',
        by,
        people: known,
      } as const
      expect(await fixture.say(hold, answer, said)).toMatchObject({
        kind: 'refused',
        refusal: { code: 'NOT_AN_APPROVER' },
      })
    }
    expect((await fixture.get(hold)).state).toBe('pending')
  })

  test('a bare word is the host’s: too little where a person must be known, the requester’s own where it is not', async () => {
    const strict = await fixture.ask({ ruling: { assurance: 'identified' } })
    const said = { by: ANA_FEISHU, via: 'channel', assurance: 'host', people } as const
    expect(await fixture.say(strict, 'approve', said)).toMatchObject({ refusal: { code: 'INSUFFICIENT_ASSURANCE' } })
    const own = await fixture.ask({ ruling: { assurance: 'host' }, call: { principal: 'feishu:t1/ou_stranger' } })
    const word = { by: 'feishu:t1/ou_stranger', via: 'channel', assurance: 'host', people } as const
    expect(await fixture.say(own, 'approve', word)).toMatchObject({ hold: { state: 'approved' } })
  })

  test('the same person on two platforms and with a token is one voice', async () => {
    const hold = await fixture.ask(four)
    expect(await fixture.say(hold, 'approve', { ...inChat, by: ANA_FEISHU })).toMatchObject({ kind: 'decided' })
    expect(await fixture.say(hold, 'approve', { ...inChat, by: ANA_SLACK })).toMatchObject({ kind: 'receipt' })
    expect(await fixture.say(hold, 'approve', { by: 'ana', via: 'api', people })).toMatchObject({ kind: 'receipt' })
    expect((await fixture.get(hold)).state).toBe('pending')
    expect(await fixture.say(hold, 'approve', { ...inChat, by: BEN_DINGTALK })).toMatchObject({
      hold: { state: 'approved' },
    })
  })

  test.each(['ana', ANA_FEISHU, ANA_SLACK])(
    'the person who asked as %s is no second pair of eyes on any platform',
    async (principal) => {
      const hold = await fixture.ask({ ...four, call: { principal } })
      for (const by of [ANA_FEISHU, ANA_SLACK]) {
        expect(await fixture.say(hold, 'approve', { ...inChat, by })).toMatchObject({
          refusal: { code: 'INSUFFICIENT_ASSURANCE' },
        })
      }
    },
  )
})

describe('[X13.4] whether a person who decided in a chat still may', () => {
  function still(config: PeopleConfig) {
    const store = async () => await Promise.reject<Store>(new Error('It is not asked.'))
    return createEntitlement({ store, tokens: () => [], kinds: chatDeciders(() => config) })
  }
  const decider = (by: string, tenant = 'default') => ({ by, tenant, assurance: 'identified' }) as const

  test.each([
    ['as mapped', ANA_FEISHU, 'default', true],
    ['another account of the same person', ANA_SLACK, 'default', true],
    ['in another tenant', ANA_FEISHU, 'acme', false],
    ['in the tenant that is named', DAN_FEISHU, 'acme', true],
    ['a person who may only look', CLEO_FEISHU, 'default', false],
    ['nobody', 'feishu:t1/ou_eve', 'default', false],
  ])('%s', async (_what, by, tenant, entitled) => {
    expect(await still(PEOPLE).mayStillDecide(decider(by, tenant))).toBe(entitled)
    const grant = { tenant, createdBy: by, assurance: 'identified' } as const
    expect(await still(PEOPLE).mayStillGrant(grant)).toBe(entitled)
  })

  test('a removed person, a removed account and a lost role end it at once', async () => {
    let config: PeopleConfig = PEOPLE
    const entitlement = createEntitlement({
      store: async () => await Promise.reject<Store>(new Error('It is not asked.')),
      tokens: () => [],
      kinds: chatDeciders(() => config),
    })
    const both = async () => [
      await entitlement.mayStillDecide(decider(ANA_FEISHU)),
      await entitlement.mayStillGrant({ tenant: 'default', createdBy: ANA_FEISHU, assurance: 'identified' }),
    ]
    expect(await both()).toEqual([true, true])
    const { ana: _removed, ...others } = PEOPLE
    const ana = { identities: ['token:ana', ANA_SLACK], roles: ['approver'] } as const
    const later: readonly PeopleConfig[] = [
      others,
      { ...PEOPLE, ana },
      { ...PEOPLE, ana: { ...ana, identities: [ANA_FEISHU], roles: ['viewer'] } },
    ]
    for (const changed of later) {
      config = changed
      expect(await both()).toEqual([false, false])
    }
  })
})

describe('[X13.4] what a changed configuration takes from chats', () => {
  const ana = { identities: ['token:ana', ANA_SLACK], roles: ['approver'] } as const
  const { ben: _ben, ...withoutBen } = PEOPLE
  const { ana: _ana, ...withoutAna } = PEOPLE
  const acme = { ...PEOPLE, ben: { ...PEOPLE['ben'], tenants: ['default', 'acme'] } } as PeopleConfig
  const changes = (before: PeopleConfig, after: PeopleConfig): readonly string[] =>
    loosens({ ...DEFAULT_CONFIG, people: before }, { ...DEFAULT_CONFIG, people: after })

  test('an account, a person who has nothing else and a tenant are taken away without a confirmation', () => {
    expect(changes(PEOPLE, { ...PEOPLE, ana })).toEqual([])
    expect(changes(PEOPLE, withoutBen)).toEqual([])
    expect(
      changes(acme, { ...acme, ben: { identities: [BEN_DINGTALK], roles: ['approver'], tenants: ['default'] } }),
    ).toEqual([])
  })

  test('what is added, and what is taken from a token, waits for one', () => {
    const added = { ...PEOPLE, ben: { identities: [BEN_DINGTALK, 'slack:T1/UBEN'], roles: ['approver'] } } as const
    expect(changes(PEOPLE, added)).toEqual(['Who stands for ben differs.'])
    expect(changes(PEOPLE, acme)).toEqual(['Who stands for ben differs.'])
    expect(changes(PEOPLE, withoutAna)).toEqual(['Who stands for ana differs.'])
    const moved = { ...PEOPLE, ana, ben: { identities: [BEN_DINGTALK, ANA_FEISHU], roles: ['approver'] } } as const
    expect(changes(PEOPLE, moved)).toEqual(['Who stands for ben differs.'])
  })

  test('meanwhile accounts in chats that are gone have no say, and those that are new have none yet', () => {
    const after = {
      ana: { ...ana, identities: ['token:ana', 'feishu:t1/ou_new'] },
      cleo: PEOPLE['cleo'],
      dan: { identities: [DAN_FEISHU], roles: ['viewer'], tenants: ['acme'] },
    } as PeopleConfig
    expect(withoutTakenFromChats(PEOPLE, after)).toEqual({
      ana: { identities: ['token:ana'], roles: ['approver'] },
      cleo: PEOPLE['cleo'],
      dan: { identities: ['token:dan'], roles: ['admin'], tenants: ['acme'] },
    })
    expect(withoutTakenFromChats(acme, PEOPLE)['ben']?.tenants).toEqual(['default'])
    expect(withoutTakenFromChats(PEOPLE, PEOPLE)).toEqual(PEOPLE)
  })
})

describe('[X13.4] people of chats in the configuration', () => {
  test.each([
    ['feishu:ou_ana', 'write it like feishu:<tenant_key>/<open_id>'],
    ['dingtalk:ding1', 'write it like dingtalk:<corpId>/<userId>'],
    ['slack:T1/U1/x', 'write it like slack:<team>/<user>'],
  ])('%s is refused, with its place and how to write it', (identity, suggestion) => {
    const given = { ana: { identities: ['token:ana', identity], roles: ['approver'] } } as const
    expect(checkConfig({ ...DEFAULT_CONFIG, people: given })).toMatchObject([
      { path: ['people', 'ana', 'identities', 1], suggestion },
    ])
  })

  test('an empty list of tenants, and one account of two people, are refused', () => {
    const given = {
      ana: { identities: [ANA_FEISHU], roles: ['approver'], tenants: [] },
      ben: { identities: [ANA_FEISHU], roles: ['approver'] },
    } as const
    expect(checkConfig({ ...DEFAULT_CONFIG, people: given }).map(({ path }) => path)).toEqual([
      ['people', 'ana', 'tenants'],
      ['people', 'ben', 'identities', 0],
    ])
    expect(checkConfig({ ...DEFAULT_CONFIG, people: PEOPLE })).toEqual([])
  })

  test.each(['feishu:t1/ou_ana', 'Slack:x', 'DINGTALK:'])('a token may not be called %s', (name) => {
    const token = { name, role: 'approver', sha256: '0'.repeat(64), tenant: 'default', relaysAPerson: false } as const
    expect(checkConfig({ ...DEFAULT_CONFIG, tokens: [token] })).toMatchObject([
      {
        path: ['tokens', 0, 'name'],
        message: `A token may not be called "${name}": it would pass for a person in a chat.`,
      },
    ])
  })

  test('accounts in chats make a quorum, in the tenants where they count', () => {
    const quorum = {
      profile: null,
      autoApproveHighRisk: false,
      acceptAgentConfirm: false,
      assurance: null,
      approvers: null,
      quorum: 2,
    }
    const unmet = (tenant: string, given: PeopleConfig): number =>
      findUnmetQuorums(
        { ...DEFAULT_CONFIG, people: given, tenants: { [tenant]: quorum } },
        { tokens: [], account: 'local:root' },
      ).length
    const two = { ben: PEOPLE['ben'], eve: { identities: ['slack:T1/UEVE'], roles: ['approver'] } } as PeopleConfig
    expect(unmet('default', two)).toBe(0)
    expect(unmet('acme', two)).toBe(1)
    expect(unmet('acme', { ...two, eve: { ...two['eve'], tenants: ['acme'] } as PeopleConfig[string] })).toBe(1)
  })
})
