/**
 * What goes wrong before anything runs: one clear message with the way on, the right exit code, never a stack trace.
 */
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import { startHoldpoint } from '../harness/decide.ts'
import type { CommandResult } from '../harness/resident-command.ts'
import { readLedger } from '../harness/ledger.ts'
import { HOLDPOINT } from '../harness/paths.ts'
import { endWrap, startProcess, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'

const STACK = /^\s+at .*:\d+:\d+/m

function expectClear(result: CommandResult, code: number, ...words: readonly (string | RegExp)[]): void {
  expect(result.code, result.stderr).toBe(code)
  expect(result.stderr).not.toMatch(STACK)
  expect(result.stderr).toMatch(/^holdpoint: /)
  expect(result.stderr.split('\n').length).toBeLessThanOrEqual(6)
  for (const word of words) expect(result.stderr).toMatch(word)
}

describe.concurrent('mistakes on the command line', () => {
  const home = createTemporaryHome()

  test.each([
    [['wrapp', '--', 'x'], /Did you mean "wrap"/],
    [['list', '--stat', 'pending'], /--state/],
    [['list', '--state', 'pendin'], /pending/],
    [['approve'], /ID/],
    [['audit', 'verif'], /audit verify/],
    [['--nope'], /help/],
    [['wrap'], /--/],
    [['wrap', 'npx', 'server'], /wrap -- npx server/],
    [['wrap', '--nam', 'x', '--', 'y'], /--name/],
    [['wrap', '--name', 'a b', '--', 'y'], /name/],
    [['wrap', '--url', 'ftp://x'], /http/],
    [['serve', '--port', 'abc'], /port/],
    [['demo', '--x'], /--x/],
    [['resolve', 'abcd', '--executed', 'maybe'], /yes or/],
  ] as const)('%j is wrong usage: exit code 2, and what was probably meant', async (args, words) => {
    expectClear(await startHoldpoint(home, args, { as: 'approver' }), 2, words)
  })

  test('an id that does not exist is a no: exit code 1', async () => {
    for (const command of ['show', 'approve', 'reject']) {
      const id = '00000000-0000-4000-8000-000000000000'
      expectClear(await startHoldpoint(home, [command, id], { as: 'approver' }), 1, /no approval/i)
    }
  })

  test('--json errors are JSON', async () => {
    const told = await startHoldpoint(home, ['show', 'nosuch', '--json'])
    expect(told.code).toBe(1)
    expect(JSON.parse(told.stdout === '' ? told.stderr : told.stdout).error.code).toMatch(/NOT_FOUND/)
  })

  test('--version and help work without a home', async () => {
    const environment = { HOLDPOINT_HOME: '/dev/null/nowhere' }
    expect((await startHoldpoint(home, ['--version'], { environment })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await startHoldpoint(home, ['help'], { environment })).stdout).toContain('holdpoint wrap --')
  })
})

describe.concurrent('a configuration', () => {
  test.each([
    ['profil: strict', /holdpoint\.yaml:\d+.*/, /profile/],
    ['profile: paranoid', /holdpoint\.yaml:\d+/, /strict/],
    ['wait: 10', /holdpoint\.yaml:\d+/, /10s|45s/],
    ['rules:\n  - { name: a, match: { tool: x }, when: "args.(" }', /holdpoint\.yaml:\d+/, /./],
    [
      'rules:\n  - { name: a, match: { tool: x }, answer: ask, approvers: [] }',
      /holdpoint\.yaml:\d+/,
      /approvers|empty/,
    ],
    ['servers: [', /holdpoint\.yaml:\d+/, /./],
  ])('[H22] with %j refuses wrap, serve and demo with file, line and a suggestion', async (yaml, place, words) => {
    const home = createTemporaryHome(yaml)
    for (const args of [['wrap', '--', process.execPath, '-e', ''], ['serve', '--port', '0'], ['demo']]) {
      const told = await startHoldpoint(home, args)
      expect(told.code, `${args.join(' ')}: ${told.stderr}`).toBe(2)
      expect(told.stderr).toMatch(place)
      expect(told.stderr).toMatch(words)
      expect(told.stderr).not.toMatch(STACK)
    }
    const checked = await startHoldpoint(home, ['policy', 'check'])
    expect(checked.code).toBe(1)
    expect(checked.stdout + checked.stderr).toMatch(place)
  })

  test('that --config names and that does not exist is refused', async () => {
    const home = createTemporaryHome()
    const told = await startHoldpoint(home, ['wrap', '--config', 'no-such.yaml', '--', process.execPath, '-e', ''])
    expect(told.code).toBe(2)
    expect(told.stderr).toContain('no-such.yaml')
    expect(told.stderr).not.toMatch(STACK)
  })
})

describe.concurrent('the surroundings', () => {
  test('a port in use: serve says so and exits with 1, wrap takes another one', async () => {
    const home = createTemporaryHome()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const port = String((other.address() as AddressInfo).port)
    try {
      expectClear(await startHoldpoint(home, ['serve', '--port', port]), 1, /in use/, /--port/)
      const wrap = await startWrap(home, { environment: { HOLDPOINT_PORT: port } })
      const { approval_url: url } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
      expect(new URL(url).port).not.toBe(port)
      expect((await fetch(url)).status).toBe(200)
      await endWrap(wrap)
    } finally {
      other.close()
    }
  })

  test.each(['a file', 'below a file', 'a place where nothing can be made'])(
    'a home that is %s: exit code 1, the server never starts',
    async (kind) => {
      const home = createTemporaryHome()
      const file = join(home.folder, 'file')
      writeFileSync(file, '')
      const path = { 'a file': file, 'below a file': join(file, 'deeper', 'home') }[kind] ?? '/proc/holdpoint/home'
      const environment = { HOLDPOINT_HOME: path }
      const server = `require('node:fs').writeFileSync(${JSON.stringify(join(home.folder, 'started'))}, '')`
      for (const args of [
        ['list'],
        ['wrap', '--', process.execPath, '-e', server],
        ['serve', '--port', '0'],
        ['demo'],
      ]) {
        expectClear(await startHoldpoint(home, args, { environment }), 1, /HOLDPOINT_HOME/)
      }
      expect(() => statSync(join(home.folder, 'started'))).toThrow()
    },
  )

  test('[H15] a home that cannot be written: reads pass, everything else is refused, and the reason is in the log', async () => {
    const home = createTemporaryHome()
    // Permissions do not bind the superuser, so there a folder stands where the file should be.
    if (process.getuid?.() === 0) mkdirSync(join(home.path, 'holdpoint.db'))
    else chmodSync(home.path, 0o500)
    const wrap = await startWrap(home)
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    expect(codeOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('STORE_UNAVAILABLE')
    expect(readLedger(home, 'delete_item')).toEqual([])
    expect(wrap.stderr()).toContain('the store cannot be opened')
    await endWrap(wrap)
    expect(wrap.stderr()).not.toMatch(STACK)
  })

  test('a home of another account: one message and the way on', async () => {
    const home = createTemporaryHome()
    const command = [process.execPath, HOLDPOINT, 'list']
    if (process.getuid?.() === 0) {
      // The superuser reads everything, unless it gives that up. As another account it might not even read this
      // checkout.
      chownSync(home.path, 65_534, 65_534)
      command.unshift('setpriv', '--bounding-set', '-dac_override,-dac_read_search')
    } else chmodSync(home.path, 0o000)
    const [program = '', ...args] = command
    const running = startProcess(program, args, { cwd: '/', environment: home.environment })
    const exit = await running.exited
    expectClear({ ...exit, stdout: '', stderr: running.stderr() }, 1, /EACCES/, /Set HOLDPOINT_HOME to a folder/)
    expect(running.stderr().trimEnd().split('\n')).toHaveLength(2)
  })

  test('a store in a folder that others may read: said in words', async () => {
    const home = createTemporaryHome()
    chmodSync(home.folder, 0o755)
    home.configure(`store: sqlite:${join(home.folder, 'other.db')}`)
    const told = await startHoldpoint(home, ['list'])
    expect(told.code).toBe(0)
    expect(told.stderr).toMatch(/^holdpoint: the store's folder \S+: Other accounts can see .* 0700\.\n$/)
  })

  test('a program that is not there: wrap says what to check', async () => {
    const home = createTemporaryHome()
    const told = await startHoldpoint(home, ['wrap', '--', '/no/such/program'])
    expectClear(told, 1, /could not be started/, /Check the command "\/no\/such\/program", or give its whole path/)
  })

  test.each(['abc', '65536', '-1', '7433 '])(
    'HOLDPOINT_PORT=%j is refused wherever a page may be served',
    async (port) => {
      const home = createTemporaryHome()
      const environment = { HOLDPOINT_PORT: port }
      for (const args of [['serve'], ['demo'], ['wrap', '--', process.execPath, '-e', '']]) {
        expectClear(await startHoldpoint(home, args, { environment }), 1, /HOLDPOINT_PORT is /, /from 0 to 65535/)
      }
      expect((await startHoldpoint(home, ['list'], { environment })).code).toBe(0)
    },
  )

  test('a long wait leaves no listeners behind', async () => {
    const home = createTemporaryHome('wait: 1s')
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await wrap.kill('SIGKILL')
    const told = await startHoldpoint(home, ['approve', id, '--wait', '--timeout', '8s'], { as: 'approver' })
    expect(told.code).toBe(1)
    expect(told.stderr).toBe('')
  })

  test('a home that others could read is made private', async () => {
    const home = createTemporaryHome()
    chmodSync(home.path, 0o755)
    await startHoldpoint(home, ['list'])
    expect(statSync(home.path).mode & 0o777).toBe(0o700)
    mkdirSync(join(home.folder, 'new'))
    const fresh = join(home.folder, 'new', 'deeper', 'home')
    expect((await startHoldpoint(home, ['list'], { environment: { HOLDPOINT_HOME: fresh } })).code).toBe(0)
    expect(statSync(fresh).mode & 0o777).toBe(0o700)
  })
})
