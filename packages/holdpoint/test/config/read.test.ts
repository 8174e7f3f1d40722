import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/testing'
import { formatConfigProblem } from '../../src/config/config-problem.ts'
import { loadPolicyFile } from '../../src/config/load-policy-file.ts'
import { closestWord } from '../../src/config/closest-word.ts'
import { parseConfig } from '../../src/config/read-config.ts'
import { parseDuration } from '../../src/config/duration.ts'
import { toJsonSchema } from '../../src/config/config-schema.ts'

const ENVIRONMENT = { CRM_TOKEN: 's3cret' }

async function problemsOf(text: string): Promise<readonly string[]> {
  const reading = await parseConfig(text, 'holdpoint.yaml', ENVIRONMENT)
  return reading.ok ? [] : reading.problems.map(formatConfigProblem)
}

/** The example of the design, with a real hash. */
const EXAMPLE = `version: 1
profile: balanced            # observe | relaxed | balanced | strict   (below)
store: sqlite                # or sqlite:/path/file.db, or postgres://…
wait: auto
ttl: 24h
rationale: required          # required | advertised | off | { grace_until: 2026-12-01 }
tokens: [{ name: ci, role: approver, sha256: ${'ab'.repeat(32)} }]
servers:
  crm:
    command: [npx, -y, some-crm-server]     # or: url: https://host/mcp, headers: { Authorization: "Bearer \${CRM_TOKEN}" }
    env: { CRM_TOKEN: \${CRM_TOKEN} }
    annotations: accept
    risk: medium
    cheatsheet: cheatsheets/crm.md
    tools:
      delete_contact:
        risk: high
        irreversible: true
        preview: { call: get_contact, with: { id: args.id }, title: "Delete contact \${entity.name}?", show: [name, email, status] }
        undo:    { call: create_contact, with: entity }
rules:
  - name: outside mail
    match: { server: mail, tool: "gmail*" }
    when: args.action == "send"
    risk: high
    rails: [channel, page]
    approvers: [ops]
    quorum: 2
    assurance: identified
  - name: sql writes
    match: { tool: "*query*" }
    sql: args.sql
    sql_functions: [reports.total]
tenants:
  acme: { auto_approve_high_risk: false, accept_agent_confirm: false, profile: strict }
`

describe('reading', () => {
  test("the design's example is understood in full", async () => {
    const reading = await parseConfig(EXAMPLE, 'holdpoint.yaml', ENVIRONMENT)
    if (!reading.ok) throw new Error(reading.problems.map(formatConfigProblem).join('\n'))
    expect(reading.config).toMatchObject({
      profile: 'balanced',
      wait: 'auto',
      ttlMs: 86_400_000,
      executeWithinMs: 600_000,
      undoWindowMs: null,
      declineSticksMs: 600_000,
      answerWithinMs: 300_000,
      rationale: { kind: 'required' },
      tokens: [{ name: 'ci', role: 'approver', tenant: 'default', relaysAPerson: false }],
      servers: {
        crm: {
          upstream: {
            kind: 'command',
            command: ['npx', '-y', 'some-crm-server'],
            env: { CRM_TOKEN: 's3cret' },
            cwd: null,
          },
          annotations: 'accept',
          risk: 'medium',
          cheatsheet: 'cheatsheets/crm.md',
          tools: {
            delete_contact: {
              risk: 'high',
              irreversible: true,
              preview: {
                call: 'get_contact',
                with: { id: 'args.id' },
                title: 'Delete contact ${entity.name}?',
                show: ['name', 'email', 'status'],
              },
              undo: { call: 'create_contact', with: 'entity' },
            },
          },
        },
      },
      rules: [
        {
          name: 'outside mail',
          match: { server: ['mail'], tool: ['gmail*'], client: null },
          quorum: 2,
          rails: ['channel', 'page'],
        },
        { name: 'sql writes', sql: 'args.sql', sqlFunctions: ['reports.total'] },
      ],
      tenants: { acme: { profile: 'strict', autoApproveHighRisk: false } },
    })
  })

  test('[S1.5] the other forms', async () => {
    const reading = await parseConfig(
      'wait: 10s\nttl: 90m\nexecute_within: 45s\nundo_window: 10s\ndecline_sticks: 0s\nnotify: none\nauth: none\nrationale: { grace_until: 2026-12-01 }\n' +
        'servers: { a: { url: "https://h/mcp", headers: { Authorization: "Bearer ${CRM_TOKEN}" } } }\nchannels: { unmatched: ask }\n',
      'f',
      ENVIRONMENT,
    )
    expect(reading).toMatchObject({
      ok: true,
      config: {
        wait: 10_000,
        ttlMs: 5_400_000,
        executeWithinMs: 45_000,
        undoWindowMs: 10_000,
        declineSticksMs: 0,
        auth: 'none',
        rationale: { kind: 'grace', until: Date.parse('2026-12-01') },
        servers: { a: { upstream: { kind: 'url', headers: { Authorization: 'Bearer s3cret' } } } },
        channels: { unmatched: 'ask' },
      },
    })
  })
})

describe('problems', () => {
  test.each([
    [
      'an unknown key',
      'version: 1\nprofil: strict\n',
      'holdpoint.yaml:2:1: Unknown key "profil". (did you mean "profile"?)',
    ],
    [
      'an unknown key far from any',
      'version: 1\nxyzzy: 1\n',
      'holdpoint.yaml:2:1: Unknown key "xyzzy". (the keys here are version, profile',
    ],
    [
      'an unknown key deep down',
      'servers:\n  crm:\n    tools:\n      a:\n        rsik: low\n',
      'holdpoint.yaml:5:9: Unknown key "rsik". (did you mean "risk"?)',
    ],
    [
      'an unknown key in a rule',
      'rules:\n  - name: a\n    wen: "true"\n',
      'holdpoint.yaml:3:5: Unknown key "wen". (did you mean "when"?)',
    ],
    [
      'an unknown value',
      'profile: stict\n',
      'holdpoint.yaml:1:1: This is one of observe, relaxed, balanced, strict. (did you mean "strict"?)',
    ],
    ['a syntax error', 'version: 1\nrules: [\n', 'holdpoint.yaml:3:1:'],
    ['a key twice', 'profile: strict\nprofile: observe\n', 'holdpoint.yaml:2:1: Map keys must be unique'],
    ['an empty file', '', 'holdpoint.yaml:1:1: The file is empty.'],
    ['a file of comments', '# nothing\n', 'The file is empty.'],
    ['no map', '- a\n', 'holdpoint.yaml:1:1: This is to be a map'],
    ['another version', 'version: 2\n', 'This version is not known'],
    ['a window without a unit', 'undo_window: 10\n', 'holdpoint.yaml:1:1: A duration is written with its unit'],
    ['a duration without a unit', 'ttl: 10\n', 'holdpoint.yaml:1:1: A duration is written with its unit'],
    ['a missing name', 'rules:\n  - risk: low\n', 'holdpoint.yaml:2:5: "name" is missing.'],
    [
      'a variable that is not set',
      'version: 1\nstore: sqlite:${NOT_SET}\n',
      'holdpoint.yaml:2:1: The environment variable NOT_SET is not set. (set NOT_SET',
    ],
    [
      'command and url',
      'servers:\n  a: { command: [x], url: "https://h" }\n',
      'A server has a command or a url, not both.',
    ],
    ['headers without a url', 'servers:\n  a: { command: [x], headers: { A: b } }\n', '"headers" belong to a url.'],
    ['a url that is none', 'servers:\n  a: { url: "ftp://x" }\n', 'This is no http or https address.'],
    ['a date that is none', 'rationale: { grace_until: soon }\n', 'holdpoint.yaml:1:14: This is no date.'],
    ['a quorum of none', 'rules: [{ name: a, quorum: 0 }]\n', 'A quorum is a whole number from 1 up.'],
    ['a token in the clear', 'tokens: [{ name: a, role: approver, sha256: secret }]\n', '64 hexadecimal digits'],
  ])('[H22] %s refuses, with file, line and what to do', async (_name, text, expected) => {
    expect((await problemsOf(text)).join('\n')).toContain(expected)
  })

  test('[H22] what is no duration is told once, and one that is too long likewise', async () => {
    expect(await problemsOf('wait: never\n')).toEqual(['holdpoint.yaml:1:1: This is auto, or a duration such as 10s.'])
    expect(await problemsOf('ttl: never\n')).toHaveLength(1)
    expect(await problemsOf('ttl: 99999999999999999999d\n')).toEqual(['holdpoint.yaml:1:1: This duration is too long.'])
  })

  test('all problems are told at once', async () => {
    expect(await problemsOf('profil: a\nttl: 5\nrules: [{ risk: lo }]\n')).toHaveLength(4)
  })

  test('a secret from the environment stands in no problem', async () => {
    const text = 'servers:\n  a: { url: "${CRM_TOKEN}", headers: { A: "${CRM_TOKEN}" }, rsk: 1 }\n'
    expect((await problemsOf(text)).join()).not.toContain('s3cret')
    expect((await problemsOf('servers:\n  a: { url: "${CRM_TOKEN}" }\n')).join()).not.toContain('s3cret')
  })

  test('[H22] problems of rules are told with their line: conditions, [E8] empty approvers', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'holdpoint-')), 'holdpoint.yaml')
    writeFileSync(
      file,
      'version: 1\nrules:\n  - name: a\n    when: argz.x == 1\n    risk: high\n  - name: b\n    approvers: []\n',
    )
    const result = await loadPolicyFile({
      file,
      environment: {},
      sha256,
      protectedPaths: NOTHING_PROTECTED,
      projects: NO_PROJECTS,
    })
    const problems = result.ok ? [] : result.problems.map(formatConfigProblem)
    expect(problems.join('\n')).toContain(`${file}:4:5: Unknown variable: argz`)
    expect(problems.join('\n')).toContain(`${file}:7:5: Nobody could approve`)
  })

  test('[H22] an undo window that is too long is told with its line, wherever it stands', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'holdpoint-')), 'holdpoint.yaml')
    writeFileSync(
      file,
      'undo_window: 1h\nservers:\n  crm:\n    tools:\n      pay: { undo_window: 6m }\nrules:\n  - name: a\n    undo_window: 301s\n',
    )
    const result = await loadPolicyFile({
      file,
      environment: {},
      sha256,
      protectedPaths: NOTHING_PROTECTED,
      projects: NO_PROJECTS,
    })
    const problems = result.ok ? [] : result.problems.map(formatConfigProblem)
    const message = 'An approved call waits from 0s to 5m before it runs. (undo_window: 10s)'
    expect(problems.toSorted()).toEqual([
      `${file}:1:1: ${message}`,
      `${file}:5:14: ${message}`,
      `${file}:8:5: ${message}`,
    ])
  })

  test('a file that was named and is not there', async () => {
    const result = await loadPolicyFile({
      file: '/nowhere/holdpoint.yaml',
      environment: {},
      sha256,
      protectedPaths: NOTHING_PROTECTED,
      projects: NO_PROJECTS,
    })
    expect(result).toMatchObject({ ok: false, problems: [{ message: 'There is no such file.' }] })
  })
})

describe('a variable that a server refers to and that is not set', () => {
  const servers = [
    'servers:',
    '  crm: { command: [crm, "--fast"], env: { T: "${CRM_TOKEN}", U: "${NOT_SET}" }, risk: medium }',
    '  billing: { url: "https://${NO_HOST}/mcp", headers: { A: "${NOT_SET}" } }',
    '  files: { command: ["${NO_PROGRAM}"], cwd: "${NO_FOLDER}" }',
    '  mail: { url: "https://mail.example/mcp", headers: { A: "Bearer ${CRM_TOKEN}" } }',
    '',
  ].join('\n')

  test('is told for that server alone, with file and line; the rest is read', async () => {
    const reading = await parseConfig(`store: sqlite:/x.db\n${servers}`, 'holdpoint.yaml', ENVIRONMENT)
    if (!reading.ok) throw new Error(reading.problems.map(formatConfigProblem).join('\n'))
    const told = Object.entries(reading.unset).map(([server, problems]) => [server, problems.map(formatConfigProblem)])
    const unset = (name: string) => `The environment variable ${name} is not set. (set ${name}, or remove`
    expect(told).toEqual([
      ['crm', [expect.stringContaining(`holdpoint.yaml:3:62: ${unset('NOT_SET')}`)]],
      ['billing', [expect.stringContaining(unset('NO_HOST')), expect.stringContaining(unset('NOT_SET'))]],
      ['files', [expect.stringContaining(unset('NO_PROGRAM')), expect.stringContaining(unset('NO_FOLDER'))]],
    ])
    expect(reading.config).toMatchObject({
      store: 'sqlite:/x.db',
      servers: {
        // Which server it is, is known without its secrets.
        crm: { upstream: { kind: 'command', command: ['crm', '--fast'], env: { T: 's3cret' } }, risk: 'medium' },
        billing: { upstream: null },
        files: { upstream: null },
        mail: { upstream: { headers: { A: 'Bearer s3cret' } } },
      },
    })
  })

  test.each([
    ['a rule that cannot be understood', 'rules: [{ name: a, when: "argz.x" }]\n', 'sqlite:/x.db'],
    ['a server with an odd address', 'servers: { a: { url: "ftp://x" } }\n', 'sqlite:/x.db'],
    ['an unknown key', 'profil: strict\n', 'sqlite:/x.db'],
    ['a value of the wrong kind', 'rules: 7\nservers: { a: { colour: red } }\n', 'sqlite:/x.db'],
    ['a token without its hash', 'tokens: [{ name: ci, role: approver }]\n', null],
    ['a word that may mean the tokens', 'token: []\n', null],
    ['a syntax error', 'rules: [\n', null],
  ])('%s leaves store and tokens known only where they can be: %#', async (_what, text, store) => {
    const file = join(mkdtempSync(join(tmpdir(), 'holdpoint-')), 'holdpoint.yaml')
    writeFileSync(file, `store: sqlite:/x.db\n${text}`)
    const options = { environment: {}, sha256, protectedPaths: NOTHING_PROTECTED, projects: NO_PROJECTS }
    const result = await loadPolicyFile({ file, ...options })
    expect(result.ok).toBe(false)
    expect(result.ok ? undefined : (result.config?.store ?? null)).toBe(store)
    for (const unknown of [
      'store: sqlite:${NOT_SET}\n',
      'store: sqlite:${NOT_SET}\nprofil: x\n',
      'stor: x\n',
      '[]\n',
    ]) {
      writeFileSync(file, unknown)
      expect(await loadPolicyFile({ file, ...options }), unknown).toMatchObject({ ok: false, config: null })
    }
  })

  test('a misspelt key takes neither the tokens away nor, where none is named, the usual store', async () => {
    const tokens = `tokens: [{ name: ci, role: approver, sha256: ${'AB'.repeat(32)} }]\n`
    const reading = await parseConfig(`version: 1\nprofil: x\n${tokens}`, 'holdpoint.yaml', {})
    const known = { store: 'sqlite', tokens: [{ name: 'ci', role: 'approver', sha256: 'ab'.repeat(32) }] }
    expect(reading).toMatchObject({ ok: false, config: known })
  })
})

test('[H22] the published schema is up to date', () => {
  const published = JSON.parse(
    readFileSync(new URL('../../schema/holdpoint.schema.json', import.meta.url), 'utf8'),
  ) as unknown
  expect(published).toEqual(JSON.parse(JSON.stringify(toJsonSchema())))
})

test.each([
  ['24h', 86_400_000],
  ['45s', 45_000],
  ['500ms', 500],
  ['1.5h', 5_400_000],
  ['7d', 604_800_000],
  ['10', null],
  ['', null],
  ['-5s', null],
  ['5 s', null],
  ['99999999999999999999d', null],
])('the duration %s', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

test('the nearest word', () => {
  expect(closestWord('aprovers', ['approvers', 'answer'])).toBe('approvers')
  expect(closestWord('zzz', ['approvers', 'answer'])).toBeNull()
  expect(closestWord('a'.repeat(1000), ['approvers', 'answer'])).toBeNull()
})
