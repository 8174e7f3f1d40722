import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalize, findArgumentChanges, readStrict } from '@holdpoint/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editInEditor } from '../../../src/terminal/inbox/edit-arguments.ts'
import { indentJsonText, packJsonText } from '../../../src/terminal/inbox/edit-arguments.ts'

describe('arguments laid out for the editor', () => {
  test('only white space changes: spelling, order and meaning stay', () => {
    const text = '{"n":1.50,"big":1e3,"list":[1,{"a":"x, y: {z}"},[],{}],"s":"\\"\\u00e9\\n"}'
    const indented = indentJsonText(text)
    expect(indented.split('\n').length).toBeGreaterThan(10)
    expect(indented).toContain('"n": 1.50')
    expect(indented).toContain('"x, y: {z}"')
    expect(findArgumentChanges(text, indented)).toEqual([])
    expect(packJsonText(indented)).toBe(text)
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const before = JSON.stringify(value)
        const one = readStrict(before)
        const other = readStrict(indentJsonText(before))
        expect(packJsonText(indentJsonText(before))).toBe(before)
        if (one.ok && other.ok) expect(canonicalize(other.value)).toBe(canonicalize(one.value))
        expect(other.ok).toBe(one.ok)
      }),
    )
  })
})

describe('the editor', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdpoint-editor-test-'))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  function script(name: string, body: string): string {
    const file = join(folder, name)
    writeFileSync(file, `#!/bin/sh\n${body}\n`)
    chmodSync(file, 0o755)
    return file
  }

  const edit = async (editor: string, interrupted = new AbortController().signal) =>
    await editInEditor('{"id": 1}', { environment: { EDITOR: editor }, platform: process.platform, interrupted })

  test('gets a file that its owner alone can read, with its own options before it; the file is gone afterwards', async () => {
    const note = join(folder, 'note')
    const editor = script('editor', `stat -c '%a %n' "$2" > ${note}; test "$1" = --wait && printf '{"id": 2}' > "$2"`)
    expect(await edit(`${editor} --wait`)).toEqual({ ok: true, text: '{"id": 2}' })
    const [mode = '', file = ''] = readFileSync(note, 'utf8').trim().split(' ')
    expect(mode).toBe('600')
    expect(existsSync(file)).toBe(false)
  })

  test('one that fails or does not exist changes nothing, and leaves nothing behind', async () => {
    const note = join(folder, 'failed')
    const failing = script('failing', `echo "$1" > ${note}; printf '{"id": 3}' > "$1"; exit 1`)
    expect(await edit(failing)).toMatchObject({ ok: false, message: expect.stringContaining('ended with 1') as string })
    expect(existsSync(readFileSync(note, 'utf8').trim())).toBe(false)
    expect(await edit('/nowhere/editor')).toMatchObject({ ok: false })
  })

  test('ends with the inbox', async () => {
    const stop = new AbortController()
    const editing = edit(script('slow', 'exec sleep 30'), stop.signal)
    setTimeout(() => stop.abort(), 50)
    expect(await editing).toMatchObject({ ok: false })
  })
})
