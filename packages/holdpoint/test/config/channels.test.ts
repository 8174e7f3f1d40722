import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../src/config/read-config.ts'

const read = async (text: string) => await parseConfig(text, 'holdpoint.yaml', {})

const SLACK = 'channels:\n  slack: { bot_token: "${SLACK_BOT_TOKEN}", app_token: { file: /run/secrets/slack } }\n'

describe('[X13.4] chats in the configuration', () => {
  test('secrets stay references, places and routes are read', async () => {
    const reading = await read(
      `${SLACK}  language: zh-CN\n  most_open: 5\n  words: { confirm: [好的] }\n  ask:\n` +
        '    - { match: { rule: "sql*", tenant: acme }, to: [slack:group/C1, slack:person/U1] }\n' +
        '    - { to: [slack:group/C2], otherwise: [slack:person/U2] }\npublic_url: https://holdpoint.example.com/\n',
    )
    expect(reading).toMatchObject({
      ok: true,
      config: {
        publicUrl: 'https://holdpoint.example.com',
        channels: {
          language: 'zh-CN',
          mostOpen: 5,
          words: { confirm: ['好的'] },
          connections: {
            slack: {
              settings: {},
              secrets: { bot_token: { variable: 'SLACK_BOT_TOKEN' }, app_token: { file: '/run/secrets/slack' } },
            },
          },
          routes: [
            {
              match: { rule: ['sql*'], server: null, tenant: ['acme'] },
              to: [
                { channel: 'slack', place: { kind: 'group', id: 'C1' } },
                { channel: 'slack', place: { kind: 'person', id: 'U1' } },
              ],
              otherwise: [],
            },
            { otherwise: [{ channel: 'slack', place: { kind: 'person', id: 'U2' } }] },
          ],
        },
      },
    })
  })

  test.each([
    ['channels:\n  slack: { bot_token: xoxb-1-2-3, app_token: "${A}" }', 2, /named, not written/],
    ['channels:\n  slack: { bot_token: "x${A}", app_token: "${A}" }', 2, /named, not written/],
    ['channels:\n  slack: { bot_token: "${A}" }', 2, /app_token .* or a signing_secret/],
    ['channels:\n  slack: { bot_token: "${A}", app_token: "${B}", signing_secret: "${C}" }', 2, /one of the two/],
    [
      'channels:\n  feishu: { app_id: cli_0123456789abcdef, app_secret: "${A}", verification_token: "${B}" }',
      2,
      /forged/,
    ],
    ['channels:\n  teams: { app_id: x }', 2, /teams/],
    ['channels:\n  language: klingon', 2, /en or zh-CN/],
    ['channels:\n  language: english', 2, /en or zh-CN/],
    ['channels:\n  feishu: { app_id: nope, app_secret: "${A}" }', 2, /cli_ and sixteen/],
    ['channels:\n  feishu: { app_id: cli_1, app_secret: "${A}" }', 2, /cli_ and sixteen/],
    [`${SLACK}  ask: [{ to: [feishu:group/oc_1] }]`, 3, /feishu is not set up/],
    [`${SLACK}  ask: [{ to: ["slack:C1"] }]`, 3, /platform:group\/ID/],
    [`${SLACK}  ask: [{ to: [] }]`, 3, /at least one place/],
    [`${SLACK}  words: { confirm: [没问题] }`, 3, /./],
    [`${SLACK}  words: { confirm: [stop] }`, 3, /./],
    [
      'channels:\n  slack: { bot_token: "${A}", app_token: "${B}", api_url: "http://slack.example" }',
      2,
      /https, or http on/,
    ],
    [
      'channels:\n  slack: { bot_token: "${A}", app_token: "${B}", api_url: "http://localhost@evil.example" }',
      2,
      /https/,
    ],
    [
      'channels:\n  slack: { bot_token: "${A}", app_token: "${B}", api_url: "http://127.0.0.1.evil.example" }',
      2,
      /https/,
    ],
    ['channels:\n  slack: { bot_token: "${A}", app_token: "${B}", api_url: slack.example }', 2, /https/],
    ['channels:\n  dingtalk: { client_id: d, client_secret: "${A}", api_url: "http://10.0.0.7:8080" }', 2, /https, or/],
    [
      'channels:\n  feishu: { app_id: cli_0123456789abcdef, app_secret: "${A}", api_url: "http://feishu.example" }',
      2,
      /https, or http/,
    ],
    ['public_url: http://holdpoint.example.com', 1, /https/],
    ['public_url: javascript:alert(1)', 1, /https/],
  ])('%s is refused, with its line', async (text, line, message) => {
    const reading = await read(text)
    expect(reading).toMatchObject({ ok: false })
    const { problems } = reading as unknown as { readonly problems: readonly { line: number; message: string }[] }
    expect(problems.map((each) => each.message).join('\n')).toMatch(message)
    expect(problems[0]?.line).toBe(line)
  })

  test.each(['https://slack.example/api', 'http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
    'the address %s is taken',
    async (address) => {
      const text = `channels:\n  slack: { bot_token: "\${A}", app_token: "\${B}", api_url: "${address}" }`
      expect(await read(text)).toMatchObject({ ok: true })
    },
  )

  test.each(['en', 'en-GB', 'zh', 'zh-CN', 'zh-Hans', 'zh-TW'])('the language %s is taken', async (language) => {
    expect(await read(`channels:\n  language: ${language}`)).toMatchObject({ ok: true })
  })

  test('a secret that stands in the file is in no message', async () => {
    const reading = await read('channels:\n  slack: { bot_token: xoxb-very-secret, app_token: "${A}" }')
    expect(JSON.stringify(reading)).not.toContain('very-secret')
  })
})
