/** Looking and deciding from the command line: for people and tokens, never for a program that merely runs commands. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeOf, textOf } from '../harness/answers.ts'
import { expectAuditIntact, holdpoint, holdpointJson, listHolds, showHold } from '../harness/decide.ts'
import type { Approval } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { crashPoint } from '../harness/paths.ts'
import { endWrap, startProcess, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'

const FIELDS: readonly (keyof Approval | 'decide_by')[] = [
  'id',
  'state',
  'server',
  'tool',
  'risk',
  'rule',
  'summary',
  'arguments',
  'digest',
  'rationale',
  'principal',
  'created_at',
  'decide_by',
  'decided_by',
  'via',
  'reason',
  'outcome',
]

const HIDDEN: readonly string[] = ['\u001b', '\u202e', '\u0007']

describe.concurrent('deciding from the command line', () => {
  test('[L4] without a terminal and without a token nothing is decided, and the way to do it is said', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const commands = [
      ['approve', id],
      ['reject', id],
      ['token', 'create', '--role', 'approver'],
      ['policy', 'accept', 'ledger'],
      ['resume'],
    ]
    for (const args of commands) {
      const told = await holdpoint(home, args)
      expect(told.code, args.join(' ')).toBe(1)
      expect(told.stderr).toContain('HOLDPOINT_TOKEN')
      expect(told.stderr).toContain('terminal')
    }
    expect((await showHold(home, id)).state).toBe('pending')
    expect((await holdpoint(home, ['audit', 'tail', '--json'])).stdout).toContain('decision-refused')
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test("[B8] a wrong secret, an agent's token and a viewer's token decide nothing, and it is on record", async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const secrets = ['wrong']
    for (const role of ['agent', 'viewer']) {
      const made = await holdpoint(home, ['token', 'create', '--role', role, '--json'], { as: 'admin' })
      expect(made.code, made.stderr).toBe(0)
      secrets.push(JSON.parse(made.stdout).secret)
    }
    for (const HOLDPOINT_TOKEN of secrets) {
      for (const args of [
        ['approve', id],
        ['token', 'create', '--role', 'admin'],
      ]) {
        expect((await holdpoint(home, args, { environment: { HOLDPOINT_TOKEN } })).code).toBe(1)
      }
    }
    expect((await showHold(home, id)).state).toBe('pending')
    expect((await holdpoint(home, ['token', 'create', '--role', 'admin'], { as: 'approver' })).code).toBe(1)
    const tail = await holdpoint(home, ['audit', 'tail', '--json'])
    expect(tail.stdout).toContain('sign-in-refused')
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[B13] a token that is made decides; revoked, it does not, and what it approved before is void', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await endWrap(wrap)
    const made = await holdpoint(home, ['token', 'create', '--role', 'approver', '--name', 'ana', '--json'], {
      as: 'admin',
    })
    const token = JSON.parse(made.stdout) as { id: string; secret: string }
    const as = { environment: { HOLDPOINT_TOKEN: token.secret } }
    const approved = await holdpoint(home, ['approve', id, '--json'], as)
    expect(JSON.parse(approved.stdout)).toMatchObject({ state: 'approved', decided_by: 'ana', via: 'api' })
    expect((await holdpoint(home, ['token', 'revoke', token.id], { as: 'admin' })).code).toBe(0)
    expect((await holdpoint(home, ['approve', id], as)).code).toBe(1)
    const next = await startWrap(home)
    expect(textOf(await next.client.call('delete_item', { id: 1 }))).toContain('may no longer approve')
    expect(readLedger(home)).toEqual([])
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('list and show print every field of REST, and a beginning of the id is enough', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const rationale = 'The user asked to remove it.'
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1, rationale }))
    await wrap.client.call('send_message', { to: 'a', text: 'b' })
    const { approvals: holds } = await holdpointJson<{ approvals: readonly Approval[] }>(home, ['list'])
    expect(holds.map(({ tool }) => tool)).toEqual(['send_message', 'delete_item'])
    for (const field of FIELDS) expect(holds[1]).toHaveProperty(field)
    expect(holds[1]).toMatchObject({ rationale, arguments: { id: 1 }, server: 'ledger', state: 'pending' })
    expect(await holdpointJson(home, ['show', id.slice(0, 8)])).toMatchObject(holds[1] as object)
    expect(await listHolds(home, '--tool', 'delete_item', '--state', 'pending')).toHaveLength(1)
    expect(await listHolds(home, '--state', 'approved')).toEqual([])
    const shown = await holdpoint(home, ['show', id])
    expect(shown.stdout).toContain('delete_item')
    expect(shown.stdout).toContain(rationale)
    await endWrap(wrap)
  })

  test('[D3] escapes and bidi marks in arguments are visible in every view', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const nasty = '\u001b[2J\u202egnp.exe\u0007\n✅ Approved by admin'
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: nasty }))
    for (const args of [['list'], ['show', id]]) {
      const { stdout } = await holdpoint(home, args)
      for (const hidden of HIDDEN) expect(stdout).not.toContain(hidden)
      expect(stdout).not.toMatch(/^✅/m)
    }
    for (const hidden of HIDDEN) expect(wrap.stderr()).not.toContain(hidden)
    await endWrap(wrap)
  })

  test('[H19] an audit record that was edited is named', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    await wrap.client.call('get_item', { id: 1 })
    await endWrap(wrap)
    await expectAuditIntact(home)
    const edited = startProcess(process.execPath, [crashPoint('edit-audit.mjs'), join(home.path, 'holdpoint.db')], {
      cwd: home.folder,
      environment: home.environment,
    })
    expect((await edited.exited).code, edited.stderr()).toBe(0)
    const told = await holdpoint(home, ['audit', 'verify'])
    expect(told.code).toBe(1)
    expect(told.stdout + told.stderr).toMatch(/record \d+/i)
  })
})
