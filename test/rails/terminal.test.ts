/**
 * Whoever sits at the terminal of `demo` or `serve` decides there: one line says what waits, Enter shows it whole, and
 * only the code that is shown then approves it. Behind the code they may say how long further calls need no question.
 */
import { describe, expect, test } from 'vitest'
import { codeOf, textOf } from '../harness/answers.ts'
import { expectAuditIntact, holdpoint, listHolds, showHold, waitForState } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { HOLDPOINT } from '../harness/paths.ts'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import type { TerminalSession } from '../harness/pseudo-terminal.ts'
import { READING_MS } from '../harness/read-form.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import type { Message } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { delay, waitFor } from '../harness/wait-for.ts'

/** Longer than any wait of a call here. */
const LONGEST_MS = 115_000

async function openDemo(home: TemporaryHome): Promise<TerminalSession> {
  const command = [process.execPath, HOLDPOINT, 'demo', '--port', '0']
  const session = openTerminal(command, { environment: { ...home.environment, TERM: 'xterm' }, cwd: home.folder })
  await session.waitForText(/waits.*Press Enter to see it and decide here/)
  return session
}

/** The rail asks about every call of its home, also those that a `wrap` beside it holds. */
async function openServe(home: TemporaryHome): Promise<Desk> {
  const command = [process.execPath, HOLDPOINT, 'serve', '--port', '0']
  const session = openTerminal(command, { environment: { ...home.environment, TERM: 'xterm' }, cwd: home.folder })
  await session.waitForText(/Holdpoint serves on/)
  let from = 0
  return {
    ...session,
    async sees(pattern) {
      const match = await waitFor(`${pattern} on the screen`, () => pattern.exec(session.screen().slice(from)))
      from += match.index + match[0].length
      return match
    },
  }
}

interface Desk extends TerminalSession {
  /** Written since the last text that was waited for. */
  sees(pattern: RegExp): Promise<RegExpExecArray>
}

async function show(session: TerminalSession): Promise<string> {
  session.type('')
  const [, code = ''] = await session.waitForText(/Type (\w{4}) to approve it/)
  await delay(READING_MS)
  return code
}

interface Shown {
  readonly code: string
  /** What may be typed behind the code, and behind `deny`. */
  readonly allow: string
  readonly deny: string
}

async function showNext(desk: Desk): Promise<Shown> {
  await desk.sees(/Press Enter to see it and decide here/)
  return await showAgain(desk)
}

async function showAgain(desk: Desk): Promise<Shown> {
  desk.type('')
  const [, code = ''] = await desk.sees(/Exactly what will run:[^]*?Type (\w{4}) to approve it/)
  await delay(READING_MS)
  desk.type('more')
  const [text] = await desk.sees(/(?:To allow further[^]*?)?type deny and: [^.]*\.|no other answers to this one here/)
  return {
    code,
    allow: /behind the code: ([^(.]*)/.exec(text)?.[1]?.trim() ?? '',
    deny: /type deny and: ([^(.]*)/.exec(text)?.[1]?.trim() ?? '',
  }
}

async function held(home: TemporaryHome): Promise<string> {
  const [hold] = await listHolds(home)
  if (hold === undefined) throw new Error('nothing is held')
  return hold.id
}

/** A call waits for whoever sits there. */
async function ask(wrap: RunningWrap, tool: string, args: object): Promise<Message> {
  return await wrap.client.call(tool, args, {}, LONGEST_MS)
}

async function end(desk: Desk, wrap: RunningWrap, home: TemporaryHome): Promise<void> {
  await endWrap(wrap)
  await desk.kill('SIGINT')
  await expectAuditIntact(home)
}

describe('[S3.6] the terminal of the demo', () => {
  test('shows the whole call on Enter, and the code runs it once', async () => {
    const home = createTemporaryHome()
    const session = await openDemo(home)
    const code = await show(session)
    expect(session.screen()).toMatch(/Exactly what will run:\r?\n +│ sku: CHR-1005/)
    session.type(code)
    await session.waitForText(/Approved; it runs once/)
    const hold = await waitForState(home, await held(home), 'succeeded')
    expect(hold).toMatchObject({ via: 'terminal' })
    await session.waitForText(/Decided by .* via terminal: succeeded/)
    await session.kill('SIGINT')
  })

  test('a wrong code, or Enter alone, decides nothing; n declines with its reason', async () => {
    const home = createTemporaryHome()
    const session = await openDemo(home)
    await show(session)
    session.type('ZZZZ')
    await session.waitForText(/neither the code nor n; nothing was decided/)
    const id = await held(home)
    expect(await listHolds(home, '--state', 'pending')).toHaveLength(1)
    session.type('')
    await session.waitForText(/Type \w{4} to approve it[^]*Type \w{4} to approve it/)
    await delay(READING_MS)
    session.type('n not this one')
    await session.waitForText(/Declined; nothing runs/)
    expect(await waitForState(home, id, 'declined')).toMatchObject({ via: 'terminal', reason: 'not this one' })
    await session.kill('SIGINT')
  })
})

describe.concurrent('standing answers at the terminal of serve', () => {
  test('[H24] a length behind the code: the next call runs unasked, is counted, listed, and ends when revoked', async () => {
    const home = createTemporaryHome()
    const desk = await openServe(home)
    const wrap = await startWrap(home)
    const first = ask(wrap, 'delete_item', { id: 1 })
    const { code, allow, deny } = await showNext(desk)
    expect(allow).toBe('session, 30m, same session, same 30m')
    expect(deny).toBe('session, 30m, same session, same 30m')
    desk.type(`${code} 30m`)
    const [, grant = ''] = await desk.sees(/From now on: allow delete_item on ledger[^]*?grants revoke ([0-9a-f-]{36})/)
    expect(textOf(await first)).toBe('deleted 1')
    expect(textOf(await wrap.client.call('delete_item', { id: 2 }))).toBe('deleted 2')
    expect(readLedger(home, 'delete_item').map(({ argumentsText }) => argumentsText)).toEqual(['{"id":1}', '{"id":2}'])
    expect(await listHolds(home)).toHaveLength(1)
    const listed = await holdpoint(home, ['grants', 'list'])
    expect(listed.stdout).toMatch(/allow delete_item on ledger.*until/)
    expect(listed.stdout).toMatch(/used 1 times, by local:\S+ via terminal/)
    expect((await holdpoint(home, ['grants', 'revoke', grant], { as: 'approver' })).code).toBe(0)
    const third = ask(wrap, 'delete_item', { id: 3 })
    await showNext(desk)
    desk.type('n')
    expect(codeOf(await third)).toBe('DECLINED')
    expect(readLedger(home, 'delete_item')).toHaveLength(2)
    await end(desk, wrap, home)
  })

  test('[H24] same covers these arguments alone', async () => {
    const home = createTemporaryHome()
    const desk = await openServe(home)
    const wrap = await startWrap(home)
    const first = ask(wrap, 'delete_item', { id: 1 })
    const { code } = await showNext(desk)
    desk.type(`${code.toLowerCase()} same session`)
    await desk.sees(/From now on: allow[^]*these exact arguments/)
    await first
    expect(textOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('deleted 1')
    const other = ask(wrap, 'delete_item', { id: 2 })
    await showNext(desk)
    desk.type('n')
    expect(codeOf(await other)).toBe('DECLINED')
    expect(readLedger(home, 'delete_item')).toHaveLength(2)
    await end(desk, wrap, home)
  })

  test('[L4] a word that is not understood, or longer than the host’s word lasts, decides nothing and says what is allowed', async () => {
    // Six questions are read: more than fits on any machine into the 45 seconds that a call waits by itself.
    const home = createTemporaryHome('wait: 110s')
    const desk = await openServe(home)
    const wrap = await startWrap(home)
    const call = ask(wrap, 'delete_item', { id: 1 })
    const id = await waitForQuestion(wrap)
    let { code } = await showNext(desk)
    for (const [words, why] of [
      [
        'sesion',
        /Nothing was decided: "sesion" is no length of time: write session[^]*Allowed behind the code: session, 30m/,
      ],
      ['30m please', /Nothing was decided: "please" is not understood[^]*Allowed behind the code: session, 30m/],
      ['always', /Nothing was decided: From the host itself[^]*session or 30 minutes[^]*Allowed behind the code/],
      ['2h', /Nothing was decided: From the host itself[^]*session or 30 minutes/],
      // Pasted: the limits stand on the second line.
      ['30m\r1 times where id is 1', /More than one line came at once; nothing was decided/],
    ] as const) {
      desk.type(`${code} ${words}`)
      await desk.sees(why)
      ;({ code } = await showAgain(desk))
    }
    desk.type('deny always')
    await desk.sees(/Nothing was decided: From the host itself[^]*Allowed here: deny session, deny 30m/)
    expect((await showHold(home, id)).state).toBe('pending')
    await showAgain(desk)
    desk.type('deny session no more of these')
    await desk.sees(/Declined; nothing runs\. From now on: deny delete_item/)
    const refused = await call
    expect(codeOf(refused)).toBe('DECLINED')
    expect(textOf(refused)).toContain('no more of these')
    expect(codeOf(await wrap.client.call('delete_item', { id: 2 }))).toBe('DENIED_BY_POLICY')
    expect(await listHolds(home)).toHaveLength(1)
    expect(readLedger(home, 'delete_item')).toEqual([])
    await end(desk, wrap, home)
  })

  test('[H24] a condition, a count and a total behind the code hold for the next calls, and nothing beyond', async () => {
    const home = createTemporaryHome()
    const desk = await openServe(home)
    const wrap = await startWrap(home)
    const first = ask(wrap, 'delete_item', { id: 1, amount: 40 })
    await desk.sees(/Press Enter to see it and decide here/)
    desk.type('')
    await desk.sees(/to approve it/)
    await delay(READING_MS)
    desk.type('more')
    const [, code = ''] = await desk.sees(/With limits, for example: (\w{4}) 30m 5 times where id is 1/)
    desk.type(`${code} session 9 times up to 60 of amount where amount at most 50`)
    await desk.sees(
      /From now on: allow delete_item[^]*\/amount at most 50, at most 9 times, \/amount at most 60 in all/,
    )
    expect(textOf(await first)).toBe('deleted 1')
    expect(textOf(await wrap.client.call('delete_item', { id: 2, amount: 50 }))).toBe('deleted 2')
    // One that does not fit, then one that would go beyond the total.
    for (const [id, amount, answer] of [
      [3, 51, 'n'],
      [4, 11, 'deny session where amount between 11 and 20 -- too much; today'],
    ] as const) {
      const call = ask(wrap, 'delete_item', { id, amount })
      await showNext(desk)
      desk.type(answer)
      const refused = await call
      expect(codeOf(refused)).toBe('DECLINED')
      if (id === 4) expect(textOf(refused)).toContain('too much; today')
    }
    expect(codeOf(await wrap.client.call('delete_item', { id: 5, amount: 12 }))).toBe('DENIED_BY_POLICY')
    expect(textOf(await wrap.client.call('delete_item', { id: 6, amount: 10 }))).toBe('deleted 6')
    expect(readLedger(home, 'delete_item')).toHaveLength(3)
    await end(desk, wrap, home)
  })

  test('what cannot be undone offers no words, and takes none', async () => {
    const home = createTemporaryHome('rules:\n  - { name: final, match: { tool: delete_item }, irreversible: true }')
    const desk = await openServe(home)
    const wrap = await startWrap(home)
    const call = ask(wrap, 'delete_item', { id: 1 })
    const id = await waitForQuestion(wrap)
    const { code, allow } = await showNext(desk)
    expect(allow).toBe('')
    desk.type(`${code} session`)
    await desk.sees(/Nothing was decided: What cannot be undone is asked for each time\. Nothing more may be said/)
    expect((await showHold(home, id)).state).toBe('pending')
    expect((await holdpoint(home, ['grants', 'list'])).stdout).not.toContain('delete_item')
    const again = await showAgain(desk)
    desk.type(again.code)
    expect(textOf(await call)).toBe('deleted 1')
    await end(desk, wrap, home)
  })

  test('[H24] [X11.B5] the code alone opens nothing, the code and scope what it says; what was shown is on record', async () => {
    const home = createTemporaryHome()
    const desk = await openServe(home)
    const wrap = await startWrap(home)
    const call = ask(wrap, 'create_item', { name: 'a' })
    const id = await waitForQuestion(wrap)
    await desk.sees(/Press Enter/)
    desk.type('')
    const [, code = ''] = await desk.sees(
      /Type (\w{4}) scope for: Yes, and allow create_item with any arguments for this\s+session/,
    )
    await desk.sees(/to approve it \(Yes, only this once\), n and perhaps a reason to\s+decline\s+it\s+\(No\)/)
    await delay(READING_MS)
    desk.type(code)
    await desk.sees(/Approved; it runs once\.\r?\n/)
    await call
    expect((await holdpoint(home, ['grants', 'list'])).stdout).not.toContain('create_item')
    const tail = await holdpoint(home, ['audit', 'tail', '--limit', '100', '--json'])
    const { records } = JSON.parse(tail.stdout) as { records: { kind: string; hold: string; detail: string }[] }
    const shown = records.filter(({ kind }) => kind === 'question-shown')
    expect(shown).toMatchObject([{ hold: id, client: 'test-client', detail: 'terminal' }])
    expect((await showHold(home, id)).state).toBe('succeeded')
    await end(desk, wrap, home)
  })
})
