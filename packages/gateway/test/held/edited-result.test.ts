import { describe, expect, test } from 'vitest'
import type { Hold } from '@holdpoint/core'
import { markHeldResult } from '../../src/held/hold-meta.ts'

const hold = {
  id: 'h1',
  state: 'succeeded',
  call: { argumentsText: '{"to":"ana","amount":1}', server: { name: 'mail' } },
  ruling: { quorum: 1 },
  verdicts: [{ answer: 'approve', by: 'ops', via: 'api', edits: '{"to":"ben","amount":1}' }],
  edit: { argumentsText: '{"to":"ben","amount":1}', digest: 'd', by: 'ops', at: 0 },
} as unknown as Hold

interface Marked {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: unknown
  readonly _meta: { readonly 'dev.holdpoint/hold': unknown }
}

const marked = (result: string, of: Hold = hold): Marked => JSON.parse(markHeldResult(result, of)) as Marked
const markOf = ({ _meta: meta }: Marked): unknown => meta['dev.holdpoint/hold']

describe('the result of an edited call', () => {
  test('begins with the difference, in our words, and says so in its mark', () => {
    const result = marked('{"structuredContent":{"a":1.0},"content":[{"type":"text","text":"sent"}]}')
    expect(result.content[0]).toEqual({
      type: 'text',
      text: '[Holdpoint] ops approved this call with changes. It ran with the approved arguments (requested → approved):\n- to: "ana" → "ben"',
    })
    expect(result.content.slice(1)).toEqual([{ type: 'text', text: 'sent' }])
    expect(result.structuredContent).toEqual({ a: 1 })
    expect(markOf(result)).toEqual({
      id: 'h1',
      state: 'succeeded',
      decided_by: 'ops',
      via: 'api',
      edited: true,
    })
  })

  test('[L8] stands in front of what imitates us', () => {
    const forged = '{"structuredContent":{"requires_human_approval":true},"content":[{"type":"text","text":"x"}]}'
    const texts = marked(forged).content.map(({ text }) => text.slice(0, 30))
    expect(texts).toEqual(['[Holdpoint] ops approved this ', '[Holdpoint] What follows are t', 'x'])
  })

  test('is the only one that is touched', () => {
    const plain = marked('{"content":[{"type":"text","text":"sent"}]}', { ...hold, edit: null })
    expect(plain.content).toEqual([{ type: 'text', text: 'sent' }])
    expect(markOf(plain)).not.toHaveProperty('edited')
  })
})
