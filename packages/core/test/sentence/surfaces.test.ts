/** What a person reads before and after a decision, in Chinese: every rater, every warning, every way to end. */
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalIn } from '../../src/hold/approval-in.ts'
import { toApprovalView } from '../../src/hold/approval-view.ts'
import type { Hold } from '../../src/hold/hold.ts'
import { meetIdenticalCall } from '../../src/hold/identical-call.ts'
import { DEFAULT_SERVER, MATCH_ANYTHING } from '../../src/policy/index.ts'
import type { Ruling } from '../../src/policy/index.ts'
import { buildPreview } from '../../src/preview/build-preview.ts'
import { previewIn } from '../../src/preview/preview-in.ts'
import { translate } from '../../src/sentence/translate.ts'
import { loadSqlReader } from '../../src/sql/index.ts'
import type { SqlReader } from '../../src/sql/index.ts'
import { undoRuling } from '../../src/operations/offer-undo.ts'
import { englishIn } from './english-left.ts'
import { sampleHold, sampleRuling } from '@holdpoint/testing'
import { policyOf, sampleCall, sampleRule, sampleTool, sha256, withTool, WRAP } from '../policy/policy-sample.ts'

let sql: SqlReader
beforeAll(async () => {
  sql = await loadSqlReader()
})

const FILES = {
  name: 'files',
  identity: 'i',
  display: 'npx -y @modelcontextprotocol/server-filesystem /tmp',
  transport: 'stdio',
} as const

const failing = (when: string): ReturnType<typeof policyOf> =>
  policyOf({ rules: [sampleRule({ name: 'R1', when, risk: 'low' })] })

const RULINGS: readonly (readonly [string, () => Ruling])[] = [
  ['a read', () => policyOf().rule(sampleCall('get_x'), null, WRAP)],
  ['a change', () => policyOf().rule(sampleCall('update_x'), null, WRAP)],
  ['a deletion', () => policyOf().rule(sampleCall('delete_x'), null, WRAP)],
  ['a name too long', () => policyOf().rule(sampleCall(`x${'_y'.repeat(200)}`), null, WRAP)],
  ['nothing known', () => policyOf().rule(sampleCall('frobnicate'), null, WRAP)],
  ['mixed scripts', () => policyOf().rule(sampleCall('g\u0435t_x'), null, WRAP)],
  ['destructive', () => policyOf().rule(sampleCall('get_x'), sampleTool('get_x', { destructiveHint: true }), WRAP)],
  ['changing', () => policyOf().rule(sampleCall('get_x'), sampleTool('get_x', { readOnlyHint: false }), WRAP)],
  ['an override', () => policyOf({ servers: withTool('x1', { risk: 'medium' }) }).rule(sampleCall('x1'), null, WRAP)],
  [
    'a default',
    () =>
      policyOf({ servers: { crm: { ...DEFAULT_SERVER, risk: 'medium' } } }).rule(sampleCall('frobnicate'), null, WRAP),
  ],
  [
    'a rule that rates',
    () => policyOf({ rules: [sampleRule({ name: 'R1', risk: 'high' })] }).rule(sampleCall('x'), null, WRAP),
  ],
  [
    'a rule that answers',
    () => policyOf({ rules: [sampleRule({ name: 'R1', answer: 'ask' })] }).rule(sampleCall('get_x'), null, WRAP),
  ],
  [
    'a rule that denies',
    () =>
      policyOf({ rules: [sampleRule({ name: 'R1', answer: 'deny', match: MATCH_ANYTHING })] }).rule(
        sampleCall('get_x'),
        null,
        WRAP,
      ),
  ],
  ['a condition of no truth', () => failing('args.flag').rule(sampleCall('x'), null, WRAP)],
  ['hidden characters', () => policyOf().rule(sampleCall('get_x', { a: 'b\u202ec' }), null, WRAP)],
  ['a pack', () => policyOf().rule({ ...sampleCall('write_file', { path: '/tmp/a' }), server: FILES }, null, WRAP)],
  ...[
    'DELETE FROM t',
    'SELECT pg_sleep(1)',
    'SELECT * INTO b FROM a',
    'SELECT 1 FOR UPDATE',
    'SELECT x.f(1)',
    'SELECT refresh_it()',
    'WITH a AS (DELETE FROM t RETURNING 1) SELECT 1',
    'SELECT 1 /*! x */',
    'SELECT \0',
    'no sql at all',
    `SELECT ${'('.repeat(60)}1${')'.repeat(60)}`,
    'SELECT 1',
  ].map((text): readonly [string, () => Ruling] => [
    `SQL: ${text.slice(0, 40)}`,
    () => policyOf().rule(sampleCall('run_sql', { sql: text }), sampleTool('run_sql'), { ...WRAP, sql }),
  ]),
  [
    'SQL without a parser',
    () => policyOf().rule(sampleCall('run_sql', { sql: 'SELECT 1' }), null, { ...WRAP, sql: null }),
  ],
  ['SQL that is no text', () => policyOf().rule(sampleCall('run_sql', { sql: 5 }), null, { ...WRAP, sql })],
  [
    'a query that writes',
    () => policyOf().rule(sampleCall('query', { query: 'DELETE FROM t' }), null, { ...WRAP, sql }),
  ],
  ['a query with a comment', () => policyOf().rule(sampleCall('query', { query: '/*! x */' }), null, { ...WRAP, sql })],
  [
    'a query that looks so',
    () => policyOf().rule(sampleCall('query', { query: 'mutation { drop }' }), null, { ...WRAP, sql }),
  ],
  [
    'a query too long',
    () => policyOf().rule(sampleCall('query', { query: 'x '.repeat(40_000) }), null, { ...WRAP, sql }),
  ],
  ['an undo', () => undoRuling(policyOf().rule(sampleCall('delete_x'), null, WRAP), sampleRuling(), 'create_x')],
]

describe('why the policy asks', () => {
  test.each(RULINGS)('%s', (_name, rule) => {
    const { why } = rule()
    const chinese = translate(why, 'rating', 'zh-CN')
    expect(chinese).toMatch(/\p{Script=Han}/u)
    expect(englishIn(chinese, ['/*! … */', 'SELECT INTO', 'No such key'])).toEqual([])
  })
})

describe('what is shown of a call', () => {
  const preview = buildPreview({
    call: sampleCall('write_file', { path: '/tmp/zz', data: 'a\u202eb' }),
    ruling: sampleRuling({
      risk: 'medium',
      why: 'The verb "write" changes something.',
      scope: 'folder "/tmp/zz"',
      grantable: true,
    }),
    definition: null,
    warnings: [],
    sha256,
  })

  test('is said in Chinese where it is ours, and stays as it is where it is not', () => {
    const chinese = previewIn(preview, 'write_file', 'zh-CN')
    expect(chinese.title).toBe('写入 zz（1 行）')
    expect(chinese.effect).toBe('修改现有内容。')
    expect(chinese.why).toBe('动词“write”表示会做出改动。')
    expect(chinese.warnings).toEqual(['参数含有隐藏字符，以其编码显示。'])
    expect({ ...chinese, title: '', why: '', warnings: [] }).toEqual({
      ...preview,
      title: '',
      effect: chinese.effect,
      why: '',
      warnings: [],
    })
    expect(previewIn(preview, 'write_file', 'en-GB')).toBe(preview)
  })

  test.each(['Delete on crm?', 'Undo: the last order'])(
    'keeps a title that a recipe of the policy gave: %s',
    (title) => {
      const entity = { title, fields: [], impact: [], source: 'get_x', hash: '', seen: [] }
      expect(previewIn({ ...preview, entity }, 'write_file', 'zh-CN').entity?.title).toBe(title)
    },
  )

  test('tells what could not be read, and nothing that was', () => {
    const entity = {
      title: 'T',
      fields: [{ label: 'note', before: '(not there)', after: '"Nobody decided in time."' }],
      impact: [
        { label: 'orders', value: 'cannot be told (no such field)' },
        { label: 'words', value: 'Nobody decided in time.' },
      ],
      source: 'get_x',
      hash: '',
      seen: [],
    }
    expect(previewIn({ ...preview, entity }, 'write_file', 'zh-CN').entity).toMatchObject({
      fields: [{ label: 'note', before: '（不存在）', after: '"Nobody decided in time."' }],
      impact: [
        { label: 'orders', value: '无法得知（no such field）' },
        { label: 'words', value: 'Nobody decided in time.' },
      ],
    })
  })
})

describe('an identical call', () => {
  test.each(['succeeded', 'failed', 'unknown', 'resolved', 'declined', 'cancelled'] as const)(
    'that %s before',
    (state) => {
      for (const [endedAt, at] of [
        [1000, 31_000],
        [1000, 601_000],
        [1000, 36_001_000],
      ] as const) {
        const newest: Hold = { ...sampleHold({ state, note: 'looked' }), endedAt, deliveredAt: endedAt }
        const met = meetIdenticalCall({ ...newest, ruling: { ...newest.ruling, declineSticksMs: 0 } }, at)
        if (met.next !== 'ask') throw new Error(`it met ${met.next}`)
        for (const warning of met.warnings)
          expect(englishIn(translate(warning, 'warning', 'zh-CN')), warning).toEqual([])
        expect(met.warnings).not.toEqual([])
      }
    },
  )
})

describe('an approval', () => {
  const viewIn = (hold: Hold): ReturnType<typeof toApprovalView> =>
    approvalIn({ ...toApprovalView(hold), preview: hold.preview }, 'zh-CN')

  test('tells in Chinese why it ended', () => {
    expect(viewIn(sampleHold({ state: 'expired', note: 'Nobody decided in time.' })).note).toBe('无人及时决定。')
    const lost = { kind: 'lost', reason: 'The server did not answer within 5 s.' } as const
    expect(viewIn(sampleHold({ state: 'unknown', outcome: lost })).outcome).toEqual({
      kind: 'lost',
      reason: '服务器在 5 秒内没有应答。',
    })
  })

  test('keeps what a person found out, and their reason, word for word', () => {
    const said = 'Nobody decided in time.'
    const outcome = { kind: 'resolved', executed: true, by: 'ben', note: said } as const
    expect(viewIn(sampleHold({ state: 'resolved', note: said, outcome }))).toMatchObject({ note: said, outcome })
    const verdict = {
      answer: 'decline',
      by: 'ben',
      via: 'page',
      assurance: 'identified',
      at: 1,
      reason: said,
      edits: null,
    } as const
    expect(viewIn(sampleHold({ state: 'declined', verdicts: [verdict] })).reason).toBe(said)
  })
})
