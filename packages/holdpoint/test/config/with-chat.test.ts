import { loosens } from '@holdpoint/core/policy'
import { describe, expect, test } from 'vitest'
import { changedLines } from '../../src/config/changed-lines.ts'
import { parseConfig } from '../../src/config/read-config.ts'
import { placesAskedAlways, withChat } from '../../src/config/with-chat.ts'
import type { ChatSetUp } from '../../src/config/with-chat.ts'

const SLACK: ChatSetUp = {
  platform: 'slack',
  entry: { bot_token: '${SLACK_BOT_TOKEN}', app_token: { file: '/home/ana/.holdpoint/secrets/slack-app-token' } },
  place: 'slack:group/C0OPS',
  otherPlaces: 'keep',
  person: { name: 'ana', identity: 'slack:T1/U0ANA' },
}

const COMMENTED = `# ours, since 2025
version: 1   # the only one

# who decides
people:
  ben:   # night shift
    identities: [ token:ben ]   # his token
  # nobody else so far

channels:    # chats
  language: zh-CN     # theirs
  # the end of channels

# the servers
servers:
    crm:
        command: [node,   crm.js]
        env: { CRM_TOKEN: \${CRM_TOKEN} }   # not here
# tail
`

const commentsOf = (text: string): readonly string[] =>
  [...text.matchAll(/#.*$/gm)].map(([comment]) => comment.trimEnd())

const changed = (text: string, setUp: ChatSetUp = SLACK): string => withChat(text, setUp) ?? expect.fail('refused')

async function expectAsked(text: string, place = 'C0OPS'): Promise<void> {
  const reading = await parseConfig(text, 'holdpoint.yaml', { CRM_TOKEN: 'x' })
  expect(reading).toMatchObject({
    ok: true,
    config: {
      channels: { routes: expect.arrayContaining([expect.objectContaining({ to: expect.anything() })]) },
    },
  })
  if (!reading.ok) return
  const places = reading.config.channels.routes.flatMap(({ to }) => to.map((each) => each.place.id))
  expect(places).toContain(place)
}

describe('[X13.S3] a chat is put into the configuration', () => {
  test('a new file', async () => {
    const text = changed('')
    expect(text).toBe(
      [
        'channels:',
        '  slack:',
        '    bot_token: ${SLACK_BOT_TOKEN}',
        '    app_token: { file: /home/ana/.holdpoint/secrets/slack-app-token }',
        '  ask:',
        '    - to: [slack:group/C0OPS]',
        'people:',
        '  ana: { identities: [slack:T1/U0ANA] }',
        '',
      ].join('\n'),
    )
    await expectAsked(text)
  })

  test('every other character of a file stays: comments, order, blanks', async () => {
    const text = changed(COMMENTED)
    expect(changedLines(COMMENTED, text).map(({ kind }) => kind)).not.toContain('removed')
    expect(commentsOf(text)).toEqual(commentsOf(COMMENTED))
    await expectAsked(text)
    // Without what was added, it is the file as it was.
    const added = changedLines(COMMENTED, text).map((line) => line.text)
    const rest = text.split('\n').filter((line) => !added.includes(line))
    expect(rest.join('\n')).toBe(COMMENTED)
  })

  test.each([
    ['JSON', '{"version":1,"servers":{},"people":{"ben":{"identities":["token:ben"]}}}'],
    ['JSON in lines', '{\n  "version": 1,\n  "channels": {\n    "language": "en"\n  }\n}\n'],
    ['braces', 'version: 1\npeople: { ben: { identities: [token:ben] } }\nchannels: { language: en }\n'],
    ['empty braces', 'people: {}\nchannels: {}\n'],
    ['keys with nothing behind them', 'version: 1\npeople:\nchannels: # later\n'],
    ['comments only', '# nothing here yet\n'],
    ['no line end', 'version: 1'],
    ['line ends of Windows', 'version: 1\r\npeople:\r\n  ben:\r\n    identities:\r\n      - token:ben\r\n'],
    ['a block of text at the end', 'people:\n  ben:\n    identities:\n      - |\n        token:ben\n\nversion: 1\n'],
  ])('%s', async (_what, before) => {
    const text = changed(before)
    for (const line of commentsOf(before)) expect(text).toContain(line)
    if (before.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toContain('\n')
    if (before.startsWith('{')) expect(JSON.parse(text)).toMatchObject({ version: 1 })
    await expectAsked(text)
    expect(changed(text)).toContain('slack:T1/U0ANA')
  })

  test('the second time changes nothing that is the same, and repeats nothing', async () => {
    const once = changed(COMMENTED)
    expect(changed(once, { ...SLACK, person: null })).toBe(once)
    const moved = changed(once, {
      ...SLACK,
      entry: { bot_token: '${OTHER_TOKEN}', app_token: '${SLACK_APP_TOKEN}', workspace: 'T1' },
      person: { name: 'ana', identity: 'slack:T1/U0NEW' },
    })
    expect(moved.match(/bot_token/g)).toHaveLength(1)
    expect(moved.match(/- to:/g)).toHaveLength(1)
    expect(moved).toContain('identities: [slack:T1/U0ANA, slack:T1/U0NEW]')
    expect(moved).toContain('workspace: T1')
    await expectAsked(moved)
  })

  test('another place is asked beside the first or in its stead; a place behind an open route would never be asked', () => {
    const once = changed('channels:\n  slack: { bot_token: "${A}", app_token: "${B}" }\n')
    const place = 'slack:person/U0ANA'
    expect(changed(once, { ...SLACK, place })).toContain('- to: [slack:group/C0OPS, slack:person/U0ANA]')
    expect(changed(once, { ...SLACK, place, otherPlaces: 'replace' })).toContain('- to: [slack:person/U0ANA]')
    expect(placesAskedAlways(once, 'slack')).toEqual(['slack:group/C0OPS'])
    expect(placesAskedAlways(once, 'feishu')).toEqual([])
  })

  test('routes for some calls stay, and one for the others is put behind them', () => {
    const before =
      'channels:\n  slack: { bot_token: "${A}", app_token: "${B}" }\n  ask:\n' +
      '  - match: { server: crm } # sales\n    to:\n    - slack:group/C0CRM # theirs\n\nversion: 1\n'
    const text = changed(before)
    expect(text).toContain('    - slack:group/C0CRM # theirs\n  - to: [slack:group/C0OPS]\n\nversion: 1\n')
    expect(placesAskedAlways(text, 'slack')).toEqual(['slack:group/C0OPS'])
  })

  test('names are quoted where YAML would read something else', async () => {
    for (const name of ['no', '1', 'a: b', '# x', '王芳', 'true', '{x}', 'a"b']) {
      const text = changed('version: 1\n', { ...SLACK, person: { name, identity: 'slack:T1/U1' } })
      const reading = await parseConfig(text, 'holdpoint.yaml', {})
      expect(reading.ok && Object.keys(reading.config.people)).toEqual([name])
    }
  })

  test('a service that runs takes the mapped account for a loosening, which waits for a person', async () => {
    const read = async (text: string) => {
      const reading = await parseConfig(text, 'holdpoint.yaml', { CRM_TOKEN: 'x' })
      return reading.ok ? reading.config : expect.fail('unreadable')
    }
    const [before, after] = [await read(COMMENTED), await read(changed(COMMENTED))]
    expect(loosens(before, after)).toEqual([expect.stringContaining('ana')])
    expect(loosens(after, after)).toEqual([])
  })

  test('a file that cannot be changed in one place is refused: nothing is written over', () => {
    expect(withChat('people: &p { ben: { identities: [token:ben] } }\nchannels: *p\n', SLACK)).toBeNull()
    expect(withChat('- a list\n', SLACK)).toBeNull()
  })
})
