/**
 * The inbox in a real terminal: an agent's call is held by `wrap`, a person decides it there, and the agent gets what
 * they decided.
 */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { codeOf, heldBy, textOf } from '../harness/answers.ts'
import { holdpoint, reject, showHold, waitForState } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { HOLDPOINT } from '../harness/paths.ts'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import { APPROVER_SECRET, createTemporaryHome } from '../harness/temporary-home.ts'
import { playScreen } from '../harness/terminal-screen.ts'
import { delay, waitFor } from '../harness/wait-for.ts'
import { askAgent, leave, openInbox, typeCode, WAIT_MS } from './inbox-visit.ts'

describe.concurrent('the inbox in a terminal', () => {
  test('[S3.6] [X4] a held call waits for the open inbox, is approved there by its code, and the agent gets the result', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const inbox = await openInbox(home)
    const { answer, id } = await askAgent(wrap, 'delete_item', { id: 1, note: 'a\u001b[2J\u202eb' })
    await inbox.sees(/1 waiting[^]*Delete item 1: note "a⟦U\+001B⟧\[2J/)
    inbox.press('ja')
    await inbox.sees(/⏳ Waiting · delete_item · Tool from ledger/)
    await inbox.sees(/^ {2}│ note: a⟦U\+001B⟧\[2J⟦U\+202E⟧b$/m)
    expect((await showHold(home, id)).state).toBe('pending')
    inbox.press('a')
    await typeCode(inbox, 'approve')
    const result = await answer
    expect(textOf(result)).toContain('deleted')
    expect(heldBy(result)).toMatchObject({ id, state: 'succeeded', via: 'terminal' })
    await inbox.sees(
      /State: +succeeded[^]*Approved by local:\S+ · via terminal[^]*Result in the words of ledger:\s+│ deleted/,
    )
    await leave(inbox)
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[D9] a server that answers with what is no content: the call is shown, by the inbox and by show', async () => {
    const home = createTemporaryHome()
    const server = fileURLToPath(new URL('../fixtures/odd-answers-server.mjs', import.meta.url))
    const wrap = await startWrap(home, { command: [process.execPath, server], name: 'odd' })
    const inbox = await openInbox(home)
    const { answer, id } = await askAgent(wrap, 'delete_odd', { answer: '{"content":[null]}' })
    await inbox.sees(/1 waiting[^]*High risk {4}Delete odd +delete_odd · odd +\d+[sm]/)
    inbox.press('ja')
    await inbox.sees(/⏳ Waiting · delete_odd · Tool from odd/)
    inbox.press('a')
    await typeCode(inbox, 'approve')
    expect((await answer).result).toMatchObject({ content: [null] })
    await inbox.sees(/State: +succeeded[^]*Result in the words of odd:\s+│ null/)
    await leave(inbox)
    const shown = await holdpoint(home, ['show', id])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/Result in the words of odd:\s+│ null/)
    await endWrap(wrap)
  })

  test.each([
    { columns: 80, lines: 24, id: false, said: 'Delete item 31: note "as wide as the…' },
    { columns: 100, lines: 40, id: true, said: 'Delete item 31: note "as wide as the row as wi…' },
  ])(
    '[S3.6] rows reach the last of $columns columns, and lose nothing there',
    async ({ columns, lines, id: withId, said }) => {
      const home = createTemporaryHome()
      const wrap = await startWrap(home)
      const inbox = await openInbox(home, { columns, lines })
      const { answer, id } = await askAgent(wrap, 'delete_item', { id: 31, note: 'as wide as the row '.repeat(8) })
      const before = withId ? `${id.slice(0, 8)}  ` : ''
      const row = await inbox.sees(
        new RegExp(`^  ${before}High risk    ${said}  delete_item · ledger  +\\d+[sm]$`, 'm'),
      )
      expect(row[0]).toHaveLength(columns)
      expect(inbox.seen().match(new RegExp(`^─{${columns}}$`, 'gm'))).toHaveLength(2)
      expect(inbox.seen()).toMatch(/\? help {2}q leave$/)
      inbox.press('j\r')
      await inbox.sees(/a Run it once {2}d Don't run it {2}m more/)
      expect(
        inbox
          .seen()
          .match(new RegExp(`^─.*─$`, 'gm'))
          ?.map((rule) => rule.length),
      ).toEqual([columns, columns])
      await reject(home, id)
      expect(codeOf(await answer)).toBe('DECLINED')
      await leave(inbox)
      await endWrap(wrap)
    },
  )

  test('[H24] words with a condition and a count: the next matching calls run unasked, others are asked', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const inbox = await openInbox(home)
    const { answer } = await askAgent(wrap, 'delete_item', { id: 1, amount: 40 })
    await inbox.sees(/1 waiting[^]*Delete item 1: amount 40/)
    inbox.press('ja')
    await inbox.sees(/⏳ Waiting · delete_item · Tool from ledger/)
    inbox.press('f')
    await inbox.sees(/allow further calls for: 1 this session[^]*w in\s+words/)
    inbox.press('w')
    await inbox.sees(/For example: 30m 5 times where id is 1/)
    inbox.press('30m 1 tme\r')
    await inbox.sees(/"1 tme" is not understood/)
    inbox.press('\u0015')
    inbox.press('30m 1 time where amount at most 50\r')
    await inbox.sees(/From now on: allow delete_item on\s+ledger/)
    await typeCode(inbox, 'approve and allow')
    expect(textOf(await answer)).toBe('deleted 1')
    expect(textOf(await wrap.client.call('delete_item', { id: 2, amount: 50 }))).toBe('deleted 2')
    // Used up: asked again, and refused together with what is like it.
    const next = wrap.client.call('delete_item', { id: 3, amount: 5 }, {}, WAIT_MS)
    inbox.press('\u001b')
    await inbox.sees(/Waiting for you \(1\)\n.*Delete item 3: amount 5/)
    inbox.press('\u001b[H')
    await inbox.sees(/Waiting for you \(1\)\n▸ /)
    inbox.press('\r')
    await inbox.sees(/⏳ Waiting · delete_item · Tool from ledger/)
    inbox.press('rw')
    await inbox.sees(/Refuse which further calls\?/)
    inbox.press('session where amount at most 9\r')
    await inbox.sees(/Why not\?/)
    inbox.press('not today\r')
    await typeCode(inbox, 'decline and refuse')
    const refused = await next
    expect(codeOf(refused)).toBe('DECLINED')
    expect(textOf(refused)).toContain('not today')
    expect(codeOf(await wrap.client.call('delete_item', { id: 4, amount: 6 }))).toBe('DENIED_BY_POLICY')
    await leave(inbox)
    expect(readLedger(home, 'delete_item')).toHaveLength(2)
    await endWrap(wrap)
  })

  test('a decline carries its reason to the agent', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const inbox = await openInbox(home)
    const { answer } = await askAgent(wrap, 'delete_item', { id: 2 })
    await inbox.sees(/1 waiting/)
    inbox.press('j\r')
    await inbox.sees(/Exactly what will run:/)
    inbox.press('d')
    await inbox.sees(/Why not\?/)
    inbox.press('not that one\r')
    await typeCode(inbox, 'decline')
    const refused = await answer
    expect(codeOf(refused)).toBe('DECLINED')
    expect(JSON.stringify(refused)).toContain('not that one')
    await leave(inbox)
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
  })

  test('u takes an approval back before the call runs: the agent hears so, and nothing ran', async () => {
    const home = createTemporaryHome('undo_window: 1m')
    const wrap = await startWrap(home)
    const inbox = await openInbox(home)
    const { answer, id } = await askAgent(wrap, 'delete_item', { id: 21 })
    await inbox.sees(/1 waiting/)
    inbox.press('j\ra')
    await typeCode(inbox, 'approve')
    const [, first = ''] = await inbox.sees(/Runs in (\d+) s · u takes it back/)
    await waitFor('the countdown', () => Number(/Runs in (\d+) s/.exec(inbox.seen())?.[1]) < Number(first))
    // One key, within the seconds that there are.
    inbox.press('u')
    await inbox.sees(/Cancelled\. It will not run\./)
    const cancelled = await answer
    expect(codeOf(cancelled)).toBe('CANCELLED')
    expect(await showHold(home, id)).toMatchObject({ state: 'cancelled', via: 'terminal' })
    await leave(inbox)
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('c cancels what need not happen; --plain takes the word undo', async () => {
    const home = createTemporaryHome('undo_window: 1m')
    const wrap = await startWrap(home)
    const plain = await openInbox(home, { options: ['--plain'] })
    await plain.waitForText(/No call waits/)
    const first = await askAgent(wrap, 'delete_item', { id: 22 })
    await plain.waitForText(/New: 1\. Delete item 22, delete_item · ledger, High risk\./)
    plain.type('1')
    await plain.waitForText(/a Run it once, d Don't run it, m more/)
    plain.type('m')
    await plain.waitForText(/r refuse for a while, c cancel/)
    plain.type('c')
    await plain.waitForText(/Why need it not happen\?/)
    plain.type('done by hand')
    const [, code = ''] = await plain.waitForText(/Type (\w{4}) to cancel it/)
    await delay(500)
    plain.type(code)
    await plain.waitForText(/Cancelled\./)
    const cancelled = await first.answer
    expect(codeOf(cancelled)).toBe('CANCELLED')
    expect(JSON.stringify(cancelled)).toContain('done by hand')
    const second = wrap.client.call('delete_item', { id: 23 }, {}, WAIT_MS)
    const id = await waitForQuestion(wrap, 1)
    await plain.waitForText(/New: \d+\. Delete item 23, delete_item · ledger, High risk\./)
    await holdpoint(home, ['approve', id], { as: 'approver' })
    await plain.waitForText(/Delete item 23, delete_item · ledger: approved\./)
    plain.type('g')
    await plain.waitForText(/1\. Delete item 23, delete_item · ledger, approved/)
    plain.type('1')
    await plain.waitForText(/Runs in \d+ s · undo takes it back[^]*Type undo to take it back/)
    plain.type('undo')
    await plain.waitForText(/Cancelled\. It will not run\./)
    expect(codeOf(await second)).toBe('CANCELLED')
    plain.type('q')
    expect((await plain.exited).code).toBe(0)
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('a decision elsewhere shows at once, with who, where and when', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const inbox = await openInbox(home)
    const { id } = await askAgent(wrap, 'delete_item', { id: 3 })
    await inbox.sees(/1 waiting/)
    inbox.press('j\ra')
    await inbox.sees(/Type \w{4} to approve/)
    await reject(home, id, '--reason', 'no')
    await inbox.sees(/Already declined via api \d+s ago, by ci\./)
    expect(inbox.seen()).not.toMatch(/Type \w{4} to approve/)
    await leave(inbox)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test("with an approver's token y decides, after the end of a long call was on the screen", async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const inbox = await openInbox(home, { environment: { HOLDPOINT_TOKEN: APPROVER_SECRET } })
    const note = Array.from({ length: 60 }, (_, line) => `line ${line} of it`).join('\n')
    const { answer } = await askAgent(wrap, 'delete_item', { id: 4, note })
    await inbox.sees(/1 waiting/)
    inbox.press('j\ra')
    await inbox.sees(/Read it to the end first/)
    inbox.press(' ')
    await waitFor('the next page', () => !inbox.seen().includes('line 0 of it'))
    expect(inbox.seen()).not.toContain('line 59 of it')
    inbox.press('\u001b[F')
    await inbox.sees(/line 59 of it/)
    inbox.press('a')
    await inbox.sees(/Press y to approve/)
    await delay(500)
    inbox.press('y')
    expect(heldBy(await answer)).toMatchObject({ state: 'succeeded', via: 'api', decided_by: 'ci' })
    await leave(inbox)
    await endWrap(wrap)
  })

  test('e opens the editor on a private file; what was written is what runs', async () => {
    const home = createTemporaryHome()
    const editor = join(home.folder, 'editor.sh')
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/\\"id\\": 5/\\"id\\": 6/" "$1"\n')
    chmodSync(editor, 0o755)
    const wrap = await startWrap(home)
    const inbox = await openInbox(home, {
      environment: { EDITOR: editor, VISUAL: '', TMPDIR: home.folder },
    })
    const { answer } = await askAgent(wrap, 'delete_item', { id: 5 })
    await inbox.sees(/1 waiting/)
    inbox.press('j\r')
    await inbox.sees(/^ {2}│ id: 5$/m)
    inbox.press('e')
    await inbox.sees(/Read your changes to the end first|Type \w{4} to approve/)
    inbox.press('\u001b[F')
    await inbox.sees(/^ {2}│ id: 6$/m)
    await typeCode(inbox, 'approve')
    await answer
    expect(readLedger(home, 'delete_item')).toMatchObject([{ argumentsText: '{"id":6}' }])
    expect(readdirSync(home.folder).filter((name) => name.startsWith('holdpoint-edit-'))).toEqual([])
    await leave(inbox)
    await endWrap(wrap)
  })

  test('NO_COLOR leaves the words alone; without it they are coloured', async () => {
    const home = createTemporaryHome()
    const quiet = await openInbox(home)
    await leave(quiet)
    expect(playScreen(quiet.screen()).coloured).toBe(false)
    const loud = await openInbox(home, { environment: { NO_COLOR: '' } })
    await leave(loud)
    expect(playScreen(loud.screen()).coloured).toBe(true)
  })

  test('follows the size of its window', async () => {
    const home = createTemporaryHome()
    const inbox = await openInbox(home, {
      meanwhile: 'until [ -e narrow ]; do sleep 0.1; done; stty cols 50 rows 12 < /dev/tty',
    })
    await inbox.sees(/^─{80}$/m)
    writeFileSync(join(home.folder, 'narrow'), '')
    await waitFor('rules of 50 columns', () => /^─{50}$/m.test(inbox.seen()) && !/^─{51}/m.test(inbox.seen()))
    expect(playScreen(inbox.screen(), 50, 12).rows.at(-1)).toContain('q leave')
    await leave(inbox)
  })

  test('a gate that is off or paused cannot be overlooked', async () => {
    const home = createTemporaryHome('profile: observe')
    expect((await holdpoint(home, ['pause'], { as: 'approver' })).code).toBe(0)
    const inbox = await openInbox(home)
    await inbox.sees(/^!!! GATE OFF.*!!!$/m)
    await inbox.sees(/^!!! PAUSED by ci.*!!!$/m)
    await holdpoint(home, ['resume'], { as: 'approver' })
    await waitFor('the pause to end', () => !inbox.seen().includes('PAUSED'))
    await leave(inbox)
  })

  test('--plain and TERM=dumb speak in lines and take the code', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const plain = await openInbox(home, { options: ['--plain'] })
    await plain.waitForText(/No call waits/)
    const { answer, id } = await askAgent(wrap, 'delete_item', { id: 7 })
    await plain.waitForText(/New: 1\. Delete item 7, delete_item · ledger, High risk\./)
    plain.type('1')
    await plain.waitForText(/a Run it once, d Don't run it, m more/)
    plain.type('a')
    const [, code = ''] = await plain.waitForText(/Type (\w{4}) to approve/)
    await delay(500)
    plain.type(code)
    await plain.waitForText(/Approved\./)
    expect(heldBy(await answer)).toMatchObject({ id, state: 'succeeded', via: 'terminal' })
    await waitForState(home, id, 'succeeded')
    plain.type('q')
    expect((await plain.exited).code).toBe(0)
    expect(plain.screen()).not.toContain('\u001b')
    const dumb = openTerminal([process.execPath, HOLDPOINT, 'inbox'], {
      environment: { ...home.environment, TERM: 'dumb' },
      cwd: home.folder,
    })
    await dumb.waitForText(/No call waits/)
    dumb.type('q')
    expect((await dumb.exited).code).toBe(0)
    expect(dumb.screen()).not.toContain('\u001b')
    await endWrap(wrap)
  })

  test('without a terminal it says what to run instead', async () => {
    const home = createTemporaryHome()
    const refused = await holdpoint(home, ['inbox'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('holdpoint list --state pending --json')
    const json = await holdpoint(home, ['inbox', '--json'])
    expect(json.code).toBe(2)
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'USAGE' } })
  })
})

describe('what is loaded', () => {
  test('the card as text brings no element with it, and wrap does without it', () => {
    const card = 'Exactly what will run'
    expect(loadedBy('main.js', 'run-command').some((chunk) => chunk.includes(card))).toBe(true)
    expect(loadedBy('main.js', 'run-command').filter((chunk) => /customElements|lit-html/.test(chunk))).toEqual([])
    expect(loadedBy('main.js', 'run-wrap').filter((chunk) => chunk.includes(card))).toEqual([])
    expect(loadedBy('main.js', 'run-serve').filter((chunk) => chunk.includes('left to decide'))).toEqual([])
  })
})

/** The chunks of the built command that a start loads: those of its entry and of what that loads first. */
function loadedBy(entry: string, first: string): readonly string[] {
  const folder = join(dirname(HOLDPOINT), '../dist/bundle')
  const chunks = new Map<string, string>()
  const load = (name: string): void => {
    if (chunks.has(name)) return
    const text = readFileSync(join(folder, name), 'utf8')
    chunks.set(name, text)
    for (const [, chunk = ''] of text.matchAll(/(?:\bfrom|(?:^|;)import) ?"\.\/([^"]+)"/gm)) load(chunk)
  }
  load(entry)
  const lazy = new RegExp(`import\\("\\./(${first}-[^"]+)"\\)`).exec(chunks.get(entry) ?? '')?.[1]
  if (lazy === undefined) throw new Error(`${entry} does not load ${first}`)
  load(lazy)
  return [...chunks.values()]
}
