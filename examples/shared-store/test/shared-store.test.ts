/** Two processes of the example on one file, with an agent at each: the ledger that the tool itself writes is the judge. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decideOnPage, personWho, startExample } from '../../../test/harness/example-agent.ts'
import type { FormPerson, ExampleAgent, ExampleResult } from '../../../test/harness/example-agent.ts'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
let folder = ''
const open: ExampleAgent[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-store-'))
})
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(person?: FormPerson): Promise<ExampleAgent> {
  const environment = { HOLDS: join(folder, 'holds.db'), LEDGER: join(folder, 'ledger.txt') }
  const agent = await startExample([MAIN], { environment, ...(person === undefined ? {} : { person }) })
  open.push(agent)
  return agent
}

const ledger = (): readonly string[] =>
  existsSync(join(folder, 'ledger.txt')) ? readFileSync(join(folder, 'ledger.txt'), 'utf8').trimEnd().split('\n') : []

const CALL = { order: 'SO-1' }
const CANCELLED = '✅ SO-1 is cancelled.'
const ranIn = (agent: ExampleAgent): readonly string[] => [`SO-1 in ${agent.pid()}`]
const portOf = ({ structured }: ExampleResult): string => new URL(String(structured?.['approval_url'])).port

test('asked in one, decided on the page of the other: it runs in the one that asked, whose agent collects it', async () => {
  const [one, other] = [await start(), await start()]
  const first = await one.call('cancel_order', CALL)
  const second = await other.call('cancel_order', CALL)
  expect(second.structured?.['approval_id']).toBe(first.structured?.['approval_id'])
  expect(portOf(second)).not.toBe(portOf(first))
  await decideOnPage(other, second, 'approve')
  await expect.poll(ledger).toEqual(ranIn(one))
  expect((await one.call('cancel_order', CALL)).text).toBe(CANCELLED)
  // It was told: the same call again is a new one, and the order is not open any more.
  expect((await other.call('cancel_order', CALL)).text).toContain('An open order SO-1 was not found.')
  expect(ledger()).toEqual(ranIn(one))
})

test('asked in one that was killed, decided in the form of the other: it runs there', async () => {
  const one = await start()
  const asked = await one.call('cancel_order', CALL)
  process.kill(one.pid() ?? 0, 'SIGKILL')
  const person = personWho('approves')
  const other = await start(person)
  const { text, meta } = await other.call('cancel_order', CALL)
  expect(text).toBe(CANCELLED)
  expect(meta).toMatchObject({ 'dev.holdpoint/hold': { id: asked.structured?.['approval_id'] } })
  expect(person.asked).toHaveLength(1)
  expect(ledger()).toEqual(ranIn(other))
})

test('approved and not run yet when its process was killed: the next call runs it, and asks nobody again', async () => {
  const one = await start()
  const other = await start()
  await one.call('cancel_order', CALL)
  const asked = await other.call('cancel_order', CALL)
  process.kill(one.pid() ?? 0, 'SIGKILL')
  await decideOnPage(other, asked, 'approve')
  expect((await other.call('cancel_order', CALL)).text).toBe(CANCELLED)
  expect(ledger()).toEqual(ranIn(other))
})

test('the same call in both at once, with a yes in both forms: it runs once, and both agents are told', async () => {
  const people = [personWho('approves'), personWho('approves')]
  const [one, other] = [await start(people[0]), await start(people[1])]
  const answers = await Promise.all([one, other].map(async (agent) => await agent.call('cancel_order', CALL)))
  expect(answers.map(({ text }) => text)).toEqual([CANCELLED, CANCELLED])
  expect(ledger()).toHaveLength(1)
})

test('a no on one page is a no in both', async () => {
  const [one, other] = [await start(), await start()]
  const asked = await one.call('cancel_order', CALL)
  await decideOnPage(one, asked, 'decline')
  expect((await other.call('cancel_order', CALL)).text).toContain('declined by user')
  expect(ledger()).toEqual([])
})

test('it is small', () => {
  const source = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  expect(readFileSync(source, 'utf8').split('\n').length).toBeLessThanOrEqual(60)
})
