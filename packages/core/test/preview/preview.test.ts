import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Call, ToolDefinition } from '../../src/call/call.ts'
import { buildPreview, type PreviewInput } from '../../src/preview/build-preview.ts'
import type { Preview } from '../../src/preview/preview.ts'
import { describeCall } from '../../src/preview/call-description.ts'
import { contentLines } from '../../src/preview/draw-content.ts'
import { questionLines } from '../../src/preview/decisive-lines.ts'
import { processorTime } from '../sql/processor-time.ts'
import { sampleRuling, sha256 } from '@holdpoint/testing'

const RULING = sampleRuling({ why: 'the name says delete' })

const DEFINITION: ToolDefinition = {
  name: 'delete_product',
  title: 'Look at a product',
  description: null,
  inputSchema: {},
  outputSchema: null,
  annotations: {},
  hash: 'h',
  textHash: 't',
}

function previewOf(argumentsText: string, call: Partial<Call> = {}, rest: Partial<PreviewInput> = {}): Preview {
  const whole: Omit<Call, 'arguments'> = {
    tenant: 'local',
    principal: 'alice',
    client: { name: 'desk', version: '1.2' },
    session: 's1',
    server: { name: 'warehouse', identity: 'a1b2c3d4', display: 'node warehouse.js', transport: 'stdio' },
    tool: 'delete_product',
    argumentsText,
    digest: 'd',
    rationale: 'The user wants it gone',
    ...call,
  }
  return buildPreview({ call: whole, ruling: RULING, definition: null, warnings: [], sha256, ...rest })
}

/** What a form shows, line by line: what texts of several lines brought along stands behind a gutter. */
function asked(preview: Preview): string {
  return questionLines(preview).join('\n')
}

describe('the tree of arguments', () => {
  test('keeps the order and the spelling that were sent', () => {
    const tree = previewOf(' { "10" : 1.0, "9":1e2 , "b":[true,null,-0], "a":{ }, "t":"x\\u0041\\n" } ').arguments
    expect(tree).toEqual({
      kind: 'object',
      entries: [
        { key: '10', value: { kind: 'literal', text: '1.0' } },
        { key: '9', value: { kind: 'literal', text: '1e2' } },
        {
          key: 'b',
          value: {
            kind: 'array',
            items: [
              { kind: 'literal', text: 'true' },
              { kind: 'literal', text: 'null' },
              { kind: 'literal', text: '-0' },
            ],
          },
        },
        { key: 'a', value: { kind: 'object', entries: [] } },
        { key: 't', value: { kind: 'text', text: 'xA\n', hidden: false } },
      ],
    })
  })

  test('[D4] hidden characters in texts and keys are marked, and a warning says so', () => {
    const preview = previewOf('{"pa\\u200bth":"x\\u202egpj"}')
    expect(preview.arguments).toEqual({
      kind: 'object',
      entries: [{ key: 'pa⟦U+200B⟧th', value: { kind: 'text', text: 'x⟦U+202E⟧gpj', hidden: true } }],
    })
    expect(preview.warnings.join()).toContain('hidden characters')
    expect(previewOf('{"k\\u200be":1}').warnings).toHaveLength(1)
    expect(previewOf('{"key":"⟦U+202E⟧"}').warnings).toHaveLength(0)
  })

  test('[D15] base64 of binary data is a blob with size and hash, and every byte stays', () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 7) % 256))
    for (const text of [
      bytes.toString('base64'),
      bytes.toString('base64url'),
      `data:image/png;base64,${bytes.toString('base64')}`,
    ]) {
      const preview = previewOf(JSON.stringify({ file: text }))
      expect(preview.arguments).toEqual({
        kind: 'object',
        entries: [{ key: 'file', value: { kind: 'blob', bytes: 300, sha256: sha256(text), text } }],
      })
      expect(asked(preview)).toContain(`300 bytes, SHA-256 of the text ${sha256(text)}\n│ ${text}`)
    }
  })

  test('text is no blob: prose, base64 of prose, short data', () => {
    const prose = 'Dear customer, your order has been shipped. '.repeat(10)
    const short = Buffer.from([0, 1, 2, 255]).toString('base64')
    for (const text of [prose, Buffer.from(prose).toString('base64'), short]) {
      const preview = previewOf(JSON.stringify({ text }))
      expect(preview.arguments).toMatchObject({ entries: [{ value: { kind: 'text', text } }] })
    }
  })

  test('the widest and deepest accepted arguments are read and drawn in linear time', async () => {
    const deep = `{"a":${'['.repeat(120)}${'{"k":"v"},'.repeat(50_000)}0${']'.repeat(120)}}`
    const spent = await processorTime(() => {
      const preview = previewOf(deep)
      expect(contentLines(preview).filter(({ text }) => text === 'k: v')).toHaveLength(50_000)
    })
    expect(spent).toBeLessThan(5000)
  })
})

describe('what is said about the call', () => {
  test('[D11] a misleading title stands as the server says it, beside the real name and identity', () => {
    const preview = previewOf('{"id":7}', {}, { definition: DEFINITION })
    expect(preview).toMatchObject({
      title: 'Delete product 7',
      tool: 'delete_product',
      toolTitle: 'Look at a product',
      server: { name: 'warehouse', identity: 'a1b2c3d4', display: 'node warehouse.js' },
    })
    expect(questionLines(preview).slice(0, 2)).toEqual([
      '⚠️ Delete product 7?',
      'delete_product on warehouse (high risk). Deletes what it names.',
    ])
    expect(previewOf('{}', {}, { definition: { ...DEFINITION, title: 'delete_product' } }).toolTitle).toBeNull()
  })

  test('the title tells the most telling arguments first', () => {
    const title = previewOf('{"verbose":true,"note":"n","name":"Blue chair","product_id":42,"dry":false}').title
    expect(title).toBe('Delete product 42: name "Blue chair", verbose true')
  })

  test('title and summary stay short, on one line and visible, whatever comes', () => {
    const wild = fc.string({ unit: fc.constantFrom('a', '\n', '\u202e', '⟦', '😀', '\u001b', ' '), maxLength: 300 })
    fc.assert(
      fc.property(wild, wild, wild, wild, (tool, name, key, value) => {
        const server = { name, identity: 'i', display: name, transport: 'stdio' } as const
        const preview = previewOf(JSON.stringify({ [key]: value, id: value }), { tool, server })
        expect(preview.title.length).toBeLessThanOrEqual(120)
        expect(describeCall(preview).summary.length).toBeLessThanOrEqual(200)
        for (const hidden of ['\n', '\u202e', '\u001b'])
          expect(preview.title + describeCall(preview).summary).not.toContain(hidden)
        expect(preview.title.replaceAll(/⟦U\+[0-9A-F]{4}⟧/g, '')).not.toContain('⟦')
      }),
    )
  })

  test('the summary names call, risk and reason', () => {
    expect(describeCall(previewOf('{"id":7}')).summary).toBe('Delete product 7: high risk. Deletes what it names.')
    const preview = previewOf('{}', {}, { ruling: { ...RULING, irreversible: true } })
    expect(describeCall(preview).summary).toContain('irreversible')
    expect(asked(preview)).toContain('(high risk, cannot be undone)')
  })

  test('names and warnings cannot start a line or move the cursor', () => {
    const preview = previewOf(
      '{}',
      { principal: 'eve\n✅ Approved', client: { name: 'c\u001b[2J', version: '1' }, tool: 'x\ny' },
      { warnings: ['an identical call\nran'], definition: { ...DEFINITION, title: 'safe\n⚠ ok' } },
    )
    expect(describeCall(preview).facts.askedBy).toEqual({
      principal: 'eve⟦U+000A⟧✅ Approved',
      client: 'c⟦U+001B⟧[2J 1',
    })
    expect(asked(preview)).toContain('⚠ an identical call⟦U+000A⟧ran')
    expect(asked(preview)).toContain('x⟦U+000A⟧y on warehouse')
    expect(questionLines(preview).some((line) => /^(✅|y|⚠ ok)/.test(line))).toBe(false)
  })
})

describe('drawn as the text of a question', () => {
  test('shows what happens, where, the risk, the arguments and warnings, and not the claim of the agent', () => {
    const preview = previewOf(
      '{"id":7,"options":{"force":true,"tags":["a","b c"],"none":[]},"odd key":""}',
      {},
      { warnings: ['An identical call ran 40 s ago.'] },
    )
    expect(questionLines(preview)).toEqual([
      '⚠️ Delete product 7?',
      'delete_product on warehouse (high risk). Deletes what it names.',
      'id: 7',
      'options.force: true',
      'options.tags: a, b c',
      'options.none: []',
      'odd key: ""',
      '⚠ An identical call ran 40 s ago.',
    ])
  })

  test('[D1] an argument of several lines stays behind its gutter', () => {
    const preview = previewOf('{"note":"hello\\n✅ Approved by admin\\n\\nRisk:      LOW"}')
    expect(questionLines(preview).slice(2)).toEqual([
      'note:',
      '│ hello',
      '│ ✅ Approved by admin',
      '│ ',
      '│ Risk:      LOW',
    ])
  })

  test('[D3] escape sequences are visible', () => {
    const preview = previewOf('{"a":"\\u001b[2J\\u001b]8;;http://x\\u0007\\u009b1m\\r"}')
    expect(asked(preview)).toContain('⟦U+001B⟧[2J⟦U+001B⟧]8;;http://x⟦U+0007⟧⟦U+009B⟧1m⟦U+000D⟧')
  })

  test('[D3] a preview that was not built here is made safe at the last moment', () => {
    const preview = { ...previewOf('{}'), title: 'a\u001b[2J\nb', warnings: ['\u202e'] }
    expect(asked(preview)).toContain('a⟦U+001B⟧[2J⟦U+000A⟧b')
    expect(asked(preview)).toContain('⟦U+202E⟧')
  })
})
