import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatState } from '../../src/cli/connect/chats-port.ts'
import { refusal } from '../../src/cli/problem.ts'
import { createCliHome } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

let home: CliHome
beforeAll(async () => {
  home = await createCliHome()
})
afterAll(async () => await home.remove())

const chat = (more: Partial<ChatState>): ChatState => ({
  platform: 'slack',
  state: 'connected',
  problem: null,
  next: null,
  asks: [],
  ...more,
})

describe('[X13.S3] holdpoint connect', () => {
  test.each([
    [['connect', 'slak'], 2, 'Did you mean "slack"?'],
    [['connect', 'slack', '--json'], 2, 'has no --json'],
    [['connect', 'slack', 'feishu'], 2, 'one argument too many'],
  ])('%s is wrong usage', async (args, exitCode, words) => {
    const ran = await home.run(args)
    expect(ran.exitCode).toBe(exitCode)
    expect(ran.out + ran.err).toContain(words)
  })

  test('[L4] without a terminal nobody is set up, and the way by hand is told', async () => {
    const { exitCode, err } = await home.run(['connect', 'dingtalk'])
    expect(exitCode).toBe(1)
    expect(err).toContain('docs/channels/dingtalk.md')
    expect(err).toContain('holdpoint connect dingtalk --check')
  })

  test("[L4] at a terminal, a token that is no admin's sets nobody up", async () => {
    const secret = await home.addToken('an-approver', 'approver')
    const { exitCode, err } = await home.run(['connect', 'slack'], { terminal: 'right-code', secret })
    expect(exitCode).toBe(1)
    expect(err).toContain('an-approver')
  })

  test('[X15.P3] where its packages are missing, the command that installs them is all that is said, also to a script', async () => {
    const next = 'Install them, then run the same again: npm install --prefix /srv/app @slack/web-api@8.2.0'
    home.notInstalled = refusal(
      'NOT_INSTALLED',
      'Slack needs packages that are not installed: @slack/web-api@8.2.0.',
      next,
    )
    try {
      const { exitCode, err } = await home.run(['connect', 'slack'])
      expect(exitCode).toBe(1)
      expect(err).toBe(`holdpoint: ${home.notInstalled.message}\n  ${next}\n`)
    } finally {
      home.notInstalled = null
    }
  })

  test('the state of each, as text and as an object', async () => {
    home.chats = {
      ok: true,
      chats: [
        chat({ state: 'set-up', asks: ['slack:group/C1'] }),
        chat({ platform: 'feishu', state: 'secret-missing', problem: 'app_secret: gone.', next: 'Set it.' }),
        chat({ platform: 'dingtalk', state: 'not-set-up' }),
      ],
    }
    const { exitCode, out } = await home.run(['connect'])
    expect(exitCode).toBe(0)
    expect(out).toContain('slack     set up, asks in slack:group/C1')
    expect(out).toContain('app_secret: gone.')
    expect(JSON.parse((await home.run(['connect', '--json'])).out)).toEqual({ channels: home.chats.chats })
  })

  test('what comes next is spelt as the person starts the program, for scripts as for people', async () => {
    const next = 'See whether it can be reached: holdpoint connect slack --check'
    home.chats = { ok: true, chats: [chat({ state: 'set-up', next })] }
    home.program = 'npx holdpoint'
    try {
      const spelt = 'See whether it can be reached: npx holdpoint connect slack --check'
      expect((await home.run(['connect'])).out).toContain(spelt)
      expect(JSON.parse((await home.run(['connect', '--json'])).out)).toMatchObject({ channels: [{ next: spelt }] })
      const checked = (await home.run(['connect', 'slack', '--check', '--json'])).out
      expect(JSON.parse(checked)).toMatchObject({ next: spelt })
    } finally {
      home.program = 'holdpoint'
    }
  })

  test.each([
    [[chat({})], 0],
    [[chat({}), chat({ platform: 'feishu', state: 'not-set-up' })], 0],
    [[chat({}), chat({ platform: 'feishu', state: 'refused' })], 1],
    [[chat({ state: 'connecting' })], 1],
    [[chat({ state: 'secret-missing' })], 1],
    [[chat({ state: 'not-set-up' })], 1],
  ] as const)('--check exits by what it finds: %#', async (chats, exitCode) => {
    home.chats = { ok: true, chats }
    expect((await home.run(['connect', '--check'])).exitCode).toBe(exitCode)
    expect(JSON.parse((await home.run(['connect', 'slack', '--check', '--json'])).out)).toEqual(chats[0])
  })

  test('a configuration that cannot be read is 2, with its line', async () => {
    home.chats = {
      ok: false,
      problems: [{ file: 'h.yaml', line: 3, column: 1, message: 'Unknown key "slak".', suggestion: null }],
    }
    const { exitCode, err } = await home.run(['connect', '--check'])
    expect(exitCode).toBe(2)
    expect(err).toContain('h.yaml:3: Unknown key')
  })
})
