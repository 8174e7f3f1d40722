/** What packs bring for calls of servers that they recognise, and for no others. */
import { describe, expect, test } from 'vitest'
import { describeEntityTitles, describeTitles } from '../../src/description/describe-titles.ts'
import { packRecipes } from '../../src/description/pack-recipes.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { buildEntityPreview } from '../../src/preview/entity-preview.ts'
import { sha256 } from '@holdpoint/testing'

const FILES = {
  name: 'files',
  identity: 'i',
  display: 'npx -y @modelcontextprotocol/server-filesystem /data',
  transport: 'stdio',
} as const
const OTHER = { ...FILES, display: 'node evil.js @modelcontextprotocol/server-filesystem' }
const call = (tool: string, args: JsonObject, server: typeof OTHER | typeof FILES = FILES) => ({
  tool,
  server,
  argumentsText: JSON.stringify(args),
})

describe('titles', () => {
  test('say whether a file is new and by how much it changes', () => {
    const write = call('write_file', { path: '/data/notes/report.md', content: 'a\nb\nc' })
    expect(describeTitles(write).titles).toEqual({ en: 'Write report.md (3 lines)', zh: '写入 report.md（3 行）' })
    const compared = { argument: 'content', how: 'whole' } as const
    expect(describeEntityTitles(write, { ...compared, before: 'a' }).en).toBe('Overwrite report.md (1 → 3 lines)')
    expect(describeEntityTitles(write, { ...compared, before: null }).en).toBe('Create report.md (3 lines)')
  })

  test('of a server that no pack recognises come from the tool and its arguments', () => {
    const title = describeTitles(
      call('edit_file', { path: '/a/b.txt', edits: [{ oldText: 'a', newText: 'b' }] }, OTHER),
    )
    expect(title.titles.en).toBe('Edit b.txt: 1 change')
    expect(describeTitles(call('delete_note', { id: 7 }, OTHER)).titles).toEqual({
      en: 'Delete note 7',
      zh: '删除 note 7',
    })
  })

  test('hidden characters of names and values are visible, and a title stays one short line', () => {
    const { en } = describeTitles(call('delete\nnote', { id: 'a\u202eb\nc', note: 'x'.repeat(9000) }, OTHER)).titles
    expect(en).toContain('⟦U+202E⟧')
    expect(en).toContain('⟦U+000A⟧')
    expect(en.length).toBeLessThanOrEqual(120)
  })
})

describe('recipes', () => {
  const facts = { args: { path: '/a', content: 'new' }, entity: { content: 'old' }, result: null }

  test('read what is there, compare with it and write it back', () => {
    const { preview, undo } = packRecipes(FILES, 'write_file') ?? { preview: null, undo: null }
    expect(preview?.source.kind === 'read' && preview.source.with(facts)).toEqual({ path: '/a' })
    expect(preview?.compare?.now(facts)).toBe('old')
    expect(preview?.mayBeNew).toBe(true)
    expect(undo?.with(facts)).toEqual({ path: '/a', content: 'old' })
  })

  test('draw the text that changes once, as a difference', () => {
    const recipe = packRecipes(FILES, 'write_file')?.preview
    if (recipe === null || recipe === undefined) throw new Error('The pack brings a read.')
    const about = { ...call('write_file', facts.args), arguments: facts.args }
    const shown = buildEntityPreview({ call: about, recipe, source: 'read_text_file', entity: facts.entity, sha256 })
    expect(shown).toMatchObject({ fields: [], compared: { argument: 'content', how: 'whole', before: 'old' } })
  })

  test('that lack what they need throw, and take nothing back', () => {
    const undo = packRecipes(FILES, 'write_file')?.undo
    expect(() => undo?.with({ ...facts, entity: null })).toThrow('entity.content')
    const read = packRecipes(FILES, 'edit_file')?.preview?.compare
    expect(() => read?.now({ ...facts, entity: { __proto__: { content: 'x' } } })).toThrow('entity.content')
  })

  test('are for servers that the pack recognises alone', () => {
    expect(packRecipes(OTHER, 'write_file')).toBeNull()
    expect(packRecipes(FILES, 'read_file')).toBeNull()
  })
})
