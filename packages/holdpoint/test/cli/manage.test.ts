import { userInfo } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordDraft } from '@holdpoint/core'
import { createCliHome, ruling } from './cli-home.ts'
import type { CliHome, Ran } from './cli-home.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

describe('tokens', () => {
  test('[L4] made at a terminal with the code; the secret is printed once and works', async () => {
    expect((await home.run(['token', 'create', '--role', 'approver'], { terminal: 'wrong-code' })).exitCode).toBe(1)
    expect(await home.store.tokens.list(null)).toHaveLength(0)
    const { exitCode, out } = await home.run(['token', 'create', '--role', 'approver', '--name', 'ana'], {
      terminal: 'right-code',
    })
    expect(exitCode).toBe(0)
    const secret = /hp_[0-9a-f]+/.exec(out)?.[0] ?? ''
    const hold = await home.addHold()
    expect((await home.run(['approve', hold.id], { secret })).exitCode).toBe(0)
    const listed = await home.run(['token', 'list', '--json'])
    expect(listed.out).not.toContain(secret)
    expect(listed.out).not.toContain('sha256')
    expect(JSON.parse(listed.out)).toMatchObject({
      tokens: [{ name: 'ana', role: 'approver', tenant: 'local', revoked_at: null }],
    })
  })

  test('an admin’s token makes tokens for its own tenant only; an approver’s makes none', async () => {
    const admin = await home.addToken('root', 'admin', 'acme')
    const made = await home.run(['token', 'create', '--role', 'agent', '--json'], { secret: admin })
    expect(JSON.parse(made.out)).toMatchObject({
      name: 'agent-1',
      role: 'agent',
      tenant: 'acme',
      secret: expect.any(String) as string,
    })
    const foreign = await home.run(['token', 'create', '--role', 'agent', '--tenant', 'other'], { secret: admin })
    expect(foreign.exitCode).toBe(1)
    expect(foreign.err).toContain('for acme only')
    const approver = await home.addToken('ana', 'approver', 'acme')
    expect((await home.run(['token', 'create', '--role', 'admin'], { secret: approver })).exitCode).toBe(1)
    expect(await home.store.tokens.list(null)).toHaveLength(3)
  })

  test('an agent’s token comes with the URL and a line for each host, another’s does not', async () => {
    const create = ['token', 'create', '--role']
    const { out } = await home.run([...create, 'agent'], { terminal: 'right-code' })
    const [secret = ''] = /hp_[0-9a-f]+/.exec(out) ?? []
    expect(out).toContain('connects to http://localhost:7433/mcp/crm')
    expect(out).toContain('in its place: files')
    for (const host of ['Claude Code', 'Cursor', 'VS Code', 'Goose']) expect(out).toContain(host)
    expect(out).toContain(
      `claude mcp add --transport http crm http://localhost:7433/mcp/crm --header 'Authorization: Bearer ${secret}'`,
    )
    expect((await home.run([...create, 'viewer'], { terminal: 'right-code' })).out).not.toContain('Claude')
  })

  test('revoking ends it', async () => {
    const secret = await home.addToken('ana', 'approver')
    expect((await home.run(['token', 'revoke', 'nobody'], { terminal: 'right-code' })).exitCode).toBe(1)
    expect((await home.run(['token', 'revoke', 'ana'], { terminal: 'right-code' })).exitCode).toBe(0)
    const hold = await home.addHold()
    expect((await home.run(['approve', hold.id], { secret })).exitCode).toBe(1)
    expect((await home.run(['token', 'list'])).out).toContain('revoked')
  })

  test.each([
    [['--role', 'king'], 'One of'],
    [[], 'One of'],
    [['--role', 'agent', '--expires', 'soon'], '90d'],
    [['--role', 'viewer', '--relays-a-person'], 'Only an agent'],
    [['--role', 'agent', '--tenant', 'a b'], 'letters'],
    [['--role', 'agent', '--name', 'local:ana'], '--name'],
  ])('token create %j is wrong usage', async (words, hint) => {
    const { exitCode, err } = await home.run(['token', 'create', ...words], { terminal: 'right-code' })
    expect(exitCode).toBe(2)
    expect(err).toContain(hint)
  })
})

describe('pause', () => {
  test('an approver’s token pauses and resumes, on record', async () => {
    const secret = await home.addToken('ana', 'approver')
    expect(JSON.parse((await home.run(['pause', '--json'], { secret })).out)).toMatchObject({
      paused: { by: 'ana' },
      off: null,
    })
    expect(JSON.parse((await home.run(['resume', '--json'], { secret })).out)).toEqual({ paused: null, off: null })
    expect((await home.records()).slice(-2).map(({ kind }) => kind)).toEqual(['gate-paused', 'gate-resumed'])
  })
})

describe('policy', () => {
  test('suggest: a server that is not configured is named, with what to type', async () => {
    const { exitCode, err } = await home.run(['policy', 'suggest', '--server', 'files'])
    expect(exitCode).toBe(1)
    expect(err).toContain('No server called files is configured.')
    expect(err).toContain('holdpoint policy suggest --server files -- <command>')
    expect((await home.run(['policy', 'suggest'])).err).toContain('It is not clear which server is meant.')
  })

  test('check: fine, or each problem with file, line and suggestion', async () => {
    expect((await home.run(['policy', 'check'])).exitCode).toBe(0)
    home.policy = {
      ok: false,
      problems: [
        {
          file: '/home/x/holdpoint.yaml',
          line: 3,
          column: 1,
          message: 'Unknown key "profil".',
          suggestion: 'did you mean "profile"?',
        },
      ],
    }
    const { exitCode, out } = await home.run(['policy', 'check'])
    expect(exitCode).toBe(1)
    expect(out).toBe('/home/x/holdpoint.yaml:3: Unknown key "profil".\n  did you mean "profile"?\n')
    const message = 'Unexpected character: =\n\n>    1 | args.x == = 1\n                  ^\u001b[2J'
    home.policy = { ok: false, problems: [{ file: 'holdpoint.yaml', line: 3, column: 1, message, suggestion: null }] }
    expect((await home.run(['policy', 'check'])).out).toBe(
      'holdpoint.yaml:3: Unexpected character: =\n  │ >    1 | args.x == = 1\n  │                   ^⟦U+001B⟧[2J\n',
    )
    const explain = await home.run(['policy', 'explain', 'crm', 'x'])
    expect(explain.exitCode).toBe(1)
    expect(explain.err).toContain('holdpoint.yaml:3')
  })

  test('check: a variable that is not set here is worth a note, and no problem', async () => {
    const unset = {
      server: 'crm',
      file: '/h/holdpoint.yaml',
      line: 4,
      column: 1,
      message: 'CRM_TOKEN is not set.',
      suggestion: null,
    }
    home.policy = { ...home.policy, ok: true, unset: [unset] } as CliHome['policy']
    const { exitCode, out } = await home.run(['policy', 'check'])
    expect(exitCode).toBe(0)
    expect(out).toContain('Note: crm cannot be started from here: /h/holdpoint.yaml:4: CRM_TOKEN is not set.')
    expect(JSON.parse((await home.run(['policy', 'check', '--json'])).out)).toMatchObject({ ok: true, unset: [unset] })
  })

  test('explain: a call by its arguments, read strictly; or a hold', async () => {
    const questions: unknown[] = []
    home.policy = {
      ...home.policy,
      ok: true,
      explain: async (question: unknown) => (questions.push(question), { ruling, definition: 'seen', note: null }),
    } as CliHome['policy']
    const { exitCode, out } = await home.run(['policy', 'explain', 'crm', 'delete_contact', '{"id":42}'])
    expect(exitCode).toBe(0)
    expect(out).toContain('delete_contact on crm: ask, high risk')
    expect(out).toContain('the name says delete')
    expect(out).toContain('Judged by: the tool as it was seen last')
    expect(out).toContain('For:       a host on this account')
    const caller = { tenant: 'local', principal: `local:${userInfo().username}`, relaysAPerson: true }
    const question = { caller, server: 'crm', tool: 'delete_contact', argumentsText: '{"id":42}' }
    expect(questions).toEqual([{ ...question, command: null }])
    await home.run(['policy', 'explain', 'crm', 'delete_contact', '{"id":42}', '--', 'node', '--json'])
    expect(questions[1]).toEqual({ ...question, command: ['node', '--json'] })
    expect((await home.run(['policy', 'explain', 'crm', 'x', '{}', '--'])).exitCode).toBe(2)
    for (const bad of ['{"a":1,"a":2}', '[1]', '{', 'x']) {
      expect((await home.run(['policy', 'explain', 'crm', 'x', bad])).exitCode).toBe(2)
    }
    const hold = await home.addHold({ ruling: { rule: 'outside mail', quorum: 2, code: 'always' } })
    expect(JSON.parse((await home.run(['policy', 'explain', hold.id, '--json'])).out)).toMatchObject({
      rule: 'outside mail',
      quorum: 2,
      code: 'always',
    })
    expect((await home.run(['policy', 'explain', hold.id])).out).toContain('in chats by the code alone')
  })

  test('explain --as: a call by the holder of a token, configured or made, by what that token says', async () => {
    const questions: unknown[] = []
    const token = (name: string, tenant: string, parts: object = {}): object => ({
      name,
      tenant,
      role: 'agent',
      relaysAPerson: false,
      sha256: '',
      ...parts,
    })
    home.policy = {
      ...home.policy,
      ok: true,
      tokens: [
        token('chat', 'acme', { relaysAPerson: true }),
        token('ci', 'acme'),
        token('ci', 'globex'),
        token('reader', 'acme', { role: 'viewer' }),
      ],
      explain: async (question: { readonly caller: unknown }) => (
        questions.push(question.caller),
        { ruling, definition: 'seen', note: null }
      ),
    } as CliHome['policy']
    await home.addToken('made', 'agent', 'initech')
    const as = async (...args: readonly string[]): Promise<Ran> =>
      await home.run(['policy', 'explain', 'crm', 'delete_contact', '{}', '--json', ...args])
    const relayed = { tenant: 'acme', principal: 'chat', relays_a_person: true }
    expect(JSON.parse((await as('--as', 'chat')).out)).toMatchObject({ for: relayed })
    await as('--as', 'made')
    await as('--as', 'ci', '--tenant', 'globex')
    await as('--tenant', 'acme')
    expect(questions).toEqual([
      { tenant: 'acme', principal: 'chat', relaysAPerson: true },
      { tenant: 'initech', principal: 'made', relaysAPerson: false },
      { tenant: 'globex', principal: 'ci', relaysAPerson: false },
      { tenant: 'acme', principal: '', relaysAPerson: false },
    ])
    expect((await home.run(['policy', 'explain', 'crm', 'x', '--as', 'chat'])).out).toContain(
      'For:       the token chat of acme, which relays a person',
    )
    for (const [args, problem] of [
      [['--as', 'ci'], /Several tokens called ci.*--tenant acme or --tenant globex/s],
      [['--as', 'reader'], /viewer's, and makes no calls/],
      [['--as', 'cj'], /No token called cj is in force.*Did you mean ci/s],
      [['--as', 'made', '--tenant', 'acme'], /No token called made in the tenant acme is in force/],
    ] as const) {
      const refused = await home.run(['policy', 'explain', 'crm', 'x', ...args])
      expect([refused.exitCode, refused.err]).toEqual([1, expect.stringMatching(problem)])
    }
    const [made] = (await home.store.tokens.list('initech')).filter(({ name }) => name === 'made')
    const revoked = recordDraft({ kind: 'token-revoked', tenant: 'initech', actor: 'ana', detail: 'made' })
    expect(await home.store.tokens.revoke(made?.id ?? '', home.clock, revoked)).toBe(true)
    expect((await as('--as', 'made')).exitCode).toBe(1)
    // The token of a person who looks opens its own tenant alone.
    const secret = await home.addToken('looker', 'viewer', 'globex')
    expect((await home.run(['policy', 'explain', 'crm', 'x', '--as', 'chat'], { secret })).exitCode).toBe(1)
    expect(questions).toHaveLength(5)
  })

  test('accept: lists what waits; accepts exactly what was shown', async () => {
    expect((await home.run(['policy', 'accept'])).out).toContain('Nothing waits')
    home.waiting = [
      { kind: 'definition', server: 'crm', version: 'v1', changes: ['delete_contact: inputSchema changed\u001b[2J'] },
      { kind: 'policy', version: 'p1', changes: ['rule "outside mail" was removed'] },
    ]
    const listed = await home.run(['policy', 'accept'])
    expect(listed.out).toContain('holdpoint policy accept crm')
    expect(listed.out).not.toContain('\u001b')
    const approver = await home.addToken('ana', 'approver')
    expect((await home.run(['policy', 'accept', '--looser'], { secret: approver })).exitCode).toBe(1)
    expect((await home.run(['policy', 'accept', 'crm'], { secret: approver })).exitCode).toBe(0)
    expect(home.waiting.map(({ kind }) => kind)).toEqual(['policy'])
    expect((await home.run(['policy', 'accept', 'crm'], { secret: approver })).exitCode).toBe(1)
    const changing = await home.run(['policy', 'accept', '--looser'], {
      terminal: 'right-code',
      during: async () => {
        home.waiting = [{ kind: 'policy', version: 'p2', changes: ['everything passes'] }]
      },
    })
    expect(changing.exitCode).toBe(1)
    expect(changing.err).toContain('changed again')
    expect(home.waiting).toHaveLength(1)
    expect((await home.run(['policy', 'accept', '--looser'], { terminal: 'right-code' })).exitCode).toBe(0)
  })
})

describe('open', () => {
  test('makes a sign-in link for a terminal only', async () => {
    const hold = await home.addHold()
    const refused = await home.run(['open', hold.id])
    expect(refused.exitCode).toBe(1)
    expect(refused.out + refused.err).not.toContain('http')
    const { exitCode, out } = await home.run(['open', hold.id.slice(0, 8)], { terminal: 'right-code' })
    expect(exitCode).toBe(0)
    expect(out).toContain(`http://localhost:7433/approvals/${hold.id}`)
    home.link = { ok: false, message: 'The port is in use.', next: 'Set HOLDPOINT_PORT.' }
    expect((await home.run(['open'], { terminal: 'right-code' })).err).toContain('HOLDPOINT_PORT')
  })
})
