import { PassThrough } from 'node:stream'
import { claimDispatch, concludeDispatch, decide } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { InboxBackend } from '../../../src/terminal/inbox/inbox-backend.ts'
import { runPlainInbox } from '../../../src/terminal/inbox/run-plain-inbox.ts'
import { createCliHome, PAYMENT, thisProcess } from '../../cli/cli-home.ts'
import type { CliHome } from '../../cli/cli-home.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

interface Conversation {
  said(): string
  /** Waits until the text was written since the last answer, then answers. */
  answer(after: RegExp, line: string | ((match: RegExpExecArray) => string), thinking?: number): Promise<void>
}

async function talk(
  act: (conversation: Conversation) => Promise<void>,
  secret?: string,
  columns?: number,
): Promise<string> {
  let said = ''
  // A command turns every error into a message, also that of a failed expectation: it is kept aside.
  let visit: Promise<void> = Promise.reject(new Error('The inbox did not open.'))
  visit.catch(() => {})
  home.visitInbox = async (backend) => {
    visit = converse(backend)
    await visit
  }
  const converse = async (backend: InboxBackend): Promise<void> => {
    const input = new PassThrough()
    const output = Object.assign(new PassThrough(), columns === undefined ? {} : { columns })
    let from = 0
    let clock = 0
    output.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    const running = runPlainInbox(backend, {
      input,
      output,
      randomInteger: () => 0,
      now: () => clock,
      editArguments: async () => ({ text: '{"id":2}', message: '' }),
      interrupted: new AbortController().signal,
    })
    running.catch((error: unknown) => (said += String(error)))
    await act({
      said: () => said,
      async answer(after, line, thinking = 1000) {
        const match = await expect
          .poll(() => after.exec(said.slice(from)))
          .not.toBeNull()
          .then(() => after.exec(said.slice(from)))
        if (match === null) throw new Error(`never said ${after}`)
        from += match.index + match[0].length
        clock += thinking
        input.write(`${typeof line === 'string' ? line : line(match)}\n`)
      },
    })
    await running
  }
  const ran = await home.run(['inbox', '--plain'], {
    terminal: 'right-code',
    ...(secret === undefined ? {} : { secret }),
  })
  await visit.catch((cause: unknown) => {
    throw new Error(`${said}${ran.err}`, { cause })
  })
  return said
}

const MAIN = /q to leave:\n/

async function decline(id: string): Promise<void> {
  home.clock += 1000
  await decide(home.store, {
    hold: id,
    tenant: null,
    verdict: { answer: 'decline', by: 'ana', via: 'page', assurance: 'identified', reason: null },
  })
}

/** The ids of what was told as decided, shortened as they were told. */
function toldDecided(said: string): readonly string[] {
  const told = said.slice(said.lastIndexOf('Decided, newest first'))
  return [...told.matchAll(/^\d+\. .* ago, (\S{8})$/gm)].map(([, id = '']) => id)
}

describe('plain mode', () => {
  test('lists by number, reads the whole call, and takes the code; nothing moves the cursor', async () => {
    const hold = await home.addHold({ argumentsText: '{"id":1,"note":"a\\u001b[2Jb\\u202ec"}' })
    const said = await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/Enter goes back:\n/, 'a')
      await answer(/Type (\w{4}) to approve/, ([, code = '']) => code.toLowerCase())
      await answer(/Approved\./, 'q')
    })
    expect(said).toMatch(/^1\. Delete contact 1.*, delete_contact · crm, /m)
    expect(said).toContain('⟦U+001B⟧[2J')
    expect(said).toContain('⟦U+202E⟧')
    expect(said).not.toMatch(/(?!\n)\p{Control}/u)
    expect((await home.store.holds.get(hold.id))?.state).toBe('approved')
  })

  test.each([
    [59_000, 'approved'],
    [61_000, 'pending'],
  ] as const)('[C3] what cannot be undone lapses: after %i ms the typed code leaves it %s', async (thinking, state) => {
    const hold = await home.addHold({ ruling: { irreversible: true, undoWindowMs: null } })
    const said = await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/Enter goes back:\n/, 'a')
      await answer(/Type (\w{4}) to [^:]*; it\s+lapses\s+in\s+60\s+s:/, ([, code = '']) => code, thinking)
      if (state === 'approved') await answer(/Type undo/, '')
      await answer(MAIN, 'q')
    })
    expect(said.includes('That took too long; nothing was decided.')).toBe(state === 'pending')
    expect((await home.store.holds.get(hold.id))?.state).toBe(state)
  })

  test('[D1] what an agent wrote begins no line of ours, however it is made to break', async () => {
    const joined = '中'.repeat(32) + '\u200d' + '-'.repeat(10)
    const note = `${joined} State:${'\u00a0'.repeat(5)}approved\u00a0by\u00a0admin,\u00a0nothing\u00a0left\u00a0to\u00a0do ${'中'.repeat(80)}`
    await home.addHold({ argumentsText: JSON.stringify({ note }) })
    const said = await talk(
      async ({ answer }) => {
        await answer(/to leave:\n/, '1')
        await answer(/goes back:\n/, '')
        await answer(/to leave:\n/, 'q')
      },
      undefined,
      80,
    )
    const theirs = said.split('\n').filter((line) => /^ {2}[│┊] /u.test(line))
    expect(theirs.map((line) => line.slice(4)).join('')).toContain(note)
    expect(said).not.toMatch(/^(?:State: +approved|["中])/mu)
  })

  test('where a yes would not count none is offered, and asked for it says why', async () => {
    const hold = await home.addHold({ ruling: { assurance: 'identified' } })
    const said = await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/Enter goes back:\n/, 'a')
      await answer(MAIN, 'q')
    })
    expect(said).toContain('Here you can only decline. To approve: the page (command open)')
    expect(said).toMatch(/^d Don't run it, m more, Enter goes back:$/m)
    expect(said).toContain('needs an approval with assurance "identified"')
    expect((await home.store.holds.get(hold.id))?.state).toBe('pending')
  })

  test('breaks what it says between words', async () => {
    const said = await talk(
      async ({ answer }) => {
        await answer(MAIN, '?')
        await answer(MAIN, 'q')
      },
      undefined,
      80,
    )
    for (const line of said.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(said.replaceAll(/\n {2}/g, ' ')).toContain('/ and words to filter, ? for help, q to leave:')
  })

  test('[L4] a wrong code and Enter alone decide nothing; a decline carries its reason', async () => {
    const hold = await home.addHold()
    const said = await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/Enter goes back:\n/, 'a')
      await answer(/Type \w{4} to approve/, 'NOPE')
      await answer(MAIN, '1')
      await answer(/Enter goes back:\n/, 'd')
      await answer(/gives no reason:\n/, 'not this one')
      await answer(/Type (\w{4}) to decline/, ([, code = '']) => code)
      await answer(/Declined/, 'q')
    })
    expect(said).toContain('Nothing was decided.')
    expect((await home.store.holds.get(hold.id))?.verdicts).toMatchObject([
      { answer: 'decline', reason: 'not this one' },
    ])
  })

  test('[L4] words with limits are asked for until they are understood and may stand', async () => {
    const hold = await home.addHold(PAYMENT)
    const said = await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/d Don't run it, m more, Enter goes back:\n/, 'm')
      await answer(/r refuse for a while, c cancel, Enter goes back:\n/, 'f')
      await answer(/For how long\?.*w in words…:\n/, 'w')
      await answer(/For example: 30m 5 times where amount at most 40\./, '30m where amount most 40')
      await answer(/Nothing was decided: Behind "amount" comes[^]*Enter alone goes back:\n/, '2h')
      await answer(/Nothing was decided: From the host[^]*Enter alone goes back:\n/, '30m where amount at most 50')
      await answer(/From now on: allow pay[^]*Type (\w{4}) to approve/, ([, code = '']) => code)
      await answer(/Approved\.[^]*Granted: allow pay/, 'q')
    })
    expect(said).toContain('/amount at most 50')
    expect((await home.store.holds.get(hold.id))?.state).toBe('approved')
  })

  test('a refusal for a while takes a length or words, then its reason', async () => {
    const hold = await home.addHold(PAYMENT)
    await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/Enter goes back:\n/, 'r')
      await answer(/For how long\?.*:\n/, 'w')
      await answer(/Refuse which further calls\?.*:\n/, '')
      await answer(/It goes on waiting[^]*q to leave:\n/, '1')
      await answer(/Enter goes back:\n/, 'r')
      await answer(/For how long\?.*:\n/, 'w')
      await answer(/Refuse which further calls\?.*:\n/, 'session where amount between 10 and 90')
      await answer(/gives no reason:\n/, 'too dear')
      await answer(/From now on: deny pay[^]*Type (\w{4}) to decline/, ([, code = '']) => code)
      await answer(/Declined/, 'q')
    })
    expect((await home.store.holds.get(hold.id))?.verdicts).toMatchObject([{ answer: 'decline', reason: 'too dear' }])
    expect(await home.store.grants.list(null, 10)).toMatchObject([{ effect: 'deny', condition: { kind: 'clauses' } }])
  })

  test("an approver's token types y; an edit is read out before it is approved", async () => {
    const hold = await home.addHold({
      argumentsText: '{"id":1}',
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
    })
    const said = await talk(
      async ({ answer }) => {
        await answer(MAIN, '1')
        await answer(/Enter goes back:\n/, 'e')
        await answer(/id: 2[^]*Type y to approve/, 'y')
        await answer(/Approved\./, 'q')
      },
      await home.addToken('ana', 'approver'),
    )
    expect(said).toContain('Approved.')
    expect((await home.store.holds.get(hold.id))?.edit?.argumentsText).toBe('{"id":2}')
  })

  test('the word undo takes an approval back, c cancels a question', async () => {
    const hold = await home.addHold({ ruling: { undoWindowMs: 10_000 } })
    const said = await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/Enter goes back:\n/, 'a')
      await answer(/Type (\w{4}) to approve/, ([, code = '']) => code)
      // While it can still be stopped that is what is asked next, and the word alone stops it.
      await answer(/It runs 10 s after your answer[^]*Type undo to take it back, Enter goes back:\n/, '')
      await answer(/It stays approved\.[^]*to leave:\n/, '1')
      await answer(/Runs in 10 s · undo takes it back[^]*Type undo to take it back, Enter goes back:\n/, 'undo')
      await answer(/Cancelled\. It will not run\./, 'q')
    })
    expect((await home.store.holds.get(hold.id))?.state).toBe('cancelled')
    expect(said).not.toMatch(/(?!\n)\p{Control}/u)
    const other = await home.addHold({ tool: 'send_mail' })
    await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/Enter goes back:\n/, 'c')
      await answer(/Why need it not happen\?/, 'done by hand')
      await answer(/Type (\w{4}) to cancel it/, ([, code = '']) => code)
      await answer(/Cancelled\./, 'q')
    })
    expect((await home.store.holds.get(other.id))?.verdicts).toMatchObject([
      { answer: 'cancel', reason: 'done by hand' },
    ])
  })

  test('new calls and decisions elsewhere are told between questions', async () => {
    const first = await home.addHold()
    const said = await talk(async ({ answer }) => {
      await answer(MAIN, '?')
      await answer(MAIN, '/nothing-like-it')
      await answer(/No call waits with "nothing-like-it"/, '/')
      await answer(/1 waiting/, '99')
      await home.addHold({ tool: 'send_mail' })
      await answer(/New: \d+\. Send mail.*, send_mail · crm, High risk\./, 'g')
      await decide(home.store, {
        hold: first.id,
        tenant: null,
        verdict: { answer: 'decline', by: 'ana', via: 'page', assurance: 'identified', reason: null },
      })
      await answer(/Delete contact.*, delete_contact · crm: declined\./, 'h')
      await answer(MAIN, 'q')
    })
    expect(said).toContain('There is no "99" here.')
    expect(said).toContain('Decided, newest first')
  })

  test('[X8] a call that is known to have had no effect is asked again, and the new question is read out', async () => {
    const hold = await home.addHold()
    const verdict = { answer: 'approve', by: 'ben', via: 'api', assurance: 'identified', reason: null } as const
    await decide(home.store, { hold: hold.id, tenant: null, verdict })
    await claimDispatch(home.store, hold.id, 'attempt', thisProcess)
    const errorText = JSON.stringify({ code: -32_603, message: 'The server answered HTTP 403.' })
    await concludeDispatch(home.store, hold.id, 'attempt', { kind: 'error', errorText, notApplied: true })
    await talk(async ({ answer }) => {
      await answer(MAIN, '1')
      await answer(/It is known that this had no effect\. t asks again, Enter goes back:\n/, 't')
      await answer(/Asked again: it runs only after a new yes\.[^]*An identical call failed[^]*Enter goes back:\n/, 'd')
      await answer(/Why not\?/, '')
      await answer(/Type (\w{4}) to decline/, ([, code = '']) => code)
      await answer(/Declined\. It will not run\./, 'q')
    })
    expect((await home.store.holds.get(hold.id))?.state).toBe('failed')
  })

  test('what is no answer is told what to type, and asked again; nothing is decided by it', async () => {
    const hold = await home.addHold({ ruling: { undoWindowMs: 10_000 } })
    const said = await talk(async ({ answer }) => {
      await answer(MAIN, 'approve')
      await answer(/There is no "approve" here\. Type the number of a call, or \? for help\.[^]*q to leave:\n/, '1')
      await answer(/Enter goes back:\n/, 'approve')
      await answer(
        /"approve" is none of the answers; nothing was decided\. Type a or d or m, or Enter alone[^\n]*\n[^]*back:\n/,
        'run',
      )
      await answer(/"run" is none[^\n]*\. Type a for Run it once\.\n[^]*back:\n/, 'f')
      await answer(/For how long\?.*:\n/, 'this session')
      await answer(/Type 1 for this session\.\n[^]*For how long\?.*:\n/, '')
      await answer(/It goes on waiting\.\n[^]*q to leave:\n/, '1')
      await answer(/Enter goes back:\n/, 'e')
      await answer(/q to leave:\n/, '1')
      await answer(/Enter goes back:\n/, 'A')
      await answer(/Type (\w{4}) to approve/, ([, code = '']) => code)
      await answer(/Type undo to take it back, Enter goes back:\n/, 'u')
      await answer(/"u" is none[^\n]*\. Type undo, or Enter alone to go back\.\n[^]*goes back:\n/, '')
      await answer(/It stays approved\./, 'q')
    })
    expect(said.match(/It goes on waiting/g)).toHaveLength(1)
    expect((await home.store.holds.get(hold.id))?.verdicts).toMatchObject([{ answer: 'approve' }])
  })

  test('decided calls are told by when they were decided, the latest first, whenever they were made', async () => {
    const made = []
    for (let index = 0; index < 7; index++) {
      made.push(await home.addHold())
      home.clock += 1000
    }
    const [oldest, ...others] = made.map(({ id }) => id)
    for (const id of others) await decline(id)
    await decline(oldest ?? '')
    home.clock += 60_000
    const said = await talk(async ({ answer }) => await answer(MAIN, 'q'))
    expect(toldDecided(said)).toEqual([oldest, ...others.toReversed()].slice(0, 5).map((id) => id?.slice(0, 8)))
    expect(said).toMatch(/declined, 1m ago/)
  })

  test('many that wait or were made later hide neither what was decided before nor what is decided now', async () => {
    const before = await home.addHold()
    const waits = await home.addHold()
    for (let index = 0; index < 30; index++) await decline((await home.addHold()).id)
    await decline(before.id)
    for (let index = 0; index < 200; index++) await home.addHold({ principal: `agent-${index % 20}` })
    const said = await talk(async ({ answer }) => {
      await answer(/^Decided, newest first[^]*q to leave:\n/m, '')
      await answer(/^Decided, newest first[^]*q to leave:\n/m, '')
      await decline(waits.id)
      await answer(/Delete contact.*, delete_contact · crm: declined\./, '')
      await answer(MAIN, 'q')
    })
    expect(toldDecided(said)[0]).toBe(waits.id.slice(0, 8))
  })
})
