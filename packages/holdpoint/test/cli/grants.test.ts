/** Edits and standing answers from the command line. */
import { writeFile } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApprovalView, GrantView, JsonObject } from '@holdpoint/core'
import { createCliHome } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

let home: CliHome
let secret: string

beforeEach(async () => {
  home = await createCliHome()
  secret = await home.addToken('ana', 'approver')
})

afterEach(async () => await home.remove())

const inputSchema: JsonObject = { type: 'object', properties: { to: { type: 'string' } } }
const MAIL = { tool: 'send_mail', argumentsText: '{"to":"ben"}', inputSchema } as const

type Decided = ApprovalView & { readonly grant: GrantView | null }

describe('approve --edit', () => {
  test('takes JSON or a file, shows the difference, and approves what was shown', async () => {
    const inline = await home.addHold(MAIL)
    const ran = await home.run(['approve', inline.id, '--edit', ' {"to": "cleo"}', '--json'], { secret })
    expect(ran.exitCode, ran.err).toBe(0)
    expect(JSON.parse(ran.out) as Decided).toMatchObject({ state: 'approved', edit: { approved: { to: 'cleo' } } })
    expect((await home.store.holds.get(inline.id))?.edit?.argumentsText).toBe('{"to": "cleo"}')
    const file = join(dirname(home.file), 'edit.json')
    await writeFile(file, '{"to":"dan"}\n')
    const other = await home.addHold({ ...MAIL, principal: 'local:tester' })
    const asked = await home.run(['approve', other.id, '--edit', file], { terminal: 'right-code' })
    expect(asked.exitCode, asked.err).toBe(0)
    expect(asked.out).toContain('Approved with changes by local:tester')
    expect(asked.out).toContain('"dan"')
    expect(asked.out).toContain('approved with changes by local:tester via terminal')
    expect((await home.store.holds.get(other.id))?.edit?.argumentsText).toBe('{"to":"dan"}')
  })

  test('decides nothing where the edit does not fit or cannot be read', async () => {
    const hold = await home.addHold(MAIL)
    for (const [edit, code] of [
      ['{"to":7}', 'EDIT_REFUSED'],
      ['{"to":"a","to":"b"}', 'EDIT_REFUSED'],
      ['/nowhere/edit.json', 'NOT_FOUND'],
    ] as const) {
      const ran = await home.run(['approve', hold.id, '--edit', edit, '--json'], { secret })
      expect([ran.exitCode, (JSON.parse(ran.out) as { error: { code: string } }).error.code]).toEqual([1, code])
    }
    expect((await home.store.holds.get(hold.id))?.state).toBe('pending')
  })

  test('a wrong code leaves everything as it was', async () => {
    const hold = await home.addHold({ ...MAIL, principal: 'local:tester' })
    const args = ['approve', hold.id, '--edit', '{"to":"x"}', '--allow', 'session']
    expect((await home.run(args, { terminal: 'wrong-code' })).exitCode).toBe(1)
    expect(await home.store.holds.get(hold.id)).toMatchObject({ state: 'pending', edit: null })
    expect(await home.store.grants.list(null, 10)).toEqual([])
  })
})

describe('standing answers', () => {
  test('approve --allow makes one, grants list shows it, grants revoke ends it', async () => {
    const hold = await home.addHold(MAIL)
    const args = ['approve', hold.id, '--allow', '30m', '--same-arguments', '--times', '3']
    const approved = await home.run([...args, '--json'], { secret })
    const { grant } = JSON.parse(approved.out) as Decided
    expect(grant).toMatchObject({
      effect: 'allow',
      condition: { kind: 'same' },
      limits: { count: 3 },
      state: 'standing',
    })
    const listed = await home.run(['grants', 'list'])
    expect(listed.out).toContain('allow send_mail on crm for agent')
    expect(listed.out).toContain('0 of 3')
    expect(JSON.parse((await home.run(['grants', 'list', '--json'])).out)).toEqual({ grants: [grant] })
    const prefix = grant?.id.slice(0, 8) ?? ''
    const revoked = await home.run(['grants', 'revoke', prefix], { secret })
    expect([revoked.exitCode, revoked.out]).toEqual([0, `Revoked ${grant?.id}.\n`])
    expect((await home.run(['grants', 'revoke', prefix], { secret })).out).toContain('revoked before')
    expect((await home.run(['grants', 'list', '--json'])).out).toContain('"state": "revoked"')
  })

  test('what would be allowed is shown before the code is typed, and the host’s word is short', async () => {
    const hold = await home.addHold({ ...MAIL, principal: 'local:tester' })
    const ran = await home.run(['approve', hold.id, '--allow', 'session'], { terminal: 'right-code' })
    expect(ran.out.indexOf('From now on: allow send_mail')).toBeLessThan(ran.out.indexOf('to approve'))
    expect(ran.out).toMatch(/Granted \S+: allow send_mail on crm for local:tester: any arguments, in one session/)
    const other = await home.addHold({ ...MAIL, principal: 'local:tester', tool: 'send_other' })
    const long = await home.run(['approve', other.id, '--allow', '2h'], { terminal: 'right-code' })
    expect([long.exitCode, long.err]).toEqual([1, expect.stringContaining('30 minutes') as string])
    expect((await home.store.holds.get(other.id))?.state).toBe('pending')
  })

  test('reject --deny denies such calls', async () => {
    const hold = await home.addHold(MAIL)
    const where = '[{"path":"/to","is":"equal","value":"ben"}]'
    const ran = await home.run(['reject', hold.id, '--deny', 'always', '--where', where, '--json'], { secret })
    expect(JSON.parse(ran.out) as Decided).toMatchObject({
      state: 'declined',
      grant: { effect: 'deny', expires_at: null, summary: 'deny send_mail on crm for agent: /to is "ben"' },
    })
  })

  test('--where takes conditions in words as well as JSON, and means the same', async () => {
    const words = 'to is ben; copies between 1 and 3'
    const json = '[{"path":"/to","is":"equal","value":"ben"},{"path":"/copies","is":"between","least":1,"most":3}]'
    const conditions: unknown[] = []
    for (const [index, where] of [words, json].entries()) {
      const hold = await home.addHold({
        ...MAIL,
        argumentsText: '{"to":"ben","copies":2}',
        principal: `agent-${index}`,
      })
      const ran = await home.run(['approve', hold.id, '--allow', '2h', '--where', where, '--json'], { secret })
      expect(ran.exitCode, ran.err).toBe(0)
      conditions.push((JSON.parse(ran.out) as Decided).grant?.condition)
    }
    expect(conditions[0]).toEqual(conditions[1])
    const denied = await home.addHold(MAIL)
    const ran = await home.run(['reject', denied.id, '--deny', 'always', '--where', words.slice(0, 9), '--json'], {
      secret,
    })
    expect((JSON.parse(ran.out) as Decided).grant).toMatchObject({ effect: 'deny', condition: { kind: 'clauses' } })
  })

  test('approve --allow --amount counts what the calls ask for in all', async () => {
    const argumentsText = '{"to":"ben","sum":{"a=b":2.5},"items":[{"price":1},{"price":2}]}'
    for (const [amount, limit] of [
      ['/sum/a=b=99.50', { path: '/sum/a=b', total: 99.5 }],
      ['/items/*/price=100', { path: '/items/*/price', total: 100 }],
    ] as const) {
      const hold = await home.addHold({ ...MAIL, argumentsText, principal: limit.path })
      const ran = await home.run(['approve', hold.id, '--allow', '30m', '--amount', amount, '--json'], { secret })
      expect(ran.exitCode, ran.err).toBe(0)
      expect((JSON.parse(ran.out) as Decided).grant).toMatchObject({ limits: { count: null, amount: limit } })
    }
    const other = await home.addHold({ ...MAIL, argumentsText, principal: 'other' })
    const missing = await home.run(['approve', other.id, '--allow', '30m', '--amount', '/to=5'], { secret })
    expect([missing.exitCode, missing.err]).toEqual([1, expect.stringContaining('no number from 0 at /to') as string])
    expect((await home.store.holds.get(other.id))?.state).toBe('pending')
  })

  test.each([
    [['--times', '3'], '--times belongs to --allow'],
    [['--amount', '/sum=3'], '--amount belongs to --allow'],
    [['--allow', '30m', '--amount', '/sum'], 'names no argument and total'],
    [['--allow', '30m', '--amount', 'sum=3'], 'names no argument and total'],
    [['--allow', '30m', '--amount', '/sum=-3'], 'names no argument and total'],
    [['--allow', '30m', '--amount', '/sum=1e9'], 'names no argument and total'],
    [['--allow', '30m', '--amount', '/sum=0.0000001'], 'names no argument and total'],
    [['--same-arguments'], '--same-arguments belongs to --allow'],
    [['--allow', 'ever'], 'no duration'],
    [['--allow', '30m', '--times', 'x'], 'times'],
    [['--allow', '30m', '--where', '{'], 'not JSON'],
    [['--allow', '30m', '--where', '[{}]'], 'Condition 1'],
    [['--allow', '30m', '--where', ''], 'name of an argument is expected'],
    [['--allow', '30m', '--where', 'to ben'], 'Behind "to" comes'],
    [['--allow', '30m', '--where', 'to is ben and more'], 'is not understood'],
    [['--allow', '30m', '--where', 'to is ben', '--same-arguments'], 'two different things'],
    [['--allow', '30m', '--where', '[]', '--same-arguments'], 'two different things'],
  ])('%j is wrong usage', async (more, said) => {
    const hold = await home.addHold(MAIL)
    const ran = await home.run(['approve', hold.id, ...more], { secret })
    expect([ran.exitCode, ran.err]).toEqual([2, expect.stringContaining(said) as string])
    expect((await home.store.holds.get(hold.id))?.state).toBe('pending')
  })

  test('[L4] [B8] revoking takes a person; other tenants’ grants do not exist', async () => {
    const hold = await home.addHold(MAIL)
    await home.run(['approve', hold.id, '--allow', 'always'], { secret })
    const [grant] = await home.store.grants.list(null, 1)
    const id = grant?.id ?? ''
    expect((await home.run(['grants', 'revoke', id])).exitCode).toBe(1)
    expect((await home.run(['grants', 'revoke', id], { secret: await home.addToken('bot', 'agent') })).exitCode).toBe(1)
    const foreign = await home.addToken('eve', 'admin', 'acme')
    const missing = await home.run(['grants', 'revoke', id], { secret: foreign })
    expect([missing.exitCode, missing.err]).toEqual([1, expect.stringContaining('There is no grant') as string])
    expect(JSON.parse((await home.run(['grants', 'list', '--json'], { secret: foreign })).out)).toEqual({ grants: [] })
    expect((await home.store.grants.get(id))?.revokedAt).toBeNull()
    expect((await home.run(['grants', 'revoke', id], { terminal: 'right-code' })).exitCode).toBe(0)
  })
})
