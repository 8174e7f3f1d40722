import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closestWord, editDistance } from '../../src/config/closest-word.ts'
import { COMMANDS, DESCRIPTIONS } from '../../src/cli/command-list.ts'
import { parseDemoArguments } from '../../src/cli/demo-options.ts'
import { readDuration, shortDuration } from '../../src/cli/duration.ts'
import { spellCommands } from '@holdpoint/core/sentence'
import { HELP_TOPICS } from '../../src/cli/help-topics.ts'
import { parseServeArguments } from '../../src/cli/serve-options.ts'
import { parseWrapArguments } from '../../src/cli/wrap-options.ts'
import { createCliHome } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

let home: CliHome
beforeAll(async () => {
  home = await createCliHome()
})
afterAll(async () => {
  await home.remove()
})

describe('usage', () => {
  test.each([
    [['lst'], 'Did you mean "list"?'],
    [['aprove', 'x'], 'Did you mean "approve"?'],
    [['audit', 'verfy'], 'Did you mean "audit verify"?'],
    [['audit'], 'audit verify, audit head, audit accept, audit tail, audit export'],
    [['policy', '--json'], 'policy check'],
    [['list', '--stat', 'pending'], 'Did you mean --state?'],
    [['list', 'extra'], 'one argument too many'],
    [['list', '--state'], 'needs a value'],
    [['list', '--json=yes'], 'takes no value'],
    [['list', '--limit', '1', '--limit', '2'], 'twice'],
    [['approve'], 'ID is missing'],
    [['approve', 'x', '--note', '--wait'], '--note needs a value'],
    [['approve', 'x', '--timeout', 'long'], 'no duration'],
    [['approve', 'x', '--note', 'n'.repeat(4001)], 'longer than 4000'],
    [['help', 'hots'], 'Did you mean "hosts"?'],
    [['constructor'], 'There is no command'],
    [['list', '--constructor'], 'There is no option --constructor'],
    [['list', '--__proto__'], 'There is no option --__proto__'],
    [['x\u001b[2J\ny'], '⟦U+001B⟧'],
  ])('%j is refused with the way on, exit 2', async (words, hint) => {
    const { exitCode, out, err } = await home.run(words)
    expect(exitCode).toBe(2)
    expect(out + err).toContain(hint)
    expect(out + err).not.toMatch(/(?!\n)\p{Control}|\n\s+at /u)
    if (err !== '') expect(err.trimEnd().split('\n')).toHaveLength(2)
  })

  test('with --json a problem is an error object', async () => {
    const { exitCode, out, err } = await home.run(['show', 'nothing-there', '--json'])
    expect(exitCode).toBe(1)
    expect(err).toBe('')
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'NOT_FOUND', message: expect.any(String) as string } })
  })

  test('--quiet says nothing when all is well', async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('quiet', 'approver')
    expect(await home.run(['approve', hold.id, '--quiet'], { secret })).toEqual({ exitCode: 0, out: '', err: '' })
  })

  test('the version', async () => {
    expect(await home.run(['--version'])).toEqual({ exitCode: 0, out: '1.2.3\n', err: '' })
  })

  test('an unexpected error is one line and a hint, never a stack', async () => {
    const broken = await createCliHome()
    await broken.store.close()
    const { exitCode, out, err } = await broken.run(['list'])
    expect(exitCode).toBe(1)
    expect(out).toBe('')
    expect(err.trimEnd().split('\n')).toHaveLength(2)
    expect(err).not.toMatch(/\n\s+at /)
    await broken.remove().catch(() => {})
  })
})

describe('help', () => {
  test('[X11.E11] every command is spelt as the person starts the program', () => {
    for (const { name } of DESCRIPTIONS)
      expect(spellCommands(`Run: holdpoint ${name}`, 'npx x')).toBe(`Run: npx x ${name}`)
  })

  test('the overview names every command and topic within 80 columns', async () => {
    for (const words of [[], ['help'], ['--help']]) {
      const { exitCode, out } = await home.run(words)
      expect(exitCode).toBe(0)
      for (const { name } of [...DESCRIPTIONS, ...HELP_TOPICS]) expect(out).toContain(`  ${name} `)
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    }
  })

  test('every command explains itself, with an example, in both ways', async () => {
    for (const { name, usage } of COMMANDS) {
      expect(usage).toMatch(new RegExp(`^holdpoint ${name}`))
      expect(usage).toContain(`\n  holdpoint ${name}`)
      for (const line of usage.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
      expect(await home.run([...name.split(' '), '--help'])).toEqual({ exitCode: 0, out: usage, err: '' })
      expect((await home.run(['help', ...name.split(' ')])).out).toBe(usage)
    }
  })

  test('topics, and families of commands', async () => {
    const hosts = (await home.run(['help', 'hosts'])).out
    for (const host of ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code', 'Goose']) expect(hosts).toContain(host)
    expect((await home.run(['help', 'deciding'])).out).toContain('HOLDPOINT_TOKEN')
    expect((await home.run(['help', 'policy'])).out).toContain('holdpoint policy explain SERVER TOOL')
    expect((await home.run(['audit', '--help'])).out).toContain('holdpoint audit tail')
  })
})

describe('options of the long-running commands', () => {
  test('wrap takes a command after --, untouched', () => {
    expect(
      parseWrapArguments(['--name', 'crm', '--config', 'f.yaml', '--', 'npx', '-y', 'server', '--help', '--']),
    ).toEqual({
      ok: true,
      options: {
        name: 'crm',
        config: 'f.yaml',
        upstream: { kind: 'command', command: 'npx', args: ['-y', 'server', '--help', '--'] },
      },
    })
    expect(parseWrapArguments(['--url', 'https://crm.example/mcp'])).toMatchObject({
      ok: true,
      options: { name: null, upstream: { kind: 'url', url: 'https://crm.example/mcp' } },
    })
    expect(parseWrapArguments(['--name=crm'])).toMatchObject({
      ok: true,
      options: { upstream: { kind: 'configured', name: 'crm' } },
    })
  })

  test.each([
    [[], 'Say which server'],
    [['--'], 'Say which server'],
    [['--', ''], 'is empty'],
    [['npx', '-y', 'server'], 'Put -- before'],
    [['--name', 'crm', 'npx', '-y', 'server'], 'holdpoint wrap -- npx -y server'],
    [['--url', 'file:///etc/passwd'], 'no http'],
    [['--url', 'nonsense'], 'no http'],
    [['--url', 'http://x', '--', 'npx'], 'not both'],
    [['--name', '../x', '--', 'npx'], 'cannot be a server'],
    [['--nmae', 'x', '--', 'npx'], 'Did you mean --name?'],
  ])('wrap %j is wrong usage', (words, hint) => {
    expect(parseWrapArguments(words)).toMatchObject({
      ok: false,
      exitCode: 2,
      message: expect.stringContaining(hint) as string,
    })
  })

  test('serve and demo', () => {
    expect(parseServeArguments([])).toEqual({ ok: true, options: { config: null, host: null, port: null } })
    expect(parseServeArguments(['--host', '0.0.0.0', '--port', '8080'])).toEqual({
      ok: true,
      options: { config: null, host: '0.0.0.0', port: 8080 },
    })
    for (const port of ['65536', '-1', 'x', '']) {
      expect(parseServeArguments([`--port=${port}`])).toMatchObject({ ok: false, exitCode: 2 })
      expect(parseDemoArguments([`--port=${port}`])).toMatchObject({ ok: false, exitCode: 2 })
    }
    expect(parseDemoArguments([])).toEqual({ ok: true, options: { port: null } })
    for (const parse of [parseWrapArguments, parseServeArguments, parseDemoArguments]) {
      expect(parse(['--help'])).toMatchObject({
        ok: false,
        exitCode: 0,
        message: expect.stringContaining('holdpoint ') as string,
      })
    }
  })
})

describe('words and durations', () => {
  test('edit distance', () => {
    expect(editDistance('', 'abc')).toBe(3)
    expect(editDistance('lsit', 'list')).toBe(1)
    expect(editDistance('same', 'same')).toBe(0)
    expect(closestWord('zzzzz', ['list', 'show'])).toBeNull()
  })

  test('durations', () => {
    expect(['90', '90s', '5m', '2h', '30d'].map(readDuration)).toEqual([
      90_000, 90_000, 300_000, 7_200_000, 2_592_000_000,
    ])
    for (const text of ['', '0', '-1', '5 m', '1.5h', '5y', '1e9']) expect(readDuration(text)).toBeNull()
    expect([0, 59_999, 60_000, 3_600_000, 90_000_000, -5].map(shortDuration)).toEqual([
      '0s',
      '59s',
      '1m',
      '1h',
      '1d',
      '0s',
    ])
  })
})
