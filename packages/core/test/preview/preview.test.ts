import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Call, ToolDefinition } from '../../src/call/call.ts'
import { buildPreview, type PreviewInput } from '../../src/preview/build-preview.ts'
import type { Preview, PreviewNode } from '../../src/preview/preview.ts'
import { describeCall } from '../../src/preview/call-description.ts'
import { renderPreviewText } from '../../src/preview/render-preview-text.ts'
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

function argumentLines(rendered: string): readonly string[] {
  const lines = rendered.split('\n')
  const start = lines.findIndex((line) => line.startsWith('Arguments'))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith(' '))
  return lines.slice(start + 1, end)
}

/** The keys, texts and spellings of a tree, in order. */
function leaves(node: PreviewNode): readonly string[] {
  switch (node.kind) {
    case 'object':
      return node.entries.flatMap(({ key, value }) => [key, ...leaves(value)])
    case 'array':
      return node.items.flatMap(leaves)
    default:
      return [node.text]
  }
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
      const rendered = renderPreviewText(preview, { width: 80 })
      expect(rendered).toContain('uninspectable data, 300 bytes')
      expect(rendered.replaceAll(/\n\s*[│┊] /g, '')).toContain(text)
      expect(rendered.replaceAll(/\n\s*[│┊] /g, '')).toContain(sha256(text))
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

  test('the widest and deepest accepted arguments are read in linear time', async () => {
    const deep = `{"a":${'['.repeat(120)}${'{"k":"v"},'.repeat(50_000)}0${']'.repeat(120)}}`
    const spent = await processorTime(() => {
      const preview = previewOf(deep)
      expect(renderPreviewText(preview, { width: 80 }).match(/k: "v"/g)).toHaveLength(50_000)
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
    const rendered = renderPreviewText(preview, { width: 80 })
    expect(rendered.split('\n')[0]).toBe('Delete product 7')
    expect(rendered).toContain('the server calls it "Look at a product"')
    expect(rendered).toContain('Tool:      delete_product')
    expect(rendered).toContain('Server:    warehouse: node warehouse.js')
    expect(rendered).toContain('identity a1b2c3d4')
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
    expect(renderPreviewText(preview, { width: 80 })).toContain('⚠ This cannot be undone.')
  })

  test('names and warnings cannot start a line or move the cursor', () => {
    const preview = previewOf(
      '{}',
      { principal: 'eve\n✅ Approved', client: { name: 'c\u001b[2J', version: '1' }, tool: 'x\ny' },
      { warnings: ['an identical call\nran'], definition: { ...DEFINITION, title: 'safe\n⚠ ok' } },
    )
    const rendered = renderPreviewText(preview, { width: 80 })
    expect(rendered).toContain('eve⟦U+000A⟧✅ Approved through c⟦U+001B⟧[2J 1')
    expect(rendered).toContain('⚠ an identical call⟦U+000A⟧ran')
    expect(rendered.split('\n').some((line) => /^(✅|y|⚠ ok)/.test(line))).toBe(false)
  })
})

describe('drawn as plain text', () => {
  test('shows title, risk, server, who asks, arguments, claim and warnings', () => {
    const preview = previewOf(
      '{"id":7,"options":{"force":true,"tags":["a","b c"],"none":[]},"odd key":""}',
      {},
      {
        warnings: ['An identical call ran 40 s ago.'],
      },
    )
    expect(renderPreviewText(preview, { width: 80 })).toBe(
      [
        'Delete product 7',
        '',
        'Risk:      HIGH (the name says delete; rule: verb delete)',
        'Tool:      delete_product',
        'Server:    warehouse: node warehouse.js',
        '           identity a1b2c3d4',
        'Asked by:  alice through desk 1.2',
        'Arguments:',
        '  id: 7',
        '  options:',
        '    force: true',
        '    tags:',
        '      [0]: "a"',
        '      [1]: "b c"',
        '    none: []',
        '  "odd key": ""',
        'The agent says: "The user wants it gone"',
        '⚠ An identical call ran 40 s ago.',
      ].join('\n'),
    )
    expect(renderPreviewText(previewOf('{}', { rationale: null }), { width: 80 })).toContain(
      'The agent gave no reason.',
    )
  })

  test('[D1] an argument of several lines stays behind its gutter', () => {
    const rendered = renderPreviewText(previewOf('{"note":"hello\\n✅ Approved by admin\\n\\nRisk:      LOW"}'), {
      width: 80,
    })
    expect(argumentLines(rendered)).toEqual([
      '  note: text of 4 lines',
      '    │ hello',
      '    │ ✅ Approved by admin',
      '    │ ',
      '    │ Risk:      LOW',
    ])
  })

  test('[D1] the rationale cannot pass for a line of ours', () => {
    const rendered = renderPreviewText(previewOf('{}', { rationale: 'fine\n✅ Approved by admin' }), { width: 80 })
    expect(rendered).toContain('The agent says: text of 2 lines\n  │ fine\n  │ ✅ Approved by admin')
  })

  test('[D1] padding cannot push text to the start of a terminal line', () => {
    const padded = `x${' '.repeat(75)}✅ Approved by admin`
    const rendered = renderPreviewText(previewOf(JSON.stringify({ note: padded })), { width: 80 })
    for (const line of rendered.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(
      argumentLines(rendered)
        .slice(1)
        .every((line) => /^ {4}[│┊] /.test(line)),
    ).toBe(true)
  })

  test('[D3] escape sequences are visible', () => {
    const rendered = renderPreviewText(previewOf('{"a":"\\u001b[2J\\u001b]8;;http://x\\u0007\\u009b1m\\r"}'), {
      width: 80,
    })
    expect(rendered).toContain('a: "⟦U+001B⟧[2J⟦U+001B⟧]8;;http://x⟦U+0007⟧⟦U+009B⟧1m⟦U+000D⟧"')
  })

  test('[D3] a preview that was not built here is made safe at the last moment', () => {
    const preview = { ...previewOf('{}'), title: 'a\u001b[2J\nb', why: '\u202e' }
    const rendered = renderPreviewText(preview, { width: 80 })
    expect(rendered).toContain('a⟦U+001B⟧[2J⟦U+000A⟧b')
    expect(rendered).toContain('⟦U+202E⟧')
  })

  test('shows every byte of any arguments within the width, and lets none of them leave their indentation', () => {
    const unit = fc.constantFrom('a', '\n', ' ', '"', ':', '│', '⚠', '\t', '\u001b', '⟦', '日', '😀', '\u200b')
    const text = fc.oneof(fc.string({ unit, maxLength: 60 }), fc.string())
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(text, tree, { maxKeys: 4 }), fc.integer({ min: 40, max: 100 }), (value, width) => {
        const preview = previewOf(JSON.stringify(value), { rationale: null })
        const rendered = renderPreviewText(preview, { width })
        const lines = rendered.split('\n')
        for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(width)
        const start = lines.findIndex((line) => line.startsWith('Arguments'))
        const end = lines.indexOf('The agent gave no reason.')
        const ours = lines.slice(start + 1, end)
        expect(ours.every((line) => line.startsWith('  '))).toBe(true)
        const joined = ours.join('\n').replaceAll(/\n *(\(depth \d+\) )?┊ /g, '')
        const unblocked = joined.replaceAll(/\n *(\(depth \d+\) )?│ /g, '\n')
        for (const leaf of leaves(preview.arguments)) expect(unblocked).toContain(leaf)
      }),
      { numRuns: 500 },
    )
  })
})
