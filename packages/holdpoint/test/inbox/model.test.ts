/** What the inbox makes of the server's words about taking back, surfaces and races: pure, without a browser. */
import { chooseMessages } from '@holdpoint/card/presentation'
import { sayIn } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import type { HoldVerdictDetail } from '@holdpoint/card'
import type { ApprovalView, ShownRecord } from '../../inbox/src/api/answers.ts'
import { bearsAnswer, refusedText, saidText } from '../../inbox/src/model/holds/decision-words.ts'
import { toApprovalRow } from '../../inbox/src/model/holds/approval-row.ts'
import type { ApprovalRow } from '../../inbox/src/model/holds/approval-row.ts'
import { surfacesOf, surfaceText } from '../../inbox/src/model/holds/surfaces.ts'
import { countdown } from '../../inbox/src/model/times.ts'
import { canTakeBack, undoOffers, undoTarget } from '../../inbox/src/model/holds/undo-window.ts'
import { CHINESE } from '../../inbox/src/words/chinese.ts'
import { ENGLISH } from '../../inbox/src/words/english.ts'
import { pageManifest } from '../../src/page/page-file.ts'

const NOW = 1_800_000_000_000

function row(id: string, about: Partial<ApprovalRow> = {}): ApprovalRow {
  return {
    id,
    state: 'approved',
    server: 'crm',
    identity: 'crm-1',
    tool: 'update_contact',
    risk: 'medium',
    titles: { en: 'Update the contact', zh: '更新联系人' },
    principal: 'agent-7',
    client: 'Cursor',
    warned: false,
    createdAt: NOW - 60_000,
    decideBy: NOW + 60_000,
    decidedAt: NOW - 1000,
    runAfter: NOW + 9000,
    decidedBy: 'ana',
    via: 'page',
    approvals: 1,
    quorum: 1,
    ...about,
  }
}

describe('what can be taken back', () => {
  test('an approved call until its moment, and nothing else', () => {
    expect(canTakeBack(row('a'), NOW)).toBe(true)
    expect(canTakeBack(row('a', { runAfter: NOW }), NOW)).toBe(false)
    expect(canTakeBack(row('a', { runAfter: null }), NOW)).toBe(false)
    for (const state of ['pending', 'dispatching', 'succeeded', 'cancelled'] as const) {
      expect(canTakeBack(row('a', { state }), NOW)).toBe(false)
    }
  })

  test('what was approved together is one offer; what was approved by itself is one of its own', () => {
    const rows = [
      row('late', { decidedAt: NOW - 200, runAfter: NOW + 9800 }),
      row('two', { decidedAt: NOW - 4900, runAfter: NOW + 5100 }),
      row('one', { decidedAt: NOW - 5000, runAfter: NOW + 5000 }),
      row('other tool', { decidedAt: NOW - 4950, tool: 'delete_contact' }),
      row('other server', { decidedAt: NOW - 150, identity: 'crm-2' }),
      row('gone', { state: 'dispatching', runAfter: null }),
      row('of ben', { decidedBy: 'ben' }),
    ]
    const offers = undoOffers(rows, 'ana', NOW, [])
    expect(offers.map(({ ids }) => ids)).toEqual([['one'], ['other tool'], ['two'], ['late'], ['other server']])
    const together = undoOffers([rows[1] as ApprovalRow, rows[2] as ApprovalRow], 'ana', NOW, [])
    const titles = { en: 'Update the contact', zh: '更新联系人' }
    expect(together).toEqual([{ key: 'one', tool: 'update_contact', titles, ids: ['one', 'two'], runsAt: NOW + 5000 }])
    expect(undoOffers(rows, null, NOW, [])).toEqual([])
  })

  test('what this tab sent as one is one offer, however far apart its answers came', () => {
    const rows = [
      row('slow', { decidedAt: NOW - 1000, runAfter: NOW + 9000 }),
      row('by itself', { decidedAt: NOW - 2900, runAfter: NOW + 7100 }),
      row('second', { decidedAt: NOW - 2950, runAfter: NOW + 7050 }),
      row('first', { decidedAt: NOW - 3000, runAfter: NOW + 7000 }),
    ]
    const batches = [new Set(['elsewhere']), new Set(['first', 'second', 'slow'])]
    const offers = undoOffers(rows, 'ana', NOW, batches)
    expect(offers.map(({ ids }) => ids)).toEqual([['first', 'second', 'slow'], ['by itself']])
    expect(offers[0]?.runsAt).toBe(NOW + 7000)
  })

  test('the key means what is open, whoever approved it, and else the newest of mine', () => {
    const rows = [
      row('one', { decidedAt: NOW - 5000 }),
      row('two', { decidedAt: NOW - 4900 }),
      row('newest', { decidedAt: NOW - 100, tool: 'delete_contact' }),
      row('of ben', { decidedBy: 'ben' }),
      row('waits', { state: 'pending', runAfter: null, decidedAt: null, decidedBy: null }),
    ]
    expect(undoTarget(rows, 'ana', 'two', NOW, [])).toEqual(['one', 'two'])
    expect(undoTarget(rows, 'ana', 'of ben', NOW, [])).toEqual(['of ben'])
    expect(undoTarget(rows, 'ana', 'waits', NOW, [])).toEqual(['newest'])
    expect(undoTarget(rows, 'ana', null, NOW, [])).toEqual(['newest'])
    expect(undoTarget(rows, 'carl', 'waits', NOW, [])).toEqual([])
  })

  test('the countdown never says 0, and minutes as a clock does', () => {
    expect([10_000, 9001, 1, -5].map((left) => countdown(left, ENGLISH))).toEqual(['10 s', '10 s', '1 s', '1 s'])
    expect(countdown(125_000, ENGLISH)).toBe('2:05')
    expect(countdown(3000, CHINESE)).toBe('3 秒')
  })
})

describe('what is said', () => {
  const conflict = { code: 'CONFLICT', message: 'no', decided_by: 'ben', via: 'api' }
  const now = { state: 'succeeded', decided_by: 'ben', decided_at: null, via: 'api' } as unknown as ApprovalView

  test('too late to take back: whether it runs, has run, or nobody knows', () => {
    const said = (state: string): string => refusedText('cancel', { ...conflict, state }, now, ENGLISH)
    expect(said('dispatching')).toBe('Too late: it runs already.')
    expect(said('succeeded')).toBe('Too late: it has run already.')
    expect(said('unknown')).toContain('nobody knows')
    expect(said('declined')).toBe('Already declined by ben via api.')
    expect(said('cancelled')).toBe('Already cancelled by ben via api.')
    expect(refusedText('cancel', conflict, now, CHINESE)).toBe('太晚了：它已执行完毕。')
    expect(refusedText('decline', conflict, now, ENGLISH)).toBe('Already approved by ben via api.')
  })

  test('an answer that did not arrive decided nothing, where the call waits as before; else it says who decided', () => {
    const lost = { code: 'OFFLINE', message: '' }
    const waits = { ...now, state: 'pending', decided_by: null } as ApprovalView
    expect(refusedText('cancel', lost, waits, ENGLISH)).toBe(ENGLISH.notSent)
    expect(refusedText('cancel', lost, null, ENGLISH)).toBe(ENGLISH.neverHeard)
    expect(refusedText('approve', lost, { ...waits, state: 'expired' }, ENGLISH)).toBe(ENGLISH.tooLate)
    expect(refusedText('approve', lost, { ...now, state: 'declined' }, ENGLISH)).toBe(
      'Already declined by ben via api.',
    )
  })

  test('a hold bears an answer of mine, and no other', () => {
    const mine = { state: 'succeeded', decided_by: 'ana', approved_by: ['ana'] } as unknown as ApprovalView
    const fresh = { ...mine, state: 'pending', decided_by: null, approved_by: [] } as ApprovalView
    const plain = { edits: null, grant: null }
    const bears = (answer: 'approve' | 'decline' | 'cancel', about: Partial<ApprovalView>): boolean | null =>
      bearsAnswer({ answer, ...plain }, fresh, { ...mine, ...about }, 'ana')
    expect(bears('approve', {})).toBe(true)
    expect(bears('approve', { state: 'pending', decided_by: null })).toBe(true)
    expect(bears('approve', { approved_by: ['ben'], decided_by: 'ben' })).toBe(false)
    expect(bears('approve', { state: 'declined' })).toBe(false)
    expect(bears('decline', { state: 'declined', approved_by: [] })).toBe(true)
    expect(bears('decline', { state: 'declined', decided_by: 'ben' })).toBe(false)
    expect(bears('cancel', { state: 'declined' })).toBe(false)
    for (const state of ['expired', 'invalidated', 'cancelled'] as const)
      expect(bears('approve', { state })).toBe(false)
    expect(bearsAnswer({ answer: 'approve', ...plain }, fresh, mine, null)).toBe(false)
    // Who had approved before: another approval with other arguments shows in the hold, a permission does not.
    const waits = { ...fresh, approved_by: ['ana'], edit: null } as ApprovalView
    const edited = { ...waits, edit: { by: 'ana', digest: 'other' } } as ApprovalView
    const withEdits = { answer: 'approve', edits: '{}', grant: null } as const
    const grant = { for: 'session', arguments: 'same' } as HoldVerdictDetail['grant']
    expect(bearsAnswer(withEdits, waits, waits, 'ana')).toBe(false)
    expect(bearsAnswer(withEdits, waits, edited, 'ana')).toBe(true)
    expect(bearsAnswer({ answer: 'approve', edits: null, grant }, waits, waits, 'ana')).toBeNull()
    expect(bearsAnswer({ answer: 'approve', edits: null, grant }, fresh, waits, 'ana')).toBe(true)
  })

  test('an outcome that was looked into is told of who did, not of who approved', () => {
    const outcome = { kind: 'resolved', executed: true, by: 'ben', note: 'seen' } as const
    const names = {
      server: 'crm',
      server_identity: 'crm-1',
      tool: 't',
      titles: { en: 't on crm', zh: 't' },
      principal: 'agent',
      client: 'Cursor',
    }
    const about = { state: 'resolved', warnings: [], arguments: {}, decided_by: 'ana', via: 'api', outcome }
    const told = { ...now, ...names, ...about, decided_at: null, run_after: null } as unknown as ApprovalView
    expect(toApprovalRow(told)).toMatchObject({ decidedBy: 'ben', via: null })
  })

  test('a cancelled call is called so', () => {
    const titles = { en: 'Send\nthe mail', zh: '发送\n邮件' }
    const cancelled = { state: 'cancelled', titles } as ApprovalView
    expect(saidText(cancelled, ENGLISH)).toBe('Cancelled: Send⟦U+000A⟧the mail')
    expect(saidText(cancelled, CHINESE)).toBe('已取消：发送⟦U+000A⟧邮件')
  })
})

describe('where it was asked', () => {
  const record = (about: Partial<ShownRecord>): ShownRecord =>
    ({
      kind: 'question-shown',
      detail: 'form',
      client: 'Cursor',
      at: '2026-11-16T02:00:00.000Z',
      ...about,
    }) as ShownRecord

  test('each surface once, in order; other records are none', () => {
    const found = surfacesOf([
      record({ kind: 'hold-created', detail: null }),
      record({}),
      record({ at: '2026-11-16T02:00:09.000Z' }),
      record({ client: 'Zed' }),
      record({ detail: 'terminal' }),
    ])
    expect(found.map(({ kind, client }) => [kind, client])).toEqual([
      ['form', 'Cursor'],
      ['form', 'Zed'],
      ['terminal', 'Cursor'],
    ])
    expect(found[0]?.at).toBe('2026-11-16T02:00:00.000Z')
  })

  test('a surface of a later version, and a name that would break the line, are shown as what they are', () => {
    expect(surfaceText('form', 'Cur\u202esor', ENGLISH)).toBe('a form in Cur⟦U+202E⟧sor')
    expect(surfaceText('constructor', 'x', ENGLISH)).toBe('constructor')
    expect(surfaceText('card', 'Zed', CHINESE)).toBe('Zed 中的卡片')
  })
})

test('an agent has one name in Chinese, in the inbox, on the card and in our sentences', () => {
  const texts = [CHINESE, chooseMessages('zh-CN'), pageManifest('zh-CN')].map((text) => JSON.stringify(text))
  for (const text of [...texts, sayIn('zh-CN', 'questionExpired')]) {
    expect(text).toContain('智能体')
    expect(text).not.toContain('代理')
  }
})
