/** The rows of the list at the widths people have: no path loses its end, every row names its tool, none is another's. */
import { sampleHold } from '@holdpoint/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPaint } from '../../../src/terminal/colour.ts'
import type { InboxContents, InboxRow } from '../../../src/terminal/inbox/inbox-backend.ts'
import { initialState } from '../../../src/terminal/inbox/inbox-state.ts'
import { paintLine } from '../../../src/terminal/inbox/screen-line.ts'
import { viewList } from '../../../src/terminal/inbox/view-list.ts'
import { textWidth } from '../../../src/terminal/text-width.ts'

const WIDTHS = [60, 80, 96, 120] as const

interface ListedCall {
  readonly title: string
  readonly tool: string
  readonly server: string
}

function rowOf({ title, tool, server }: ListedCall, index: number): InboxRow {
  const id = `${(index + 1) * 11_111_111}-of-a-call`
  return {
    hold: sampleHold({ id, call: { tool, server: { ...sampleHold().call.server, name: server } } }),
    title,
    risk: { text: 'Medium risk', tone: 'caution' },
    state: { text: 'pending', tone: 'caution' },
  }
}

/** What is on the screen of each call, in one text, and the rows it stands in. */
function listed(calls: readonly ListedCall[], columns: number): { readonly calls: string[]; readonly rows: string[] } {
  const contents: InboxContents = {
    gate: [],
    waiting: calls.map(rowOf),
    unknown: [],
    history: [],
    more: false,
    opened: null,
    voice: { by: 'ana', via: 'terminal', assurance: 'host' },
    now: 3000,
  }
  const rows = viewList({ ...initialState(columns, 24, 0), contents }).filter(({ id }) => id !== null)
  const painted = rows.map(({ line }) => paintLine(line, columns, createPaint(false)))
  const ids = [...new Set(rows.map(({ id }) => id))]
  const textOf = (wanted: string | null): string => painted.filter((_, at) => rows[at]?.id === wanted).join('\n')
  return { calls: ids.map(textOf), rows: painted }
}

const REAL: readonly ListedCall[] = [
  { title: 'Overwrite report.md (8 → 12 lines)', tool: 'write_file', server: 'files' },
  {
    title: 'Move a.txt to /tmp/walk/files/notes/projects/website/content/b.txt',
    tool: 'move_file',
    server: 'files',
  },
  { title: 'Delete 2 entities: Alice, Bob', tool: 'delete_entities', server: 'memory' },
  { title: 'Create 长长的报告与会议记录与决定.md (2 lines)', tool: 'write_file', server: 'files' },
  { title: 'Send mail to ines@example.com and 2 more: Your order SO-7', tool: 'gmail_send', server: 'mail' },
]

describe('rows of the inbox in a terminal', () => {
  test.each(WIDTHS)('at %d columns they say what is done to what, by which tool', (columns) => {
    const { calls, rows } = listed(REAL, columns)
    for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(columns)
    for (const [index, { tool }] of REAL.entries()) expect(calls[index]).toContain(tool)
    for (const end of ['Overwrite report.md', '/b.txt', 'Alice, Bob', '记录与决定.md', 'ines@example.com']) {
      expect(calls.join('\n')).toContain(end)
    }
    expect(rows).toHaveLength(columns === 60 ? 2 * REAL.length : REAL.length)
  })

  const segment = fc.constantFrom('src', 'notes', '会议记录', 'a-very-long-folder-name', 'b', 'index', '报告')
  const path = fc.array(segment, { minLength: 1, maxLength: 7 }).map((names) => `/${names.join('/')}.md`)
  const call = fc.record({
    title: fc
      .tuple(
        fc.constantFrom('Overwrite', 'Edit', '覆盖', 'Move notes.txt to'),
        path,
        fc.constantFrom('', ' (8 → 12 lines)', '（8 行）'),
      )
      .map(([verb, where, counted]) => `${verb} ${where}${counted}`),
    tool: fc.constantFrom('write_file', 'edit_file', 'create_pull_request_review', '写文件'),
    server: fc.constantFrom('files', 'github', '文件'),
  })

  test('keep to the width, to the end of the path and to one look for each call', () => {
    fc.assert(
      fc.property(fc.uniqueArray(call, { minLength: 1, maxLength: 6, selector: ({ title }) => title }), (calls) => {
        for (const columns of WIDTHS) {
          const { calls: shown, rows } = listed(calls, columns)
          for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(columns)
          expect(new Set(shown).size, shown.join('\n')).toBe(calls.length)
          for (const text of shown) expect(text.split('（').length, text).toBe(text.split('）').length)
        }
      }),
      { numRuns: 60 },
    )
  })
})
