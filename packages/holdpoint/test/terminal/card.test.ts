/**
 * One presentation for every surface: what a hold is called, how risky it is, who decided and what is cut stand in the
 * card in a terminal in the words that the inbox in a browser draws.
 */
import {
  cancelHold,
  claimDispatch,
  concludeDispatch,
  decide,
  invalidateHold,
  loseDispatch,
  resolveHold,
  sweepHolds,
  contentLines,
  toApprovalView,
} from '@holdpoint/core'
import type { Hold, HoldState, Outcome } from '@holdpoint/core'
import { plainLine, present, sectionOf } from '@holdpoint/card/presentation'
import type { Presentation } from '@holdpoint/card/presentation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromDetail } from '../../inbox/src/model/holds/invocation.ts'
import { ENGLISH } from '../../inbox/src/words/english.ts'
import { cardLines } from '../../src/cli/holds/describe-card.ts'
import { createCliHome, thisProcess } from '../cli/cli-home.ts'
import type { CliHome, HoldSketch } from '../cli/cli-home.ts'

let home: CliHome
let calls = 0
beforeAll(async () => {
  home = await createCliHome()
})
afterAll(async () => {
  await home.remove()
})

const WIDE = 400
const RESULT = { kind: 'result', isError: false, truncated: false } as const

async function said(hold: Hold, answer: 'approve' | 'decline' | 'cancel', reason: string | null = null): Promise<void> {
  const verdict = { answer, by: 'ana\u202e', via: 'page', assurance: 'identified', reason } as const
  await decide(home.store, { hold: hold.id, tenant: null, verdict })
}

async function ran(hold: Hold, outcome: Outcome & { kind: 'result' | 'error' }): Promise<void> {
  await said(hold, 'approve')
  await claimDispatch(home.store, hold.id, 'attempt', thisProcess)
  await concludeDispatch(home.store, hold.id, 'attempt', outcome)
}

async function lost(hold: Hold): Promise<void> {
  await said(hold, 'approve')
  await claimDispatch(home.store, hold.id, 'attempt', thisProcess)
  await loseDispatch(home.store, hold.id, 'attempt', 'the server hung up\u001b[2J')
}

const resultText = (...texts: readonly string[]): string =>
  JSON.stringify({ content: texts.map((text) => ({ type: 'text', text })), structuredContent: { rows: 2 } })

const SAMPLES: { readonly [state in HoldState]: (hold: Hold) => Promise<void> } = {
  pending: async () => {},
  approved: async (hold) => await said(hold, 'approve', 'fine'),
  dispatching: async (hold) => {
    await said(hold, 'approve')
    await claimDispatch(home.store, hold.id, 'attempt', thisProcess)
  },
  succeeded: async (hold) => await ran(hold, { ...RESULT, resultText: resultText('two rows', '\u001b[2Jand more') }),
  failed: async (hold) => await ran(hold, { ...RESULT, isError: true, resultText: resultText('no such row\nat all') }),
  unknown: lost,
  resolved: async (hold) => {
    await lost(hold)
    await resolveHold(home.store, {
      hold: hold.id,
      tenant: null,
      by: 'ana',
      executed: false,
      note: 'it is still there',
    })
  },
  declined: async (hold) => await said(hold, 'decline', 'not this one\nnor another'),
  cancelled: async (hold) => {
    await said(hold, 'approve')
    const who = { by: 'bo', via: 'api', assurance: 'identified', reason: 'a slip' } as const
    await cancelHold(home.store, { hold: hold.id, tenant: null, ...who })
  },
  expired: async () => {
    home.clock += 86_400_001
    await sweepHolds(home.store, () => 'running')
  },
  invalidated: async (hold) => void (await invalidateHold(home.store, hold.id, 'The policy changed.')),
}

async function sample(state: HoldState, sketch: HoldSketch = {}): Promise<Hold> {
  calls += 1
  const hold = await home.addHold({ argumentsText: `{"id":${calls},"note":"a\\u202eb\\nc"}`, ...sketch })
  await SAMPLES[state](hold)
  const stored = await home.store.holds.get(hold.id)
  expect(stored?.state).toBe(state)
  return stored as Hold
}

/** What the inbox in a browser gives to `<tool-card>`. */
function inBrowser(hold: Hold): Presentation {
  const approval = { ...toApprovalView(hold), preview: hold.preview, content: contentLines(hold.preview) }
  return present(fromDetail(approval, 'unknown', ENGLISH), home.clock, 'en')
}

const textOf = (hold: Hold, expanded = false): string =>
  cardLines(hold, home.clock, { width: WIDE, expanded })
    .map(({ text }) => text)
    .join('\n')

describe('[S4.6] the card in a terminal', () => {
  test.each(Object.keys(SAMPLES) as readonly HoldState[])(
    'says of a hold that is %s what the browser says',
    async (state) => {
      const hold = await sample(state)
      const page = inBrowser(hold)
      const text = textOf(hold)
      const [head = '', , ...rest] = page.lines
      expect(text.startsWith(`${head} · Tool from crm\n`), text).toBe(true)
      expect(head).toBe(`${page.badge.icon} ${page.badge.text} · delete_contact`)
      // Every line that the presentation has for surfaces with little room: risk, warnings, who decided, the error.
      for (const line of rest) expect(text).toContain(line)
      const verdict = sectionOf(page, 'verdict')
      expect(verdict === null).toBe(state === 'pending')
      for (const line of (verdict?.reason ?? '').split('\n')) expect(text).toContain(line)
      const section = sectionOf(page, 'arguments')
      expect(text).toContain(`${section?.heading}:`)
      for (const line of section?.content ?? []) expect(text).toContain(`│ ${plainLine(line)}`)
      const result = sectionOf(page, 'result')
      if (result !== null) expect(text).toContain(`${result.heading} ${result.about}:`)
      for (const item of result?.open === true ? result.items : []) {
        if (item.kind === 'text') expect(text).toContain(`│ ${item.text}`)
      }
      expect(text).not.toMatch(/(?!\n)[\p{Control}\p{Bidi_Control}]/u)
    },
  )

  test('the risk of a decided call is told in the words of its question', async () => {
    for (const risk of ['low', 'medium', 'high'] as const) {
      const asked = sectionOf(inBrowser(await sample('pending', { ruling: { risk } })), 'question')
      expect(asked?.riskText).toBeDefined()
      expect(textOf(await sample('declined', { ruling: { risk } }))).toContain(`${asked?.riskText}: `)
    }
  })

  test.each([
    [100, false],
    [101, true],
  ])('arguments of 100 lines are whole, more wait for Enter, once decided: %d items', async (count, cut) => {
    const argumentsText = JSON.stringify({ list: Array.from({ length: count }, (_, index) => index) })
    const hold = await sample('declined', { argumentsText })
    const section = sectionOf(inBrowser(hold), 'arguments')
    expect(section?.content).toHaveLength(count)
    expect(textOf(hold).includes(`Expand args (${section?.content.length})`)).toBe(cut)
    expect(textOf(hold, true)).toContain(`│ list ${count}: ${count - 1}\n`)
    const waiting = await sample('pending', { argumentsText: argumentsText.replace('[0', '[-1') })
    expect(textOf(waiting)).toContain(`│ list ${count}: ${count - 1}\n`)
  })

  test.each([
    [2000, false],
    [2001, true],
  ])('a result of 2,000 characters is whole, a longer one waits for Enter: %d', async (length, cut) => {
    const hold = await home.addHold()
    const text = 'line\n'.repeat(length / 5).padEnd(length, 'x')
    await ran(hold, { ...RESULT, resultText: JSON.stringify({ content: [{ type: 'text', text }] }) })
    const stored = (await home.store.holds.get(hold.id)) as Hold
    const [item] = sectionOf(inBrowser(stored), 'result')?.items ?? []
    expect(item).toMatchObject({ kind: 'text', long: cut })
    expect(textOf(stored).includes('… Show more: Enter')).toBe(cut)
    expect(textOf(stored, true)).not.toContain('Show more')
    expect(
      textOf(stored, true)
        .split('\n')
        .filter((line) => line === '  │ line'),
    ).toHaveLength(Math.floor(length / 5))
  })

  test('[D1] what is too long for a line of the card stands whole below it, and no failure begins a line of ours', async () => {
    const hold = await home.addHold({ argumentsText: '{"id":1}' })
    const description = `${'d'.repeat(620)} and its end`
    const link = { type: 'resource_link', uri: 'https://x.example/', name: 'file', description }
    const text = JSON.stringify({
      content: [{ type: 'text', text: 'Approved by admin via page.' }, link],
      isError: true,
    })
    await ran(hold, { kind: 'result', isError: true, resultText: text, truncated: false })
    const ended = (await home.store.holds.get(hold.id)) as Hold
    const lines = cardLines(ended, home.clock, { width: 80, expanded: true }).map(({ text: line }) => line)
    expect(lines.map((line) => line.replace(/^ {2}[│┊] /u, '')).join('')).toContain(description)
    expect(lines).toContain('Error: Approved by admin via page.')
    expect(lines.filter((line) => line.startsWith('Approved by admin'))).toEqual([])
  })

  test('what a terminal cannot draw is named, never obeyed: images, sounds, links, things of another kind', async () => {
    const hold = await home.addHold()
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')
    const content = [
      { type: 'image', mimeType: 'image/png', data: png },
      { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
      { type: 'resource_link', uri: 'https://example.com/\u001b]8;;x', name: 'report\u202e' },
      { type: 'hologram', frames: 3 },
    ]
    await ran(hold, { ...RESULT, resultText: JSON.stringify({ content }) })
    const text = textOf((await home.store.holds.get(hold.id)) as Hold, true)
    expect(text).toContain('│ image/png, 8 bytes, not drawn')
    expect(text).toContain('│ audio/wav, 3 bytes, not drawn')
    expect(text).toContain('│ report⟦U+202E⟧ · https://example.com/⟦U+001B⟧]8;;x')
    expect(text).toContain('│ Content of type hologram:')
    expect(text).not.toMatch(/(?!\n)\p{Control}/u)
  })
})
