/**
 * What a standing answer covers and why an answer did not count, in Chinese: no word of ours left in English, no value
 * lost.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Grant } from '../../src/grant/grant.ts'
import type { GrantClause } from '../../src/grant/grant-clause.ts'
import { readGrantRequest } from '../../src/grant/grant-request.ts'
import { describeGrant } from '../../src/grant/grant-view.ts'
import { checkEligibility } from '../../src/hold/eligibility.ts'
import { readStrict } from '../../src/json/read-strict.ts'
import { grantRecord, grantUseRecord } from '../../src/operations/grant-record.ts'
import { verdictWords } from '../../src/operations/verdict-words.ts'
import type { Rail } from '../../src/policy/ruling.ts'
import { say } from '../../src/sentence/say.ts'
import { translate } from '../../src/sentence/translate.ts'
import { sampleCall, sampleGrant, sampleRuling } from '@holdpoint/testing'

const UNTIL = Date.UTC(2026, 10, 16, 12, 30)
const FOR = '（服务器 crm，请求者 agent-7）'

const grantOf = (over: Partial<Grant> = {}): Grant =>
  sampleGrant({ id: 'g1', principal: 'agent-7', tool: 'pay', risk: 'medium', fromHold: 'hold-1', ...over })

const under = (...clauses: readonly GrantClause[]): Grant['condition'] => ({ kind: 'clauses', clauses, names: [] })
const inChinese = (over: Partial<Grant>): string => translate(describeGrant(grantOf(over)), 'grant', 'zh-CN')
const recorded = (over: Partial<Grant>): string =>
  translate(grantRecord('grant-made', grantOf(over), 'ben').detail ?? '', 'detail', 'zh-CN')

describe('what a grant covers', () => {
  const cases: readonly (readonly [Partial<Grant>, string, string])[] = [
    [{}, 'any arguments', '任意参数'],
    [{ condition: { kind: 'same', digest: 'd' } }, 'these exact arguments', '与此完全相同的参数'],
    [
      { limits: { count: 3, amount: null }, session: 's' },
      'any arguments, at most 3 times, in one session',
      '任意参数，最多 3 次，仅限一个会话',
    ],
    [
      { condition: { kind: 'scope', scope: 'project "/home/me/shop"' }, session: 's', expiresAt: UNTIL },
      'in the project /home/me/shop, in one session, until 2026-11-16T12:30:00.000Z',
      '在项目 /home/me/shop 中，仅限一个会话，至 2026-11-16T12:30:00.000Z 为止',
    ],
    [
      { condition: { kind: 'scope', scope: 'tool "pay"' }, session: 's', client: 'codex', expiresAt: UNTIL },
      'with any arguments, in one session, through "codex" alone, until 2026-11-16T12:30:00.000Z',
      '以任意参数，仅限一个会话，仅通过 "codex"，至 2026-11-16T12:30:00.000Z 为止',
    ],
    [
      { condition: { kind: 'scope', scope: 'owner "a", repo "b"' }, session: 's', expiresAt: UNTIL },
      'in owner "a", repo "b", in one session, until 2026-11-16T12:30:00.000Z',
      '在 owner "a", repo "b" 范围内，仅限一个会话，至 2026-11-16T12:30:00.000Z 为止',
    ],
    [
      { condition: under({ path: '/a', is: 'equal', value: true }), session: 's', client: 'desk' },
      '/a is true, in one session, through "desk" alone',
      '参数 /a 为 true，仅限一个会话，仅通过 "desk"',
    ],
    [
      {
        condition: under({ path: '/a', is: 'one-of', values: ['x', 'y', 3] }, { path: '/b', is: 'at-most', most: 5 }),
        limits: { count: 2, amount: { path: '/items/*/price', total: 99.5 } },
        client: 'codex',
        expiresAt: UNTIL,
      },
      '/a is one of "x", "y", 3 and /b at most 5, at most 2 times, /items/*/price at most 99.5 in all, through "codex" alone, until 2026-11-16T12:30:00.000Z',
      '参数 /a 为 "x", "y", 3 之一，且 /b 不超过 5，最多 2 次，/items/*/price 合计不超过 99.5，仅通过 "codex"，至 2026-11-16T12:30:00.000Z 为止',
    ],
    [
      {
        condition: under(
          { path: '/a', is: 'under', folder: '/data/in' },
          { path: '/b', is: 'between', least: 1, most: 9 },
          { path: '/c', is: 'starting-with', text: 'INV-' },
        ),
        limits: { count: null, amount: { path: '/b', total: 100 } },
        expiresAt: UNTIL,
      },
      '/a under "/data/in" and /b from 1 to 9 and /c begins with "INV-", /b at most 100 in all, until 2026-11-16T12:30:00.000Z',
      '参数 /a 位于 "/data/in" 之下，且 /b 在 1 到 9 之间，且 /c 以 "INV-" 开头，/b 合计不超过 100，至 2026-11-16T12:30:00.000Z 为止',
    ],
  ]

  test.each(cases)('%# is said in both languages, in a list and in the log', (over, english, chinese) => {
    expect(describeGrant(grantOf(over))).toBe(`allow pay on crm for agent-7: ${english}`)
    expect(inChinese(over)).toBe(`允许 pay${FOR}：${chinese}`)
    expect(recorded(over)).toBe(`授权 g1：允许 pay${FOR}：${chinese}`)
  })

  test('a denial too', () => {
    expect(describeGrant(grantOf({ effect: 'deny', session: 's' }))).toBe(
      'deny pay on crm for agent-7: any arguments, in one session',
    )
    expect(inChinese({ effect: 'deny', expiresAt: UNTIL })).toBe(
      `拒绝 pay${FOR}：任意参数，至 2026-11-16T12:30:00.000Z 为止`,
    )
  })

  test('every kind of condition, under every limit, in any number up to five', () => {
    const clause = fc.constantFrom<GrantClause>(
      { path: '/q', is: 'equal', value: 'w' },
      { path: '/q', is: 'equal', value: null },
      { path: '/q', is: 'one-of', values: ['w', 'v', 7] },
      { path: '/q', is: 'under', folder: '/w' },
      { path: '/q', is: 'at-most', most: 7 },
      { path: '/q', is: 'between', least: 0, most: 7 },
      { path: '/q', is: 'starting-with', text: 'w' },
    )
    const over = fc.record({
      effect: fc.constantFrom<Grant['effect']>('allow', 'deny'),
      condition: fc.array(clause, { minLength: 1, maxLength: 5 }).map((clauses) => under(...clauses)),
      limits: fc.record({
        count: fc.constantFrom(null, 4),
        amount: fc.constantFrom(null, { path: '/q', total: 8 }),
      }),
      client: fc.constantFrom('', 'w'),
      lasting: fc.constantFrom({ session: 's', expiresAt: null }, { session: null, expiresAt: UNTIL }, {}),
    })
    fc.assert(
      fc.property(over, ({ lasting, client, ...rest }) => {
        const grant = { ...rest, ...lasting, ...(client === '' ? {} : { client }) }
        for (const said of [inChinese(grant), recorded(grant)]) {
          const ours = said.replace(/^授权 g1：/, '').replaceAll(/pay|crm|agent-7|\/q|"\/?[wv]"|null|T\d\d:|Z/g, '')
          expect(ours).not.toMatch(/[A-Za-z]/)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('more conditions than anybody reads stand there all the same', () => {
    const clauses = Array.from({ length: 20 }, (_, index): GrantClause => ({
      path: `/p${index}`,
      is: 'at-most',
      most: 7,
    }))
    const joined = clauses.map(({ path }) => `${path} at most 7`).join(' and ')
    expect(describeGrant(grantOf({ condition: under(...clauses) }))).toBe(`allow pay on crm for agent-7: ${joined}`)
    const said = inChinese({ condition: under(...clauses) })
    expect(said).toContain('参数 /p0 不超过 7，且 /p1 不超过 7')
    expect(said.match(/\/p\d+/g)).toEqual(clauses.map(({ path }) => path))
  })
})

describe('values that speak like us', () => {
  test.each(['x, at most 3 times', 'x, in one session', 'x, through "y" alone', 'x, until 2030-01-01T00:00:00.000Z'])(
    'a tool called %s is one tool, whatever the limits are',
    (tool) => {
      const lasting = { session: 's', client: 'codex', limits: { count: 5, amount: null } }
      expect(inChinese({ tool })).toBe(`允许 ${tool}${FOR}：任意参数`)
      expect(inChinese({ tool, ...lasting })).toBe(
        `允许 ${tool}${FOR}：任意参数，最多 5 次，仅限一个会话，仅通过 "codex"`,
      )
      expect(inChinese({ tool, expiresAt: UNTIL })).toBe(
        `允许 ${tool}${FOR}：任意参数，至 2026-11-16T12:30:00.000Z 为止`,
      )
      const counted = { tool, limits: { count: 5, amount: { path: '/n', total: 9 } } }
      expect(recorded({ tool, ...lasting })).toBe(
        `授权 g1：允许 ${tool}${FOR}：任意参数，最多 5 次，仅限一个会话，仅通过 "codex"`,
      )
      expect(inChinese(counted)).toContain('/n 合计不超过 9')
    },
  )

  test('a condition on a text with our words stays one condition', () => {
    for (const value of [
      'x and y',
      'x and /b at most 5',
      'x, at most 3 times',
      'at most 3 in all',
      'is one of',
      'x, in one session',
    ]) {
      expect(inChinese({ condition: under({ path: '/note', is: 'equal', value }), session: 's' })).toBe(
        `允许 pay${FOR}：参数 /note 为 "${value}"，仅限一个会话`,
      )
    }
  })

  test('lose nothing, whatever they are made of', () => {
    const words = [
      'x',
      ', at most 3 times',
      ', in one session',
      ' and /b is ',
      ' on ',
      ' for ',
      ': ',
      '"',
      ' alone',
      '{n}',
    ]
    const hostile = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((parts) => parts.join(''))
    const letters = (text: string): string => text.replaceAll(/[^x]/g, '')
    fc.assert(
      fc.property(hostile, hostile, hostile, (tool, value, client) => {
        const condition = under({ path: '/a', is: 'equal', value })
        const grant = { tool, client, condition, session: 's', limits: { count: 3, amount: null } }
        const said = inChinese(grant)
        const english = describeGrant(grantOf(grant))
        expect(said === english || /\p{Script=Han}/u.test(said)).toBe(true)
        expect(letters(said)).toBe(letters(english))
      }),
      { numRuns: 500 },
    )
  })
})

describe('what the log tells', () => {
  test('of uses', () => {
    const use = (over: Partial<Grant>): string =>
      translate(grantUseRecord(grantOf(over), sampleCall({}), sampleRuling({})).detail ?? '', 'detail', 'zh-CN')
    const used = { count: 2, amount: 7.5 }
    const amount = { path: '/n', total: 9 }
    expect(use({ used })).toBe('授权 g1：第 2 次使用')
    expect(use({ used, limits: { count: 5, amount: null } })).toBe('授权 g1：第 2 次使用，最多 5 次')
    expect(use({ used, limits: { count: null, amount } })).toBe('授权 g1：第 2 次使用，合计 7.5，上限 9')
    expect(use({ used, limits: { count: 5, amount } })).toBe('授权 g1：第 2 次使用，最多 5 次，合计 7.5，上限 9')
  })

  test('of verdicts, with reasons as they were given', () => {
    const said = { via: 'page', assurance: 'identified' } as const
    const edited = verdictWords({ answer: 'approve', edits: '{}', ...said }, 'as approve via page (host)')
    expect(edited).toBe('approve with edits via page (identified): as approve via page (host)')
    expect(translate(edited, 'detail', 'zh-CN')).toBe(
      '批准（修改参数后），通过收件箱（已识别身份）：as approve via page (host)',
    )
    expect(translate(verdictWords({ answer: 'cancel', ...said }, null), 'detail', 'zh-CN')).toBe(
      '取消，通过收件箱（已识别身份）',
    )
    const spent = say('noDecisionVia', { rail: 'elicitation', why: say('answerTooFast') })
    expect(translate(spent, 'detail', 'zh-CN')).not.toMatch(/[A-Za-z]/)
  })
})

describe('why an answer did not count', () => {
  test('the rails of a rule are named as everywhere else', () => {
    const message = (...rails: readonly Rail[]): string => {
      const ruling = sampleRuling({ rails })
      const verdict = { answer: 'approve', by: 'ben', via: 'card', assurance: 'host' } as const
      return checkEligibility({ ruling, call: { principal: 'p' } }, verdict)?.message ?? ''
    }
    expect(message('page', 'terminal')).toBe('This call is decided via page, terminal, not via card.')
    expect(translate(message('page'), 'message', 'zh-CN')).toBe('此调用须通过收件箱决定，不能通过宿主的卡片。')
    expect(translate(message('page', 'terminal'), 'message', 'zh-CN')).toBe(
      '此调用须通过收件箱或终端决定，不能通过宿主的卡片。',
    )
    expect(translate(message('page', 'terminal', 'url'), 'message', 'zh-CN')).not.toMatch(/page|terminal|url|via/)
    expect(message('page', 'terminal', 'url', 'channel')).toContain('via page, terminal, url, channel, not via card.')
  })

  test('a grant that cannot be read', () => {
    const wrong = [[], { for: 1 }, { for: 'x' }, { nonsense: 1 }, { for: 1, times: '3' }, { for: 1, amount: 3 }]
    for (const value of [...wrong, { for: 1, arguments: [1] }]) {
      const reading = readGrantRequest(value)
      const told = reading.ok ? '' : say('grantNotRead', { why: reading.message.replace(/\.$/, '') })
      expect(translate(told, 'message', 'zh-CN')).toMatch(/^授权：.*\p{Script=Han}/u)
    }
  })

  test('arguments that are no acceptable JSON, whatever is wrong with them', () => {
    const wrong = ['', '{', '{"a"', '{"a":1', '[1', '{"a":1,"a":2}', '1 2', '-', '1.', '1e', '1e400', '"', '"\u0001"']
    for (const text of [...wrong, String.raw`"\x"`, String.raw`"\u12"`, '"\ud800"', '[[[[[']) {
      const reading = readStrict(text, { maxLength: 100, maxDepth: 4 })
      const told = say('editNotJson', { why: reading.ok ? '' : reading.message })
      expect(
        translate(told, 'message', 'zh-CN')
          .replace('JSON', '')
          .replace(String.raw`\u`, ''),
        told,
      ).not.toMatch(/[A-Za-z]/)
    }
    const long = readStrict('[]', { maxLength: 1, maxDepth: 4 })
    expect(translate(say('bodyNotJson', { why: long.ok ? '' : long.message }), 'message', 'zh-CN')).toContain(
      '1 个字符',
    )
  })
})
