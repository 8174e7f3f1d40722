import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CONFIG } from '@holdpoint/core/policy'
import { afterAll, describe, expect, test } from 'vitest'
import { readSecret } from '../../src/config/channel-secrets.ts'
import { findUnusableChats } from '../../src/config/unusable-chats.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdpoint-secrets-'))
const file = join(folder, 'token')
afterAll(() => rmSync(folder, { recursive: true }))

describe('[X13.S3] secrets of chats', () => {
  test('come from the environment or a file, without blanks around them', () => {
    writeFileSync(file, ' s3cret\n')
    expect(readSecret({ file }, {})).toEqual({ ok: true, secret: 's3cret' })
    expect(readSecret({ variable: 'A' }, { A: 's3cret' })).toEqual({ ok: true, secret: 's3cret' })
  })

  test('one that is empty, missing or unreadable is none, and the answer names the place', () => {
    writeFileSync(file, '\n')
    expect(readSecret({ file }, {})).toEqual({ ok: false, why: `the file ${file} is empty` })
    expect(readSecret({ file: join(folder, 'none') }, {})).toMatchObject({
      ok: false,
      why: expect.stringMatching(/no file/),
    })
    expect(readSecret({ file: folder }, {})).toMatchObject({ ok: false, why: expect.stringMatching(/cannot be read/) })
    for (const environment of [{}, { A: '' }, { A: ' ' }])
      expect(readSecret({ variable: 'A' }, environment)).toMatchObject({
        ok: false,
        why: expect.stringMatching(/A is not set/),
      })
  })

  test('each that is missing is a problem at its place, with the next step', () => {
    const slack = { settings: {}, secrets: { bot_token: { variable: 'A' }, app_token: { variable: 'B' } } }
    const channels = { ...DEFAULT_CONFIG.channels, connections: { slack } }
    expect(findUnusableChats(channels, { A: 'x' })).toEqual([
      {
        path: ['channels', 'slack', 'app_token'],
        message: 'Nobody can be asked in slack from here: the environment variable B is not set.',
        suggestion: 'set B where Holdpoint runs, or run: holdpoint connect slack',
      },
    ])
    expect(findUnusableChats(channels, { A: 'x', B: 'y' })).toEqual([])
    expect(findUnusableChats(DEFAULT_CONFIG.channels, {})).toEqual([])
  })
})
