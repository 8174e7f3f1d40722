/**
 * The example does what its header says, in at most 80 lines, and without a port, a file of its own or another program.
 */
import { spawnSync } from 'node:child_process'
import type { SpawnSyncReturns } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** Refuses every module that could open a port, start a program or reach the disk on its own behalf. */
const WATCH = `
for (const name of ['net', 'http', 'https', 'http2', 'dgram', 'tls', 'child_process', 'cluster'])
  for (const [key, value] of Object.entries(process.getBuiltinModule(name)))
    if (/^(?:createServer|createConnection|connect|request|get|spawn|spawnSync|exec|execFile|fork|createSocket)$/.test(key) && typeof value === 'function')
      process.getBuiltinModule(name)[key] = () => { process.stdout.write('BREACH ' + name + '.' + key + '\\n'); throw new Error(name) }
const fs = process.getBuiltinModule('fs')
for (const key of ['openSync', 'open', 'writeFileSync', 'writeFile', 'mkdirSync', 'appendFileSync'])
  { const before = fs[key]; fs[key] = (...given) => { if (!/\\.(?:m?js|json)$/.test(String(given[0]))) process.stdout.write('BREACH fs.' + key + ' ' + given[0] + '\\n'); return before(...given) } }
process.getBuiltinModule('module').syncBuiltinESMExports()
`

function watched(...args: readonly string[]): SpawnSyncReturns<string> {
  const preload = `data:text/javascript,${encodeURIComponent(WATCH)}`
  return spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8', timeout: 60_000 })
}

function run(...args: readonly string[]): readonly string[] {
  const ran = watched(at('dist/main.js'), ...args)
  expect(ran.stderr).toBe('')
  expect(ran.status).toBe(0)
  return ran.stdout.trimEnd().split('\n')
}

describe('[X12.1] the engine stands alone', () => {
  test('a read passes, a delete runs once after the person said yes', () => {
    expect(run()).toEqual([
      'server    runs read_note shopping',
      'agent     read_note: [{"type":"text","text":"milk, bread"}]',
      'person    asked: Delete note shopping → approve',
      'server    runs delete_note shopping',
      'agent     delete_note: [{"type":"text","text":"Deleted: true"}]',
      'notes     0 left',
    ])
  })

  test('what the person refuses never reaches the server', () => {
    const lines = run('no')
    expect(lines.filter((line) => line.startsWith('server'))).toEqual(['server    runs read_note shopping'])
    expect(lines.at(-1)).toBe('notes     1 left')
  })

  test.each([
    ["import { createServer } from 'node:http'; createServer()", 'http.createServer'],
    ["import { spawn } from 'node:child_process'; spawn('true')", 'child_process.spawn'],
    ["import { openSync } from 'node:fs'; openSync('/dev/null', 'r')", 'fs.openSync'],
  ])('a program that did otherwise would be seen: %s', (code, what) => {
    expect(watched('--input-type=module', '--eval', code).stdout).toContain(`BREACH ${what}`)
  })

  test('it has at most 80 lines, and imports only packages of ours', () => {
    const text = readFileSync(at('src/main.ts'), 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(80)
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name)
    expect(imported.every((name) => name?.startsWith('@holdpoint/'))).toBe(true)
  })
})
