/**
 * One table over every state of a hold and every surface that says how it stands: the badge of the card, the lists and
 * filters of the page, the card and the rows of the terminal. None says of a hold what another denies.
 */
import { fromApproval, present, sectionOf } from '@holdpoint/card/presentation'
import type { Presentation } from '@holdpoint/card/presentation'
import { toApprovalView } from '@holdpoint/core'
import type { Hold, HoldState } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { ALL_STATES, CREATED_AT, holdIn } from '@holdpoint/testing'
import { fromDetail } from '../../inbox/src/model/holds/invocation.ts'
import { CHINESE } from '../../inbox/src/words/chinese.ts'
import { ENGLISH } from '../../inbox/src/words/english.ts'
import { cardLines } from '../../src/cli/holds/describe-card.ts'
import { STATE_TONE } from '../../src/cli/holds/hold-tone.ts'

interface Said {
  readonly badge: string
  readonly chinese: string
  /** Of the verdict below; `null`: the card has none. */
  readonly verdict: RegExp | null
  readonly ran: 'yes' | 'no' | 'perhaps'
}

const SAID: { readonly [state in HoldState]: Said } = {
  pending: { badge: '⏳ Waiting', chinese: '等待中', verdict: null, ran: 'no' },
  approved: { badge: '⏳ Approved', chinese: '已批准', verdict: /^Approved by ben$/, ran: 'no' },
  dispatching: { badge: '⚙ Running…', chinese: '运行中…', verdict: /^Approved by ben$/, ran: 'perhaps' },
  succeeded: { badge: '✓ Done', chinese: '完成', verdict: /^Approved by ben$/, ran: 'yes' },
  failed: { badge: '✗ Error', chinese: '出错', verdict: /^Approved by ben$/, ran: 'perhaps' },
  unknown: { badge: '✗ Outcome unknown', chinese: '结果未知', verdict: /^Outcome unknown/, ran: 'perhaps' },
  resolved: { badge: '✓ Resolved', chinese: '已查明', verdict: /^Resolved by ben: it ran$/, ran: 'yes' },
  declined: { badge: '⊘ Declined', chinese: '已拒绝', verdict: /^Declined by ben$/, ran: 'no' },
  cancelled: { badge: '⊘ Cancelled', chinese: '已取消', verdict: /^Cancelled by ben$/, ran: 'no' },
  expired: { badge: '⊘ Expired', chinese: '已过期', verdict: /^Nobody decided in time/, ran: 'no' },
  invalidated: { badge: '⊘ No longer valid', chinese: '已失效', verdict: /^No longer valid/, ran: 'no' },
}
const NOW = CREATED_AT + 1000

/** As a chat host, the page in a browser and the terminal give it to the one presentation. */
const surfaces = (hold: Hold, locale: string): { readonly [surface: string]: Presentation } => {
  const approval = { ...toApprovalView(hold), preview: hold.preview, later_rationales: hold.laterRationales }
  const table = locale === 'en' ? ENGLISH : CHINESE
  return {
    card: present(fromApproval(approval, { trust: 'unknown', state: null }), NOW, locale),
    page: present(fromDetail(approval as never, 'unknown', table), NOW, locale),
  }
}

describe.each(ALL_STATES)('[X11.E4] %s', (state) => {
  const hold = holdIn(state)
  const { badge, chinese, verdict, ran } = SAID[state]
  const words = badge.replace(/^\S+ /, '')

  test('card, page and every list of the page have the same words for it, in both languages', () => {
    expect([ENGLISH.states[state], CHINESE.states[state]]).toEqual([words, chinese])
    for (const [surface, shown] of Object.entries(surfaces(hold, 'en'))) {
      expect([surface, `${shown.badge.icon} ${shown.badge.text}`]).toEqual([surface, badge])
      const said = sectionOf(shown, 'verdict')?.text ?? null
      if (verdict === null) expect([surface, said]).toEqual([surface, null])
      else expect([surface, said]).toEqual([surface, expect.stringMatching(verdict)])
      // What only helps to answer stands nowhere but in a question that is open.
      expect([surface, sectionOf(shown, 'question') !== null]).toEqual([surface, state === 'pending'])
    }
    for (const [surface, shown] of Object.entries(surfaces(hold, 'zh-CN')))
      expect([surface, shown.badge.text]).toEqual([surface, chinese])
  })

  test('the terminal shows the same badge, and beside it the name by which list and inbox have it', () => {
    const lines = cardLines(hold, NOW, { width: 400, expanded: true, program: 'holdpoint' }).map(({ text }) => text)
    expect(lines[0]).toMatch(new RegExp(`^${badge.replace('.', '\\.')} · `))
    expect(lines.find((line) => line.startsWith('State:'))).toMatch(new RegExp(`^State: {5}${state}\\b`))
    expect(Object.keys(STATE_TONE)).toContain(state)
  })

  test('no surface says of it what is so only in another state', () => {
    const shown = Object.values(surfaces(hold, 'en')).map((presentation) => JSON.stringify(presentation))
    const lines = cardLines(hold, NOW, { width: 400, expanded: true, program: 'holdpoint' }).map(({ text }) => text)
    for (const text of [...shown, lines.join('\n')]) {
      if (state !== 'pending') expect(text).not.toMatch(/Waiting|left to decide|Read to the end|Read the arguments/)
      if (ran !== 'no') expect(text).not.toMatch(/Nothing ran|not run|did NOT run/)
      if (ran === 'no') expect(text).not.toMatch(/\bDone\b|it ran\b|DID run|Running/)
      for (const other of ALL_STATES) {
        const not = ENGLISH.states[other] ?? other
        if (other !== state) expect(text).not.toMatch(new RegExp(`[⏳⚙✓✗⊘] ${not}`, 'u'))
      }
    }
  })
})

test('[X11.E4] what a person found not to have run is resolved too, and says so', () => {
  const hold = holdIn('resolved', { outcome: { kind: 'resolved', executed: false, by: 'ben', note: 'looked it up' } })
  for (const shown of Object.values(surfaces(hold, 'en'))) {
    expect(`${shown.badge.icon} ${shown.badge.text}`).toBe('⊘ Resolved')
    expect(sectionOf(shown, 'verdict')?.text).toBe('Resolved by ben: not run')
  }
})
