import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NOTHING_PROTECTED } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store'
import { loadPolicyFile } from '../../src/config/load-policy-file.ts'
import { parseConfig } from '../../src/config/read-config.ts'

const SLACK = 'slack: { bot_token: "${A}", app_token: "${B}" }'
const ASKED = `${SLACK}\n  ask: [{ to: [slack:group/C1] }]`

const read = async (text: string) => await parseConfig(text, 'holdpoint.yaml', {})

describe('settings that do nothing are told', () => {
  test.each([
    ['channels: { unmatched: ask }', 1, /createChannelGate/],
    ['channels: {}', 1, /No chat platform is set up/],
    ['channels: { slack: { bot_token: "${A}", app_token: "${B}" } }', 1, /names no place/],
    [
      'channels:\n  slack: { bot_token: "${A}", app_token: "${B}" }\n  alerts: [slack:group/C1]',
      3,
      /while a grace period runs/,
    ],
    ['rules:\n  - { name: a, match: { tool: x }, rails: [channel] }', 2, /approver's token only/],
    ['rules:\n  - { name: a, match: { tool: x }, rails: [page, channel] }', 2, /asked on page only/],
    ['rules:\n  - { name: a, match: { tool: x }, code: always }', 2, /nobody answers with a code/],
    ['rules:\n  - { name: a, match: { tool: x }, assurance: strong }', 2, /nobody can approve/],
    ['tenants:\n  acme:\n    assurance: strong', 3, /nobody can approve/],
    [
      'tokens:\n  - { name: a, role: viewer, sha256: ' + 'a'.repeat(64) + ', relays_a_person: true }',
      2,
      /makes no calls/,
    ],
    ['people:\n  ana:\n    identities: [token:ana, oidc:ana]', 3, /Nobody decides as oidc:ana yet/],
    ['people:\n  ana:\n    identities: [token:ana]\n    tenants: [acme]', 4, /no account in a chat/],
    [
      'rules:\n  - { name: all, risk: high }\n  - { name: never, match: { tool: x }, answer: pass }',
      3,
      /never reached/,
    ],
    [
      'rules:\n  - { name: all, match: { tool: "*" }, risk: high }\n  - { name: never, answer: pass }',
      3,
      /never reached/,
    ],
    [
      `public_url: https://a.example\nchannels:\n  ${SLACK}\n  ask:\n    - to: [slack:group/C1]\n    - { match: { server: crm }, to: [slack:group/C2] }`,
      6,
      /the route 1 before it fits every call/,
    ],
    [
      `public_url: https://a.example\nchannels:\n  ${SLACK}\n  ask:\n    - { match: { rule: "*" }, to: [slack:group/C1] }\n    - to: [slack:group/C2]`,
      6,
      /the route 1 before it fits every call/,
    ],
    [`channels:\n  ${SLACK}\n  ask: [{ to: [slack:group/C1] }]`, 3, /have no link/],
    [`public_url: http://localhost:7433\nchannels:\n  ${ASKED}`, 1, /this machine alone/],
    [`public_url: http://127.0.0.1:7433\nchannels:\n  ${ASKED}`, 1, /this machine alone/],
    [`public_url: http://[::1]:7433\nchannels:\n  ${ASKED}`, 1, /this machine alone/],
    [
      'public_url: https://a.example\nchannels:\n  dingtalk: { client_id: a, client_secret: "${A}", robot_messages: http }\n  ask: [{ to: [dingtalk:group/C1] }]',
      3,
      /Nobody can answer in DingTalk/,
    ],
  ])('[X11.E8] %s', async (text, line, message) => {
    const reading = await read(text)
    expect(reading).toMatchObject({ ok: true, warnings: [{ line, message: expect.stringMatching(message) }] })
  })

  test.each(['postgres://db/holdpoint', 'mysql://db', 'sqlite:', 'memory', 'redis://x'])(
    '[X11.E8] the store %s is refused where the file is read',
    async (store) => {
      expect(await read(`store: "${store}"`)).toMatchObject({ ok: false, problems: [{ line: 1 }] })
    },
  )

  test.each([
    'store: sqlite:/tmp/x.db',
    'rules:\n  - { name: a, match: { tool: x }, rails: [page, card] }\n  - { name: b, risk: high }',
    'rules:\n  - { name: a, when: "args.x == 1", risk: high }\n  - { name: b, risk: low }',
    'tenants: { acme: { assurance: identified } }',
    `public_url: https://localhost.example\nchannels:\n  ${SLACK}\n  ask:\n    - { match: { server: crm }, to: [slack:group/C1] }\n    - to: [slack:group/C2]`,
    'public_url: https://a.example\nchannels:\n  dingtalk: { client_id: a, client_secret: "${A}", robot_messages: http, card_template: t }\n  ask: [{ to: [dingtalk:group/C1] }]',
    'public_url: http://localhost:7433',
    'public_url: https://holdpoint.example.com\nchannels:\n  slack: { bot_token: "${A}", app_token: "${B}" }\n  ask: [{ to: [slack:group/C1] }]\nrules:\n  - { name: a, rails: [channel] }',
    'rationale: { grace_until: 2026-12-01 }\nchannels:\n  slack: { bot_token: "${A}", app_token: "${B}" }\n  alerts: [slack:group/C1]',
    'people: { ana: { identities: [feishu:t1/ou_1, dingtalk:ding1/u1, slack:T1/U1], tenants: [default, acme] } }',
  ])('%s is fine', async (text) => {
    expect(await read(text)).toMatchObject({ ok: true, warnings: [] })
  })

  test('[X11.E8] the warnings come with the policy, with file and line', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'holdpoint-warnings-')), 'holdpoint.yaml')
    writeFileSync(file, 'profile: strict\nchannels: {}\n', { mode: 0o600 })
    const projects = { projectOf: () => null }
    const loaded = await loadPolicyFile({ file, environment: {}, sha256, protectedPaths: NOTHING_PROTECTED, projects })
    expect(loaded).toMatchObject({ ok: true, loaded: { warnings: [expect.stringContaining(`${file}:2:1: `)] } })
  })
})
