import { claimDispatch } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { textWidth } from '../../src/terminal/text-width.ts'
import { createCliHome, thisProcess } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

describe('list', () => {
  test('--json: all states, newest first, the objects of REST', async () => {
    const older = await home.addHold({ argumentsText: '{"id":1}' })
    home.clock += 1000
    const newer = await home.addHold()
    await home.run(['approve', older.id], { secret: await home.addToken('ana', 'approver') })
    const { exitCode, out } = await home.run(['list', '--json'])
    expect(exitCode).toBe(0)
    const { approvals } = JSON.parse(out) as { approvals: { id: string }[] }
    expect(approvals.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(approvals[1]).toMatchObject({
      state: 'approved',
      server: 'crm',
      tool: 'delete_contact',
      risk: 'high',
      rule: 'verb delete',
      arguments: { id: 1 },
      rationale: 'the user asked for it',
      principal: 'agent',
      decided_by: 'ana',
      via: 'api',
      reason: null,
      outcome: null,
    })
    const pending = await home.run(['list', '--json', '--state', 'pending'])
    expect((JSON.parse(pending.out) as { approvals: unknown[] }).approvals).toHaveLength(1)
    const limited = await home.run(['list', '--json', '--limit', '1'])
    expect((JSON.parse(limited.out) as { approvals: { id: string }[] }).approvals.map(({ id }) => id)).toEqual([
      newer.id,
    ])
  })

  test('more than a page is read on', async () => {
    for (let index = 0; index < 230; index++) await home.addHold({ principal: `agent-${index % 50}` })
    const all = await home.run(['list', '--json'])
    expect((JSON.parse(all.out) as { approvals: unknown[] }).approvals).toHaveLength(230)
    expect(JSON.parse(all.out)).toMatchObject({ next_cursor: null })
    const some = await home.run(['list', '--json', '--limit', '210'])
    const { approvals, next_cursor: cursor } = JSON.parse(some.out) as { approvals: unknown[]; next_cursor: string }
    expect(approvals).toHaveLength(210)
    const query = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, limit: 200 }
    expect((await home.store.holds.list({ ...query, cursor })).holds).toHaveLength(20)
    expect((await home.run(['list'])).out).toContain('Only the newest 100 are shown, and there are 130 more')
    expect((await home.run(['list', '--limit', '230'])).out).not.toContain('Only the newest')
  })

  test('[D3] the table fits 80 columns, and names cannot draw on the terminal', async () => {
    await home.addHold({ tool: 'delete_\u001b[2J\u202e_everything', principal: 'agent\u009b31m\n✅ Approved' })
    await home.addHold({ tool: '删除联系人'.repeat(20) })
    const { out } = await home.run(['list'])
    expect(out).toContain('⟦U+001B⟧')
    expect(out).not.toMatch(/(?!\n)[\p{Control}\p{Bidi_Control}]/u)
    expect(out.split('\n').filter((line) => line !== '')).toHaveLength(3)
    for (const line of out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80)
  })

  test('[D3] JSON is safe to print and means the same', async () => {
    const text = 'x\u009b31m\u202e\u2028\u{e0041}\u200b'
    await home.addHold({ argumentsText: JSON.stringify({ text }) })
    const { out } = await home.run(['list', '--json'])
    expect(out).not.toMatch(/[\u007f-\u009f\u200b\u2028\u202e\u{e0041}]/u)
    expect((JSON.parse(out) as { approvals: { arguments: unknown }[] }).approvals[0]?.arguments).toEqual({ text })
  })

  test('passed deadlines and dead processes are made visible first', async () => {
    const expiring = await home.addHold({ ruling: { decideWithinMs: 1000 } })
    const dying = await home.addHold()
    await home.run(['approve', dying.id], { secret: await home.addToken('ana', 'approver') })
    await claimDispatch(home.store, dying.id, 'attempt', thisProcess)
    home.alive.delete(thisProcess.instance)
    home.clock += 2000
    const { out } = await home.run(['list', '--json'])
    const states = new Map(
      (JSON.parse(out) as { approvals: { id: string; state: string }[] }).approvals.map((each) => [
        each.id,
        each.state,
      ]),
    )
    expect(states.get(expiring.id)).toBe('expired')
    expect(states.get(dying.id)).toBe('unknown')
  })

  test('a pause stands above the list', async () => {
    await home.run(['pause'], { terminal: 'right-code' })
    expect((await home.run(['list'])).out).toContain('PAUSED by local:tester')
    await home.run(['resume'], { terminal: 'right-code' })
    const after = await home.run(['list'])
    expect(after.out).not.toContain('PAUSED')
    expect(after.out).toContain('No held calls')
  })

  test('listed ids are beginnings that work', async () => {
    const hold = await home.addHold()
    const { out } = await home.run(['list'])
    const short = out.split('\n')[1]?.split(' ')[0] ?? ''
    expect(short.length).toBeGreaterThanOrEqual(8)
    expect(JSON.parse((await home.run(['show', short, '--json'])).out)).toMatchObject({ id: hold.id })
  })

  test.each([
    ['--state', 'pendign'],
    ['--risk', 'huge'],
    ['--limit', '0'],
    ['--limit', 'x'],
  ])('list %s %s is wrong usage', async (option, value) => {
    const { exitCode, err } = await home.run(['list', option, value])
    expect(exitCode).toBe(2)
    expect(err.split('\n').filter((line) => line !== '')).toHaveLength(2)
    if (value === 'pendign') expect(err).toContain('Did you mean pending?')
  })
})

describe('show', () => {
  test('[D3] everything a person needs, with hidden characters visible', async () => {
    const hold = await home.addHold({
      argumentsText: JSON.stringify({ body: 'a\u001b]8;;http://x\u0007b\u202ec' }),
      rationale: 'because\u0085so',
    })
    await home.run(['reject', hold.id, '--reason', 'no\u001b[31m'], { secret: await home.addToken('ana', 'approver') })
    const { exitCode, out } = await home.run(['show', hold.id])
    expect(exitCode).toBe(0)
    expect(out).not.toMatch(/(?!\n)[\p{Control}\p{Bidi_Control}]/u)
    for (const part of ['delete_contact', 'crm', 'Declined by ana · via api', '⟦U+202E⟧', 'High risk'])
      expect(out).toContain(part)
  })

  test('--json is the one object', async () => {
    const hold = await home.addHold()
    const { out } = await home.run(['show', hold.id, '--json'])
    expect(JSON.parse(out)).toMatchObject({ id: hold.id, state: 'pending', preview: { tool: 'delete_contact' } })
  })

  test('an agent’s token opens nothing', async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('robot', 'agent')
    const { exitCode, out } = await home.run(['show', hold.id], { secret })
    expect(exitCode).toBe(1)
    expect(out).toBe('')
  })
})
