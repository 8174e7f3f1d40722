import { claimDispatch, concludeDispatch, loseDispatch, markCallerLeft, pauseGate } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCliHome, thisProcess } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

const stateOf = async (id: string): Promise<string | undefined> => (await home.store.holds.get(id))?.state

describe('approve and reject at a terminal', () => {
  test('[L4] the right code approves, as the local account, with the host’s assurance', async () => {
    const hold = await home.addHold({ argumentsText: '{"id":42,"note":"last line"}' })
    const { exitCode, out, err } = await home.run(['approve', hold.id, '--note', ' fine '], { terminal: 'right-code' })
    expect(err).toBe('')
    expect(exitCode).toBe(0)
    expect(out).toMatch(/Type [A-Z0-9]{4} to approve/)
    expect(out.indexOf('last line')).toBeLessThan(out.search(/Type [A-Z0-9]{4} to approve/))
    const after = await home.store.holds.get(hold.id)
    expect(after?.state).toBe('approved')
    expect(after?.verdicts).toMatchObject([
      { answer: 'approve', by: 'local:tester', via: 'terminal', assurance: 'host', reason: 'fine' },
    ])
  })

  test('[H24] a plain yes opens nothing; --allow scope opens what is shown before the code', async () => {
    const scoped = { ruling: { risk: 'medium', scope: 'folder "/tmp/zz"' } } as const
    const [first, second] = [await home.addHold(scoped), await home.addHold(scoped)]
    const sentence = /From now on: allow \S+ on crm for agent: in the folder \/tmp\/zz, in one session/
    const once = await home.run(['approve', first.id], { terminal: 'right-code' })
    expect(once.out).toMatch(/Type [A-Z0-9]{4} to approve/)
    expect(once.out).not.toMatch(sentence)
    expect(once.out).not.toContain('Granted')
    expect(await home.store.grants.list(null, 10)).toEqual([])
    const { out } = await home.run(['approve', second.id, '--allow', 'scope'], { terminal: 'right-code' })
    expect(out.search(sentence)).toBeGreaterThan(0)
    expect(out.search(sentence)).toBeLessThan(out.search(/Type [A-Z0-9]{4} to approve/))
    expect(out).toContain('Granted')
    expect(await home.store.grants.list(null, 10)).toHaveLength(1)
  })

  test('[H24] --allow scope is refused, with nothing decided, where there is none', async () => {
    const hold = await home.addHold()
    const { exitCode, err } = await home.run(['approve', hold.id, '--allow', 'scope'], { terminal: 'right-code' })
    expect([exitCode, err]).toEqual([1, expect.stringContaining('no scope that could be allowed')])
    expect(await stateOf(hold.id)).toBe('pending')
  })

  test('[L4] what was typed before the question answers nothing; the code decides, however soon it comes', async () => {
    const hold = await home.addHold()
    const { exitCode, err } = await home.run(['approve', hold.id], { terminal: 'typed-ahead' })
    expect([exitCode, err]).toEqual([0, ''])
    expect(await stateOf(hold.id)).toBe('approved')
  })

  test.each(['wrong-code', 'hang-up'] as const)('[L4] %s decides nothing', async (terminal) => {
    const hold = await home.addHold()
    const { exitCode, err } = await home.run(['approve', hold.id], { terminal })
    expect(exitCode).toBe(1)
    expect(err).toContain('nothing was done')
    expect(await stateOf(hold.id)).toBe('pending')
  })

  test('reject declines with the reason', async () => {
    const hold = await home.addHold()
    const { exitCode, out } = await home.run(['reject', hold.id, '--reason', 'wrong customer'], {
      terminal: 'right-code',
    })
    expect(exitCode).toBe(0)
    expect(out).toContain('It will not run')
    expect((await home.store.holds.get(hold.id))?.verdicts[0]).toMatchObject({
      answer: 'decline',
      reason: 'wrong customer',
    })
  })

  test('cancel withdraws a question with the reason, after the code', async () => {
    const hold = await home.addHold()
    const { exitCode, out } = await home.run(['cancel', hold.id, '--reason', 'not needed'], { terminal: 'right-code' })
    expect(exitCode).toBe(0)
    expect(out).toMatch(/Type [A-Z0-9]{4} to cancel/)
    expect(out).toContain('It will not run')
    expect(await home.store.holds.get(hold.id)).toMatchObject({
      state: 'cancelled',
      verdicts: [{ answer: 'cancel', by: 'local:tester', via: 'terminal', reason: 'not needed' }],
    })
    const other = await home.addHold()
    expect((await home.run(['cancel', other.id], { terminal: 'wrong-code' })).exitCode).toBe(1)
    expect(await stateOf(other.id)).toBe('pending')
  })

  test('[X12.2] approve says that it runs only where something would run it', async () => {
    const approve = async (hold: Hold): Promise<string> =>
      (await home.run(['approve', hold.id], { terminal: 'right-code' })).out
    expect(await approve(await home.addHold())).toContain('It runs now.')
    const left = await home.addHold()
    await markCallerLeft(home.store, left.id)
    const asked = await approve(left)
    expect(asked).toContain('Its caller went away: it runs when the agent calls again with the same arguments.')
    const orphan = await home.addHold()
    home.alive.delete('test')
    const alone = await approve(orphan)
    expect(alone).toContain('Nothing that could send it is there now: it runs when the agent calls again')
    home.alive.add('test')
    const held = await home.addHold()
    await pauseGate(home.store, { by: 'ops', tenant: 'local', operator: true }, null)
    const paused = await approve(held)
    expect(paused).toContain('It was not sent: everything above low risk is paused.')
    for (const text of [asked, alone, paused]) expect(text).not.toContain('runs now')
  })

  test('approve says until when it can be taken back, and cancel does so; too late it says what happened', async () => {
    const hold = await home.addHold({ ruling: { undoWindowMs: 60_000 } })
    const approved = await home.run(['approve', hold.id], { terminal: 'right-code' })
    expect(approved.out).toContain(`Until then it can be taken back: holdpoint cancel ${hold.id}`)
    const taken = await home.run(['cancel', hold.id, '--json'], { terminal: 'right-code' })
    expect(taken.exitCode).toBe(0)
    expect(await home.store.holds.get(hold.id)).toMatchObject({ state: 'cancelled', note: 'Revoked by local:tester' })
    const sent = await home.addHold()
    await home.run(['approve', sent.id], { terminal: 'right-code' })
    await claimDispatch(home.store, sent.id, 'attempt', thisProcess)
    const late = await home.run(['cancel', sent.id, '--json'], { terminal: 'right-code' })
    expect([late.exitCode, late.out.includes('Type ')]).toEqual([1, false])
    expect(`${late.out}${late.err}`).toContain('is running')
    expect(`${late.out}${late.err}`).toContain('CONFLICT')
  })

  test('somebody who could not approve it takes no approval back, and types no code', async () => {
    const hold = await home.addHold({ ruling: { assurance: 'identified', undoWindowMs: 60_000 } })
    await home.run(['approve', hold.id], { secret: await home.addToken('ana', 'approver') })
    const { exitCode, out, err } = await home.run(['cancel', hold.id], { terminal: 'right-code' })
    expect([exitCode, out.includes('Type ')]).toEqual([1, false])
    expect(err).toContain('assurance "identified"')
    expect(await stateOf(hold.id)).toBe('approved')
  })

  test('a hold that demands more than the host’s word is refused before any code is asked, and audited', async () => {
    const hold = await home.addHold({ ruling: { assurance: 'identified' } })
    const { exitCode, out, err } = await home.run(['approve', hold.id], { terminal: 'right-code' })
    expect(exitCode).toBe(1)
    expect(out).not.toContain('Type ')
    expect(err).toContain('assurance "identified"')
    expect(await stateOf(hold.id)).toBe('pending')
    expect((await home.records()).at(-1)).toMatchObject({ kind: 'decision-refused', hold: hold.id })
  })

  test('[S2] a decision that came while the code was typed stands', async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('bo', 'approver')
    const { exitCode, err } = await home.run(['approve', hold.id], {
      terminal: 'right-code',
      during: async () => {
        expect((await home.run(['reject', hold.id], { secret })).exitCode).toBe(0)
      },
    })
    expect(exitCode).toBe(1)
    expect(err).toContain('declined by bo via api')
    expect(await stateOf(hold.id)).toBe('declined')
  })
})

describe('who may decide', () => {
  test.each([
    ['approve', 'ID'],
    ['reject', 'ID'],
    ['cancel', 'ID'],
    ['resolve', 'ID', '--executed', 'yes', '--note', 'seen'],
    ['pause'],
    ['resume'],
    ['token', 'create', '--role', 'approver'],
    ['token', 'revoke', 'ana'],
    ['policy', 'accept', 'crm'],
    ['policy', 'accept', '--looser'],
  ])('[L4] %s %s without a terminal or a token is refused, with the way to do it, and audited', async (...words) => {
    const hold = await home.addHold()
    const { exitCode, out, err } = await home.run(words.map((word) => (word === 'ID' ? hold.id : word)))
    expect(exitCode).toBe(1)
    expect(out).toBe('')
    expect(err).toContain('HOLDPOINT_TOKEN')
    expect(err).toContain('terminal')
    expect(await stateOf(hold.id)).toBe('pending')
    expect((await home.records()).at(-1)).toMatchObject({ kind: 'decision-refused', actor: 'local:tester' })
  })

  test.each(['agent', 'viewer'] as const)(
    '[B8] a token of the role %s is refused and audited, also at a terminal',
    async (role) => {
      const hold = await home.addHold()
      const secret = await home.addToken('robot', role)
      const { exitCode, out, err } = await home.run(['approve', hold.id], { secret, terminal: 'right-code' })
      expect(exitCode).toBe(1)
      expect(out).not.toContain('Type ')
      expect(err).toContain(`role ${role}`)
      expect(await stateOf(hold.id)).toBe('pending')
      expect((await home.records()).at(-1)).toMatchObject({ kind: 'decision-refused', actor: 'robot', hold: hold.id })
    },
  )

  test('a token that is not valid never falls back to the terminal', async () => {
    const hold = await home.addHold()
    const { exitCode, err } = await home.run(['approve', hold.id], { secret: 'hp_nonsense', terminal: 'right-code' })
    expect(exitCode).toBe(1)
    expect(err).toContain('no valid token')
    expect(await stateOf(hold.id)).toBe('pending')
    expect((await home.records()).at(-1)).toMatchObject({ kind: 'sign-in-refused' })
    expect((await home.run(['list'], { secret: 'hp_nonsense' })).exitCode).toBe(1)
  })

  test('an approver’s token decides without a code, identified', async () => {
    const hold = await home.addHold({ ruling: { assurance: 'identified' } })
    const secret = await home.addToken('ana', 'approver')
    const { exitCode, out } = await home.run(['approve', hold.id, '--json'], { secret })
    expect(exitCode).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      id: hold.id,
      state: 'approved',
      decided_by: 'ana',
      via: 'api',
      assurance: 'identified',
    })
  })

  test('[E4] another tenant’s hold does not exist: the same words as for no hold at all', async () => {
    const hold = await home.addHold({ tenant: 'acme' })
    const secret = await home.addToken('ana', 'approver', 'other')
    for (const command of ['approve', 'reject', 'show']) {
      const foreign = await home.run([command, hold.id], { secret })
      const missing = await home.run([command, 'nothing-there'], { secret })
      expect(foreign.exitCode).toBe(1)
      expect(foreign.err.replaceAll(hold.id, 'X')).toBe(missing.err.replaceAll('nothing-there', 'X'))
    }
    expect(await stateOf(hold.id)).toBe('pending')
    expect(JSON.parse((await home.run(['list', '--json'], { secret })).out)).toMatchObject({ approvals: [] })
  })
})

describe('deciding again', () => {
  test('[S1] the same verdict twice gives the original receipt', async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('ana', 'approver')
    const first = await home.run(['approve', hold.id, '--json'], { secret })
    home.clock += 5000
    const second = await home.run(['approve', hold.id, '--json'], { secret })
    expect(second.exitCode).toBe(0)
    expect(JSON.parse(second.out)).toEqual(JSON.parse(first.out))
    expect((await home.run(['approve', hold.id], { secret })).out).toContain('Nothing changed')
    expect((await home.store.holds.get(hold.id))?.verdicts).toHaveLength(1)
  })

  test('[S2] a conflicting verdict is refused and names the winner', async () => {
    const hold = await home.addHold()
    await home.run(['reject', hold.id], { secret: await home.addToken('ana', 'approver') })
    const secret = await home.addToken('bo', 'approver')
    const { exitCode, err } = await home.run(['approve', hold.id], { secret })
    expect(exitCode).toBe(1)
    expect(err).toContain('declined by ana')
    const json = await home.run(['approve', hold.id, '--json'], { secret })
    expect(JSON.parse(json.out)).toMatchObject({
      error: { code: 'CONFLICT', state: 'declined', decided_by: 'ana', via: 'api' },
    })
    expect(await stateOf(hold.id)).toBe('declined')
  })

  test('[B6] a verdict 1 ms after the deadline finds the question expired', async () => {
    const hold = await home.addHold({ ruling: { decideWithinMs: 60_000 } })
    const secret = await home.addToken('ana', 'approver')
    home.clock = hold.decideBy + 1
    const { exitCode, out } = await home.run(['approve', hold.id, '--json'], { secret })
    expect(exitCode).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'EXPIRED', state: 'expired' } })
    expect(await stateOf(hold.id)).toBe('expired')
  })

  test('two approvers are two: the first leaves it pending and says so', async () => {
    const hold = await home.addHold({ ruling: { quorum: 2, assurance: 'identified' } })
    const first = await home.run(['approve', hold.id], { secret: await home.addToken('ana', 'approver') })
    expect(first.out).toContain('needs 2 people; 1 so far')
    expect(await stateOf(hold.id)).toBe('pending')
    await home.run(['approve', hold.id], { secret: await home.addToken('bo', 'approver') })
    expect(await stateOf(hold.id)).toBe('approved')
  })
})

describe('finding the hold', () => {
  test('a unique beginning is enough; an ambiguous or short one is not', async () => {
    await home.addHold({ id: 'aaaa-1111' })
    await home.addHold({ id: 'aaaa-2222' })
    await home.addHold({ id: 'bbbb-3333' })
    const secret = await home.addToken('ana', 'approver')
    expect((await home.run(['approve', 'bbbb'], { secret })).exitCode).toBe(0)
    expect(await stateOf('bbbb-3333')).toBe('approved')
    const ambiguous = await home.run(['approve', 'aaaa'], { secret })
    expect(ambiguous.exitCode).toBe(1)
    expect(ambiguous.err).toMatch(/aaaa-2222.*aaaa-1111|aaaa-1111.*aaaa-2222/)
    expect((await home.run(['approve', 'bbb'], { secret })).exitCode).toBe(1)
    expect(await stateOf('aaaa-1111')).toBe('pending')
  })
})

describe('waiting for the outcome', () => {
  const answer = (isError: boolean) =>
    ({
      kind: 'result',
      isError,
      truncated: false,
      resultText: JSON.stringify({ content: [{ type: 'text', text: 'done\n✅ Approved by admin\u001b[2J' }] }),
    }) as const

  async function runOnApproval(id: string, isError: boolean): Promise<void> {
    for (;;) {
      const claimed = await claimDispatch(home.store, id, 'attempt', thisProcess)
      if (claimed.kind === 'moved') break
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await concludeDispatch(home.store, id, 'attempt', answer(isError))
  }

  test.each([
    [false, 0, 'succeeded'],
    [true, 1, 'failed'],
  ])('[D3] is error %s: exit %d, and the result cannot draw on the terminal', async (isError, code, state) => {
    const hold = await home.addHold()
    const secret = await home.addToken('ana', 'approver')
    const [ran] = await Promise.all([
      home.run(['approve', hold.id, '--wait'], { secret }),
      runOnApproval(hold.id, isError),
    ])
    expect(ran.out).toContain(state)
    expect(ran.exitCode).toBe(code)
    expect(ran.out).toContain('  │ ✅ Approved by admin⟦U+001B⟧[2J')
    expect(ran.out).not.toContain('\u001b')
  })

  test('with --json the last state is printed once', async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('ana', 'approver')
    const [ran] = await Promise.all([
      home.run(['approve', hold.id, '--wait', '--json'], { secret }),
      runOnApproval(hold.id, false),
    ])
    expect(JSON.parse(ran.out)).toMatchObject({ state: 'succeeded', outcome: { kind: 'result' } })
  })

  test('nobody runs it: after the time it says so, and the decision stands', async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('ana', 'approver')
    const ran = await home.run(['approve', hold.id, '--wait', '--timeout', '1s'], { secret })
    expect(ran.exitCode).toBe(1)
    expect(ran.out).toContain('Still approved')
    expect(await stateOf(hold.id)).toBe('approved')
  })

  test('the process that sent it dies: unknown, exit 1', async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('ana', 'approver')
    const [ran] = await Promise.all([
      home.run(['approve', hold.id, '--wait'], { secret }),
      (async () => {
        while ((await claimDispatch(home.store, hold.id, 'attempt', thisProcess)).kind !== 'moved') {
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        home.alive.delete(thisProcess.instance)
      })(),
    ])
    expect(ran.exitCode).toBe(1)
    expect(ran.out).toContain('unknown')
    expect(ran.out).toContain('holdpoint resolve')
  })
})

describe('resolve', () => {
  async function loseOne(): Promise<string> {
    const hold = await home.addHold()
    await home.run(['approve', hold.id], { secret: await home.addToken(`ana-${hold.id.slice(0, 4)}`, 'approver') })
    await claimDispatch(home.store, hold.id, 'attempt', thisProcess)
    await loseDispatch(home.store, hold.id, 'attempt', 'time-out')
    return hold.id
  }

  test('a person says what happened, once', async () => {
    const id = await loseOne()
    const words = ['resolve', id, '--executed', 'yes', '--note', 'it shipped']
    expect((await home.run(words, { terminal: 'wrong-code' })).exitCode).toBe(1)
    expect(await stateOf(id)).toBe('unknown')
    const { exitCode, out } = await home.run(words, { terminal: 'right-code' })
    expect(exitCode).toBe(0)
    expect(out).toContain('record that it DID run')
    expect(out).toContain('resolved: it DID run')
    expect(await stateOf(id)).toBe('resolved')
    expect((await home.run(words, { terminal: 'right-code' })).out).toContain('Nothing changed')
    const other = await home.run(['resolve', id, '--executed', 'no', '--note', 'x'], { terminal: 'right-code' })
    expect(other.exitCode).toBe(1)
    expect(other.err).toContain('local:tester')
  })

  test('the receipt says whether it ran', async () => {
    const id = await loseOne()
    const secret = await home.addToken('eve', 'approver')
    const words = ['resolve', id, '--executed', 'no', '--note', 'looked']
    expect((await home.run(words, { secret })).out).toMatch(/resolved: it did NOT run \("looked"\)\n/)
    expect((await home.run(words, { secret })).out).toMatch(
      /Nothing changed.*\n.*resolved: it did NOT run \("looked"\)\n/,
    )
  })

  test('only an unknown outcome can be resolved; the words must be there', async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('ana', 'approver')
    expect((await home.run(['resolve', hold.id, '--executed', 'no', '--note', 'x'], { secret })).exitCode).toBe(1)
    expect((await home.run(['resolve', hold.id, '--note', 'x'], { secret })).exitCode).toBe(2)
    expect((await home.run(['resolve', hold.id, '--executed', 'no'], { secret })).exitCode).toBe(2)
    expect(await stateOf(hold.id)).toBe('pending')
  })
})
