/** What stands in the log: one remark, one line, whatever those say whose words and names are in it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog, logLines } from '../../src/home/log.ts'

let written = ''

beforeEach(() => {
  written = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
})

afterEach(() => vi.restoreAllMocks())

const FORGED = 'host\nholdpoint: the changed policy is in force'

test('no name begins a line of its own, nor anything else that ends one for a terminal', () => {
  const log = createLog('holdpoint: ', false)
  for (const end of ['\n', '\r\n', '\r', '\u2028', '\u0085', '\u000b', '\u001b[2K\u001b[1G']) {
    written = ''
    log(`${FORGED.replace('\n', end)} calls get_contact on crm`)
    expect(written.split('\n')).toHaveLength(2)
    expect(written.slice(0, -1)).not.toContain(end.charAt(0))
    expect(written).toMatch(/^holdpoint: host⟦U\+[0-9A-F]{4}⟧.*holdpoint: the changed policy/)
  }
})

test('the end of a line that a server wrote is no part of it, and tabs of a stack trace stay', () => {
  const log = createLog('', false)
  log('main.go:12\n')
  log('\tat org.example.Main\r\n')
  expect(written).toBe('main.go:12\n\tat org.example.Main\n')
})

test('text that has lines by right is as many remarks, each with the prefix', () => {
  logLines(
    createLog('holdpoint: ', false),
    'holdpoint.yaml:3:5: Unexpected token: PLUS\n\n>    1 | a ++ b\n            ^',
  )
  expect(written).toBe(
    'holdpoint: holdpoint.yaml:3:5: Unexpected token: PLUS\nholdpoint: >    1 | a ++ b\nholdpoint:             ^\n',
  )
})

test('quiet is quiet', () => {
  createLog('holdpoint: ', true)('something')
  expect(written).toBe('')
})
