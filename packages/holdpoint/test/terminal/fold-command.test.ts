import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { foldCommand } from '../../src/terminal/fold-command.ts'

test('a short command stays on its line, and on Windows a long one too', () => {
  expect(foldCommand('holdpoint list', 20, false)).toEqual(['holdpoint list'])
  const long = 'node C:\\a\\holdpoint.js approve 1ecb --wait'
  expect(foldCommand(long, 20, true)).toEqual([long])
})

test.skipIf(process.platform === 'win32')('a long one fits its width and means the same to a shell', () => {
  const words = ['echo', 'HOLDPOINT_HOME=/tmp/some', "'/a folder/it'\\''s/bin.js'", 'approve', '1ecb1113', '--wait']
  const command = words.join(' ')
  for (let width = 34; width < 80; width++) {
    const lines = foldCommand(command, width, false)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
    const typed = spawnSync('/bin/sh', ['-c', lines.join('\n')], { encoding: 'utf8' })
    expect(typed.stdout).toBe("HOLDPOINT_HOME=/tmp/some /a folder/it's/bin.js approve 1ecb1113 --wait\n")
  }
})
