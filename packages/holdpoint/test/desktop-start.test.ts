import { describe, expect, test } from 'vitest'
import { splitCommandLine } from '../src/cli/split-command-line.ts'
import { COMMAND, readDesktopStart, VARIABLES } from '../src/desktop-start.ts'

describe('[X15.P4] a command in one field', () => {
  test.each([
    ['npx -y @a/server  /data', ['npx', '-y', '@a/server', '/data']],
    [String.raw`node "C:\Program Files\x\s.js" 'a b'`, ['node', String.raw`C:\Program Files\x\s.js`, 'a b']],
    [String.raw`\\files\x\s.exe --dir C:\data\ `, [String.raw`\\files\x\s.exe`, '--dir', 'C:\\data ']],
    [String.raw`/Users/ana/My\ Servers/run "say \"yes\""`, ['/Users/ana/My Servers/run', 'say "yes"']],
    [`--query="a b" '' https://example.test/?a=1&b=2`, ['--query=a b', '', 'https://example.test/?a=1&b=2']],
    ['  ', []],
  ])('%s', (text, words) => {
    expect(splitCommandLine(text)).toEqual({ ok: true, words })
  })

  test.each(['npx "server', "npx 'server", 'a && b', 'a | b', 'a ; b', 'a > file', 'run $(which a)', 'run `which a`'])(
    'is refused, since nothing of a shell would happen: %s',
    (text) => {
      expect(splitCommandLine(text)).toMatchObject({ ok: false })
    },
  )
})

test('[X15.P4] command and variables become those of a wrap; none is said again where they cannot be read', () => {
  expect(readDesktopStart({ [COMMAND]: 'npx server --x', [VARIABLES]: `KEY=s3cret NAME='Ana Ortiz'` })).toEqual({
    ok: true,
    args: ['wrap', '--', 'npx', 'server', '--x'],
    variables: { KEY: 's3cret', NAME: 'Ana Ortiz' },
  })
  for (const environment of [{}, { [COMMAND]: '' }, { [COMMAND]: "'' x" }, { [COMMAND]: 'a | b' }])
    expect(readDesktopStart(environment)).toMatchObject({ ok: false })
  for (const variables of ['s3cret', '1A=s3cret', 'KEY="s3cret']) {
    const start = readDesktopStart({ [COMMAND]: 'npx server', [VARIABLES]: variables })
    expect(start).toMatchObject({ ok: false })
    expect(JSON.stringify(start)).not.toContain('s3cret')
  }
})
