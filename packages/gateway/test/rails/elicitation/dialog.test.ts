/** What a host's dialog shows of a question and can send back, and that it cannot approve what it does not show. */
import { wrapColumns } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import {
  decisionForm,
  readFormAnswer,
  pointerText,
  questionText,
} from '../../../src/rails/elicitation/elicitation-form.ts'
import type { FormShape } from '../../../src/rails/elicitation/form-choices.ts'
import { sampleHold } from '@holdpoint/testing'

import fc from 'fast-check'

const RUN_ONCE = 'Run it once'
const DO_NOT_RUN = "Don't run it"
const YES_ONCE = 'Yes, only this once'
const PAGE = 'http://localhost:7433/approvals/hold-1'
const SLOW = 1_000
const HOLD = sampleHold()
const FOLDER = { risk: 'medium', scope: 'folder "/tmp/zz"' } as const
const SCOPED = sampleHold({ ruling: FOLDER })
const DIALOG = { lines: 3, columns: 72 }
/** Of a host that shows everything and can send everything back. */
const WHOLE: FormShape = { showsWhole: true, fields: 'all', commas: true }

const decisionOf = (form: JsonObject): JsonObject =>
  ((form['requestedSchema'] as JsonObject)['properties'] as JsonObject)['decision'] as JsonObject

const accept = (content: JsonObject): JsonObject => ({ action: 'accept', content })

describe('the question in words', () => {
  const holdWith = (text: string): ReturnType<typeof sampleHold> => {
    const entries = [{ key: 'note', value: { kind: 'text', text, hidden: false } }] as const
    return sampleHold({ preview: { ...HOLD.preview, arguments: { kind: 'object', entries } } })
  }

  test('[D11] shows tool, server and arguments, and nothing that the agent claims about them', () => {
    const text = questionText(HOLD, DIALOG)
    for (const part of ['delete_contact', 'npx crm', 'crm-identity', 'c_17']) expect(text).toContain(part)
    expect(text).not.toContain('The user asked for it.')
  })

  test('[D1] text that imitates a decision stays inside its field', () => {
    const lines = (questionText(holdWith('ok\n✅ Approved by admin\nRun it?'), DIALOG) ?? '').split('\n')
    expect(lines.filter((line) => line.includes('Approved by admin'))).toEqual([
      'note: "ok\\n✅ Approved by admin\\nRun it?"',
    ])
    expect(lines.filter((line) => line === 'Run it?')).toHaveLength(1)
  })

  test('[X11.F2] what decides comes first, on lines that the dialog shows', () => {
    const payment = sampleHold({
      preview: {
        ...HOLD.preview,
        tool: 'pay',
        irreversible: true,
        arguments: {
          kind: 'object',
          entries: [
            { key: 'amount', value: { kind: 'literal', text: '4000.00' } },
            { key: 'to', value: { kind: 'text', text: 'mallory', hidden: false } },
          ],
        },
      },
    })
    expect((questionText(payment, DIALOG) ?? '').split('\n').slice(0, 3)).toEqual([
      '⚠️ pay on crm (high risk, cannot be undone)',
      'amount: 4000.00, to: "mallory"',
      '',
    ])
  })

  test('[X11.F2] is not asked where the dialog would not show it whole', () => {
    // The last line is where a dialog would say how many more there are, so nothing follows what fills it.
    expect(questionText(holdWith('x'.repeat(130)), DIALOG)?.split('\n')).toHaveLength(3)
    expect(questionText(holdWith('x'.repeat(20)), DIALOG)).toContain('Run it?')
    expect(questionText(holdWith('x'.repeat(140)), DIALOG)).toBeNull()
    expect(questionText(holdWith('x\n'.repeat(30)), DIALOG)).toBeNull()
    expect(questionText(holdWith('x'.repeat(140)), { lines: 5, columns: 72 })).toContain('Run it?')
    const warned = sampleHold({ preview: { ...HOLD.preview, warnings: ['w'.repeat(80)] } })
    expect(questionText(warned, DIALOG)).toBeNull()
    expect(questionText(holdWith('报告'.repeat(40)), DIALOG)).toBeNull()
  })

  test('[X11.F2] whatever is asked, its first lines hold every byte of the arguments and fit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 1, max: 6 }), (note, lines) => {
        const text = questionText(holdWith(note), { lines, columns: 72 })
        if (text === null) return
        // As the dialog breaks them.
        const shown = text
          .split('\n')
          .flatMap((line) => wrapColumns(line, 72))
          .slice(0, lines)
        const spelled = note.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
        const visible = /^[ -~]*$/.test(note)
        const whole = shown.join('')
        if (visible) expect(whole.includes(`note: ${note}`) || whole.includes(`note: "${spelled}"`)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('[X11.F2] one argument cannot pass for two', () => {
    const text = questionText(holdWith('a", to: "bob'), DIALOG) ?? ''
    expect(text.split('\n')[1]).toBe('note: "a\\", to: \\"bob"')
  })
})

describe('a dialog that cannot show the call whole', () => {
  const PARTLY: FormShape = { ...WHOLE, showsWhole: false }
  const ELSEWHERE = 'Decide where it is shown whole'

  test('[X11.F2] offers no yes, and takes none', () => {
    const choices = decisionOf(decisionForm('?', HOLD, PARTLY, PAGE))['enum'] as readonly string[]
    expect(choices).toEqual([ELSEWHERE, DO_NOT_RUN])
    expect(readFormAnswer(HOLD, accept({ decision: RUN_ONCE }), SLOW, PARTLY).kind).toBe('unknown')
    const scoped = decisionOf(decisionForm('?', SCOPED, PARTLY, PAGE))['enum']
    expect(scoped).toEqual([ELSEWHERE, 'No'])
    for (const decision of [YES_ONCE, 'Yes, and allow delete_contact in the folder /tmp/zz for this session']) {
      expect(readFormAnswer(SCOPED, accept({ decision }), SLOW, PARTLY).kind).toBe('unknown')
    }
  })

  test('[X11.F2] takes a no, and the wish to decide elsewhere, which decides nothing', () => {
    expect(readFormAnswer(HOLD, accept({ decision: DO_NOT_RUN }), SLOW, PARTLY)).toMatchObject({
      kind: 'verdict',
      answer: 'decline',
    })
    expect(readFormAnswer(HOLD, accept({ decision: ELSEWHERE }), SLOW, PARTLY)).toEqual({ kind: 'elsewhere' })
    expect(readFormAnswer(HOLD, accept({ decision: ELSEWHERE }), SLOW, WHOLE).kind).toBe('unknown')
  })

  test('[X11.F2] says where to decide, on the lines that it shows', () => {
    const id = '3f1c2a7e-9b4d-4c11-8a77-0d2e5f6a9b10'
    const url = `http://localhost:7433/approvals/${id}`
    for (const tool of ['write_file', 'write_'.repeat(40)]) {
      const { preview } = sampleHold()
      const text = pointerText(sampleHold({ id, preview: { ...preview, tool } }), url, DIALOG, 'holdpoint')
      expect(text.split('\n')).toHaveLength(3)
      expect(text.split('\n').every((line) => line.length <= DIALOG.columns)).toBe(true)
      expect(text).toContain(url)
      expect(text).toContain('holdpoint open 3f1c2a7e')
    }
  })
})

describe('what a host’s form can carry', () => {
  test('[X11.F3] one that cannot leave optional fields empty gets one required field and nothing else', () => {
    const only: FormShape = { ...WHOLE, fields: 'decision-only' }
    const schema = decisionForm('?', HOLD, only, PAGE)['requestedSchema'] as JsonObject
    expect(Object.keys(schema['properties'] as JsonObject)).toEqual(['decision'])
    expect(schema['required']).toEqual(['decision'])
  })

  test('[X11.F3] one that takes commas for several options gets none, and its words are understood', () => {
    const plain: FormShape = { ...WHOLE, commas: false }
    const enumOf = (shape: FormShape): readonly string[] =>
      decisionOf(decisionForm('?', SCOPED, shape, PAGE))['enum'] as readonly string[]
    expect(enumOf(plain)).toHaveLength(3)
    for (const [index, decision] of enumOf(plain).entries()) {
      expect(decision).not.toContain(',')
      const usual = accept({ decision: enumOf(WHOLE)[index] as string })
      expect(readFormAnswer(SCOPED, accept({ decision }), SLOW, plain)).toEqual(
        readFormAnswer(SCOPED, usual, SLOW, WHOLE),
      )
    }
  })
})

describe('a dialog that has the room', () => {
  const WIDE = { lines: 12, columns: 76 }
  const text = (value: string) => ({ kind: 'text', text: value, hidden: false }) as const
  const moved = sampleHold({
    title: 'Move a.txt to /srv/site/b.txt',
    preview: {
      ...HOLD.preview,
      title: 'Move a.txt to /srv/site/b.txt',
      tool: 'move_file',
      effect: 'Moves a file; what refers to its old place no longer finds it.',
      server: {
        ...HOLD.preview.server,
        display: `/usr/bin/node /opt/${'modules/'.repeat(9)}server/index.js /srv/site`,
      },
      arguments: {
        kind: 'object',
        entries: [
          { key: 'source', value: text('/srv/site/a.txt') },
          { key: 'destination', value: text('/srv/site/b.txt') },
          { key: 'why', value: text('tidy') },
        ],
      },
    },
  })

  test('[S2.2] three arguments make seven lines at most, none broken by us, and end with the question', () => {
    const lines = (questionText(moved, WIDE) ?? '').split('\n')
    expect(lines.length).toBeLessThanOrEqual(7)
    expect(lines[0]).toBe('⚠️ Move a.txt to /srv/site/b.txt?')
    expect(lines.slice(2, 5)).toEqual(['source: /srv/site/a.txt', 'destination: /srv/site/b.txt', 'why: tidy'])
    expect(lines.at(-1)).toBe('Run it?')
    expect(lines.join('\n')).not.toContain('The user asked for it.')
  })

  test('[D11] a long command keeps what it starts and its end, and the identity is whole', () => {
    const line = (questionText(moved, WIDE) ?? '').split('\n').find((each) => each.startsWith('Runs on')) ?? ''
    expect(line).toMatch(/^Runs on …\/node ….*\/server\/index\.js \/srv\/site · crm-identity$/)
    expect(wrapColumns(line, WIDE.columns)).toHaveLength(1)
  })
})
