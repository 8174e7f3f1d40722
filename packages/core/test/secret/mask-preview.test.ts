import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildArgumentTree } from '../../src/preview/argument-tree.ts'
import type { EntityPreview } from '../../src/preview/entity-preview.ts'
import type { Preview } from '../../src/preview/preview.ts'
import { decisiveLines, questionLines, showsEveryByte } from '../../src/preview/decisive-lines.ts'
import { describeMasked } from '../../src/secret/describe-masked.ts'
import { maskedContent } from '../../src/secret/mask-content.ts'
import { maskJson } from '../../src/secret/mask-json.ts'
import { listSecrets, maskPreview } from '../../src/secret/mask-preview.ts'

const GITHUB = 'ghp_abcdefghijklmnopqrstuvwxyz0123459fA2'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function previewOf(args: unknown, more: Partial<Preview> = {}): Preview {
  return {
    title: 'call on demo',
    tool: 'call',
    toolTitle: null,
    server: { name: 'demo', identity: 'abc', display: 'npx demo' },
    risk: 'high',
    why: 'it writes',
    rule: 'built in',
    askedBy: { principal: 'local', client: 'test 1' },
    arguments: buildArgumentTree(JSON.stringify(args), sha256).root,
    rationale: null,
    irreversible: false,
    warnings: [],
    ...more,
  }
}

function drawn(preview: Preview): string {
  return JSON.stringify([
    describeMasked(preview),
    maskedContent(preview),
    decisiveLines(preview, 80),
    questionLines(preview),
  ])
}

describe('a secret is masked wherever it stands', () => {
  test.each([
    ['in the title', {}, { title: `push ${GITHUB}` }],
    ['in the titles of both languages', {}, { titles: { en: GITHUB, zh: GITHUB } }],
    ['in the rationale', {}, { rationale: `because of ${GITHUB}` }],
    ['in a warning', {}, { warnings: [`look at ${GITHUB}`] }],
    ['in the name of the tool', {}, { tool: `x_${GITHUB}` }],
    ['in the name of a tool with a title', {}, { toolTitle: GITHUB }],
    ['in the command of the server', {}, { server: { name: 'x', identity: 'i', display: `npx x ${GITHUB}` } }],
    ['in what was read', {}, { entity: entityOf([{ label: 'note', before: GITHUB, after: GITHUB }]) }],
    ['in an argument', { note: `x ${GITHUB}` }, {}],
    ['in the name of an argument', { [GITHUB]: 1 }, {}],
    ['within lists and objects', { a: [{ b: [GITHUB] }] }, {}],
    ['in JSON within an argument', { body: JSON.stringify({ x: { y: GITHUB } }) }, {}],
    ['in one side of a change', { oldText: 'nothing', newText: `key ${GITHUB}` }, {}],
  ] as const)('%s', (_, args, more) => {
    const preview = previewOf(args, more as Partial<Preview>)
    const text = drawn(preview)
    expect(text).not.toContain(GITHUB)
    expect(text).not.toContain('cdefghijklmnop')
  })

  test.each([
    ['by its own name', { password: 'hunter2hunter2x' }],
    ['by the name of its list', { tokens: ['hunter2hunter2x'] }],
    ['by a name beside it', { env: [{ name: 'DB_PASSWORD', value: 'hunter2hunter2x' }] }],
    ['by its place in JSON', { body: '{"client_secret": "hunter2hunter2x"}' }],
    ['in a header', { headers: { Authorization: 'Basic hunter2hunter2x' } }],
    ['with a blank at its end', { password: 'hunter2hunter2x ' }],
    ['as a number', { pin_code: 1, api_key: 12345678 }],
  ])('%s', (_, args) => {
    const text = drawn(previewOf(args))
    expect(text).not.toMatch(/hunter2hunter2x|12345678/)
  })
})

function entityOf(fields: EntityPreview['fields']): EntityPreview {
  return { title: 'Change it?', fields, impact: [], source: 'get', hash: 'h', seen: [] }
}

describe('what is decided on stays in sight', () => {
  test('a command that was given the name of a secret', () => {
    const preview = previewOf({ secret: 'rm -rf /home; curl x | sh' })
    expect(drawn(preview)).toContain('rm -rf /home; curl x | sh')
  })

  test('a surface that shows a mask shows every byte that can act', () => {
    expect(showsEveryByte(previewOf({ token: GITHUB, note: 'hello' }), { lines: 10, columns: 80 })).toBe(true)
  })

  test('the title names what the arguments name, but for their secrets, whole or cut', () => {
    const args = { password: 'correcthorse99battery', table: 'users' }
    expect(maskPreview(previewOf(args, { title: 'Log in correcthorse99battery to users' })).title).toBe(
      'Log in ⟦corr…tery (21 characters)⟧ to users',
    )
    expect(maskPreview(previewOf(args, { title: 'Log in correcthorse… to users' })).title).toBe(
      'Log in ⟦… (12 characters)⟧… to users',
    )
  })

  test('two secrets that look alike are told apart', () => {
    const one = `ghp_${'a'.repeat(32)}9fA2`
    const other = `ghp_${'b'.repeat(32)}9fA2`
    const { arguments: root } = maskPreview(previewOf({ from: one, to: other, again: one }))
    expect(root).toMatchObject({
      entries: [
        { value: { text: '⟦ghp_…9fA2 (40 characters)⟧' } },
        { value: { text: '⟦ghp_…9fA2 (40 characters, #2)⟧' } },
        { value: { text: '⟦ghp_…9fA2 (40 characters)⟧' } },
      ],
    })
  })
})

describe('a change within secrets is seen', () => {
  const one = `ghp_${'a'.repeat(32)}9fA2`
  const other = `ghp_${'b'.repeat(32)}9fA2`

  test('as a line taken out and a line put in', () => {
    const preview = previewOf({ edits: [{ oldText: `x\ntoken ${one}\ny`, newText: `x\ntoken ${other}\ny` }] })
    const [part] = maskedContent(preview)
    expect(part).toMatchObject({
      kind: 'difference',
      runs: [
        { kind: 'kept', lines: ['x'] },
        { kind: 'removed', lines: ['token ⟦ghp_…9fA2 (40 characters)⟧'] },
        { kind: 'added', lines: ['token ⟦ghp_…9fA2 (40 characters, #2)⟧'] },
        { kind: 'kept', lines: ['y'] },
      ],
    })
  })

  test('where the change is, is found by the characters as they are', () => {
    const before = 'password: hunter2\nhunter2 is a name\n'
    const preview = previewOf(
      { path: 'a.yaml', edits: [{ oldText: 'hunter2\n', newText: 'hunter3\n' }] },
      { entity: { ...entityOf([]), compared: { argument: 'edits', how: 'edits', before } } },
    )
    const difference = maskedContent(preview).find(({ kind }) => kind === 'difference')
    expect(difference).toMatchObject({
      runs: [
        { kind: 'removed', lines: ['password: ⟦… (7 characters)⟧'] },
        { kind: 'added', lines: ['password: ⟦… (7 characters, #2)⟧'] },
        { kind: 'kept', lines: ['hunter2 is a name'] },
        { kind: 'kept', lines: [''], around: true },
      ],
    })
    expect(maskPreview(preview).entity?.compared).toBeUndefined()
  })

  test('the lines of a private key stay lines', () => {
    const line = 'MIIEowIBAAKCAQEAabcdabcdabcdabcd'
    const key = `-----BEGIN PRIVATE KEY-----\n${line}\n${line}\nabcd\n-----END PRIVATE KEY-----`
    const [part] = maskedContent(previewOf({ edits: [{ oldText: 'none', newText: key }] }))
    expect(part).toMatchObject({
      runs: [
        { kind: 'removed' },
        {
          kind: 'added',
          lines: [
            '-----BEGIN PRIVATE KEY-----',
            '⟦… (32 characters)⟧',
            '⟦… (32 characters)⟧',
            '⟦… (4 characters)⟧',
            '-----END PRIVATE KEY-----',
          ],
        },
      ],
    })
  })
})

describe('one secret at a time', () => {
  const preview = previewOf({ token: GITHUB, list: [{ password: 'hunter2' }] })

  test('they are listed with their places', () => {
    expect(listSecrets(preview.arguments)).toEqual([
      { place: 'token', mask: '⟦ghp_…9fA2 (40 characters)⟧', text: GITHUB },
      { place: 'list[0].password', mask: '⟦… (7 characters)⟧', text: 'hunter2' },
    ])
  })

  test('the one that is shown leaves the other masked', () => {
    const shown = JSON.stringify(maskPreview(preview, { revealed: 1 }).arguments)
    expect(shown).toContain('hunter2')
    expect(shown).not.toContain(GITHUB)
  })
})

test('JSON for lists keeps its members and their order, and a literal mark is none of ours', () => {
  const masked = maskJson({
    b: `x ${GITHUB}`,
    __proto__x: 1,
    a: { password: 'hunter2' },
    n: 4111111111111111,
    m: '⟦x⟧',
  })
  expect(JSON.stringify(masked)).toBe(
    '{"b":"x ⟦ghp_…9fA2 (40 characters)⟧","__proto__x":1,"a":{"password":"⟦… (7 characters)⟧"},"n":"⟦4111…1111 (16 characters)⟧","m":"⟦U+27E6⟧x⟧"}',
  )
})
