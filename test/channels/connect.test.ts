/**
 * `holdpoint connect` as whole processes: the built command in a real terminal, each platform played by its fake, a service that
 * then asks in that chat.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as passing } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import type { TerminalSession } from '../harness/pseudo-terminal.ts'
import { connectAgent } from '../harness/serve-agent.ts'
import { BIN, collect, createPlace, eventually, stdioServer, withDefaults } from '../harness/serve-harness.ts'
import type { Place } from '../harness/serve-harness.ts'
import { dingTalkWorld, feishuWorld, slackWorld } from './connect-worlds.ts'
import type { World } from './connect-worlds.ts'
import { codeIn } from './asking-service.ts'

const FILES = { LEDGER_FILE: '${LEDGER_FILE}', LEDGER_FSYNC: '${LEDGER_FSYNC}' }

/** As somebody wrote it, with a word on every line. */
const BEFORE = [
  '# our gate, since 2025',
  '',
  ...Object.entries(withDefaults({ servers: { ledger: stdioServer({}, FILES) } })).map(
    ([key, value]) => `${key}:    ${JSON.stringify(value)}   # on ${key}`,
  ),
  '# the end',
  '',
].join('\n')

describe.each([
  ['slack', slackWorld],
  ['feishu', feishuWorld],
  ['dingtalk', dingTalkWorld],
])('[X13.S3] [X13.4] holdpoint connect %s', (platform, startWorld) => {
  const place: Place = createPlace()
  const file = path.join(place.home, 'holdpoint.yaml')
  const written = (): string => readFileSync(file, 'utf8')
  const said: (() => string)[] = []
  let world: World
  let serviceUrl = ''

  beforeAll(async () => {
    world = await startWorld()
    writeFileSync(file, BEFORE)
  })
  afterAll(async () => {
    await place.close()
    await world.close()
  })

  function open(...more: readonly string[]): TerminalSession {
    const environment = { ...place.environment, TERM: 'xterm', COLUMNS: '200' }
    const command = [process.execPath, BIN, 'connect', world.platform, '--api-url', world.url, ...more]
    const session = openTerminal(command, { environment, cwd: place.folder })
    said.push(session.screen, session.stderr)
    return session
  }

  /** Up to the code for the chat. */
  async function reachPairing(how: 'right' | 'wrong' = 'right'): Promise<{ session: TerminalSession; code: string }> {
    const session = open()
    await world.enter(session, how)
    const [, code = ''] = await session.waitForText(/^ {2}pair (\w{6})\r?$/m)
    return { session, code }
  }

  const expectNothingWritten = (before = BEFORE): void => {
    expect(written()).toBe(before)
    expect(existsSync(path.join(place.home, 'secrets'))).toBe(false)
    expect(readdirSync(place.home).filter((name) => name.includes('before-connect'))).toEqual([])
  }

  test('wrong credentials are told with the next step, and nothing is written', async () => {
    const session = open()
    await world.enter(session, 'wrong')
    expect((await session.exited).code, session.screen()).toBe(1)
    expect(session.screen()).toContain('Nothing was written')
    expect(session.screen()).toContain(`docs/channels/${world.platform}.md`)
    expectNothingWritten()
  })

  test('another code, and a message that was not typed, pair nobody; an account that the terminal does not take, neither', async () => {
    const { session, code } = await reachPairing()
    await world.write(`pair ${code.startsWith('A') ? 'C' : 'A'}${code.slice(1)}`, 'typed')
    await session.waitForText(/wrote another code/)
    await world.write(code, 'typed')
    await world.write(`please pair ${code}`, 'typed')
    for (const writing of ['edited', 'forwarded', 'bot'] as const) await world.write(`pair ${code}`, writing)
    await session.waitForText(/does not count/)
    expect(session.screen()).not.toContain('says who wrote it')
    // Before anybody was named: that is a yes to nobody.
    session.type('y')
    await session.waitForText(/^y\r?$/m)
    await world.write(`pair ${code}`, 'typed')
    await session.waitForText(/questions go there\? \[y\/N\] /)
    session.type('')
    expect((await session.exited).code, session.screen()).toBe(1)
    expect(session.screen()).toContain('Nothing was written')
    expectNothingWritten()
    expect(world.seen()).toEqual([])
  })

  // The three differ in nothing here.
  if (platform === 'slack') {
    test('Ctrl-C leaves at a question, and while it waits for the code; nothing is written', async () => {
      const asked = open()
      await asked.waitForText(/> $/)
      const waiting = (await reachPairing()).session
      for (const session of [asked, waiting]) {
        session.child.stdin.write('\u0003')
        // 130 is the word of the shell between, which is interrupted as well.
        expect([1, 130], session.screen()).toContain((await session.exited).code)
        expect(session.screen()).toContain('Nothing was written')
      }
      expectNothingWritten()
    })
  }

  test('the first who writes the code is shown, tested and written; the file keeps every word of its author', async () => {
    const { session, code } = await reachPairing()
    await world.write(`Pair ${code.toLowerCase()}`, 'typed')
    await session.waitForText(/questions go there\? \[y\/N\] /)
    expect(session.screen()).toContain(world.identity)
    session.type('y')
    await session.waitForText(/Their name in the configuration[^\n]*: /)
    session.type('ana')
    await session.waitForText(/Press its button[^\n]*: /)
    expect(world.seen()).toEqual([expect.stringContaining('a test')])
    expectNothingWritten()
    await world.press('a test')
    await session.waitForText(/buttons work\./)
    const [, typed = ''] = await session.waitForText(/Type (\w{4}) to write this: /)
    expect(session.screen()).toMatch(/^\s+\+ .*identities/m)
    expectNothingWritten()
    session.type(typed)
    expect((await session.exited).code, session.screen()).toBe(0)

    const text = written()
    const lines = text.split('\n')
    for (const line of BEFORE.split('\n')) expect(lines).toContain(line)
    expect(text).toContain(world.identity)
    expect(text).toContain(world.place)
    expect(readFileSync(`${file}.before-connect`, 'utf8')).toBe(BEFORE)
    const secrets = path.join(place.home, 'secrets')
    const stored = readdirSync(secrets).map((name) => path.join(secrets, name))
    expect(stored.map((each) => readFileSync(each, 'utf8').trim()).toSorted()).toEqual([...world.secrets].toSorted())
    for (const each of stored) expect(statSync(each).mode & 0o777).toBe(0o600)
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    expect(world.seen()).toEqual([expect.stringContaining('The button works')])
  })

  test('once more changes what differs and repeats nothing', async () => {
    const before = written()
    const session = open()
    // Enter keeps what the configuration says.
    const questions = { slack: 2, feishu: 3, dingtalk: 3 }[world.platform]
    for (let asked = 1; asked <= questions; asked += 1) {
      await session.waitForText(new RegExp(`(?:(?:Enter alone: [^\\n]*\\s+> |\\[[^\\]\\n]+\\]: )[^]*?){${asked}}$`))
      session.type('')
    }
    const [, code = ''] = await session.waitForText(/^ {2}pair (\w{6})\r?$/m)
    await world.write(`pair ${code}`, 'typed')
    await session.waitForText(/questions go there\? \[y\/N\] /)
    session.type('y')
    await session.waitForText(/is ana's already/)
    await session.waitForText(/Press its button[^\n]*: /)
    session.type('')
    expect((await session.exited).code, session.screen()).toBe(0)
    expect(session.screen()).toContain('says so already')
    expect(written()).toBe(before)
    await eventually(() => world.seen().at(-1)?.includes('The test is over') || undefined)
  })

  test('--check says that it is connected, sends nothing, and says what is wrong where it is not', async () => {
    const sent = world.seen().length
    const check = await place.run(['connect', world.platform, '--check', '--json'])
    expect(check.code, check.stdout + check.stderr).toBe(0)
    expect(JSON.parse(check.stdout)).toMatchObject({
      platform: world.platform,
      state: 'connected',
      problem: null,
      asks: [world.place],
    })
    expect(world.seen()).toHaveLength(sent)
    const list = await place.run(['connect'])
    expect(list.stdout).toContain(`${world.platform.padEnd(10)}set up, asks in ${world.place}`)
    expect(list.stdout.match(/not set up/g)).toHaveLength(2)
    const unnamed = await place.run(['connect', world.platform])
    expect(unnamed.code).toBe(1)
    expect(unnamed.stderr).toContain('Run it in a terminal')
    expect(unnamed.stderr).toContain(`docs/channels/${world.platform}.md`)
    said.push(() => check.stdout + check.stderr + list.stdout)
  })

  test('a service with that configuration asks in that chat, and a press there runs the call once', async () => {
    const child = place.start([BIN, 'serve', '--port', '0'])
    const stderr = collect(child, 'stderr')
    said.push(stderr)
    serviceUrl = await eventually(() => /serves on (http:\/\/localhost:\d+)/.exec(stderr())?.[1])
    const agent = await connectAgent(serviceUrl, { era: '2025' })
    const answer = agent.call('delete_item', { id: 'asked-there' })
    await eventually(() => world.seen().find((text) => text.includes('asked-there')))
    await world.press('asked-there', 'Approve')
    const { answer: result } = await answer
    // A call that gave up waiting before the chat was reached asks to be called again.
    if (result.result?.isError === true || result.result?.structuredContent?.['approval_id'] !== undefined) {
      await agent.call('delete_item', { id: 'asked-there' })
    }
    expect(place.ledger().filter(({ tool }) => tool === 'delete_item')).toHaveLength(1)
  })

  test('[X13.4] beside that service, --check takes none of its answers, and a set-up does not begin', async () => {
    const items = Array.from({ length: 8 }, (_, index) => `beside-${index}-`)
    const agent = await connectAgent(serviceUrl, { era: '2025' })
    const calls = items.map((id) => agent.call('delete_item', { id }))
    const questions = await eventually(() => {
      const found = items.map((id) => world.seen().findLast((text) => text.includes(id)))
      return found.every((text) => text !== undefined) ? found : undefined
    })
    const over = new AbortController()
    const checking = (async () => {
      const codes: (number | null)[] = []
      while (!over.signal.aborted) codes.push((await place.run(['connect', world.platform, '--check'])).code)
      return codes
    })()
    for (const question of questions) {
      await passing(150)
      await world.write(`confirm ${codeIn(question)}`, 'typed')
    }
    over.abort()
    const codes = await checking
    expect(codes.length).toBeGreaterThan(0)
    expect(new Set(codes)).toEqual(new Set([0]))
    await Promise.all(calls)
    const ran = (): number => place.ledger().filter(({ argumentsText }) => argumentsText?.includes('beside-')).length
    await expect.poll(ran, { timeout: 20_000 }).toBe(items.length)

    const session = open()
    expect((await session.exited).code, session.screen()).toBe(1)
    expect(session.screen()).toMatch(/A "serve" of this home \(process \d+\) has \w+ open/)
    expect(session.screen()).toContain('Stop it')
  })

  // The three differ in nothing here.
  if (platform === 'slack') {
    test('a secret that is not there is named with its line and the next step, at the check and at the start', async () => {
      const before = written()
      const [name = ''] = /(?:bot_token|app_secret|client_secret)(?=:)/.exec(before) ?? []
      writeFileSync(file, before.replace(new RegExp(`${name}: .*`), `${name}: \${NOT_SET_HERE}`))
      const check = await place.run(['policy', 'check'])
      expect(check.code).toBe(0)
      const where = new RegExp(
        `holdpoint\\.yaml:\\d+:\\d+: Nobody can be asked in ${world.platform} from here: .*NOT_SET_HERE`,
      )
      expect(check.stdout).toMatch(where)
      expect(check.stdout).toContain(`holdpoint connect ${world.platform}`)
      const checked = await place.run(['connect', '--check', '--json'])
      expect(checked.code).toBe(1)
      const { channels } = JSON.parse(checked.stdout) as { readonly channels: readonly object[] }
      expect(channels).toContainEqual(expect.objectContaining({ platform: world.platform, state: 'secret-missing' }))
      const child = place.start([BIN, 'serve', '--port', '0'])
      const stderr = collect(child, 'stderr')
      await eventually(() => where.exec(stderr()) ?? undefined)
      expect(child.exitCode).toBeNull()
      child.kill()
    })
  }

  test('no secret was on a screen, in a log or in the configuration', () => {
    for (const secret of world.secrets) {
      for (const text of said) expect(text()).not.toContain(secret)
      expect(written()).not.toContain(secret)
      expect(readFileSync(`${file}.before-connect`, 'utf8')).not.toContain(secret)
    }
  })
})
