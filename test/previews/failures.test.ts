/**
 * A read for a preview that fails: a person is asked and told so. Only what is clearly not there is answered unasked.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, holdpoint, listHolds, showHold } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { READING_MS } from '../harness/read-form.ts'
import { startWrap } from '../harness/run-wrap.ts'
import { waitForMessage } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'

/** `fail_delete` answers with an error result, `error_delete` with one of the protocol; here they stand for reads. */
const recipe = (read: string, more = ''): string => `servers:
  ledger:
    tools:
      ${read}: { risk: low }
      delete_item: { preview: { call: ${read}, with: { id: args.id }${more} } }`

describe.concurrent('[S5] a read that fails', () => {
  test.each([
    ['fail_delete', 'the item is locked'],
    ['error_delete', 'the ledger refuses'],
  ])('%s: asked, with a warning in the server’s words, and run once approved', async (read, words) => {
    const home = createTemporaryHome(`wait: 50ms\n${recipe(read)}`)
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 'a' }))
    const warning = `What this is about could not be shown: ${read} of ledger failed, and says in its own words: "${words}"`
    expect((await showHold(home, id)).warnings).toContain(warning)
    expect((await holdpoint(home, ['show', id])).stdout.replaceAll(/\n *┊ /g, '')).toContain(`⚠ ${warning}`)
    expect(readLedger(home, 'delete_item')).toEqual([])
    await approve(home, id)
    expect(heldBy(await wrap.client.call('delete_item', { id: 'a' }))).toMatchObject({ id, state: 'succeeded' })
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
  })

  test('the form in the host says so too', async () => {
    const home = createTemporaryHome(`wait: 60s\n${recipe('fail_delete')}`)
    const wrap = await startWrap(home, { capabilities: { elicitation: {} } })
    const call = wrap.client.call('delete_item', { id: 'a' })
    const question = await waitForMessage(wrap.client, 'a form', ({ method }) => method === 'elicitation/create')
    const message = (question.params.message as string).replaceAll(/\s+/g, ' ')
    expect(message).toContain('could not be shown: fail_delete of ledger failed')
    expect(message).toContain('"the item is locked"')
    await delay(READING_MS)
    wrap.client.respond(question.id ?? '', { action: 'decline' })
    expect(codeOf(await call)).toBe('DECLINED')
  })

  test('what the recipe calls "not found" is answered, and nobody is asked', async () => {
    const home = createTemporaryHome(`wait: 50ms\n${recipe('fail_delete', ', not_found: \'re(error, "locked")\'')}`)
    const wrap = await startWrap(home)
    const answer = await wrap.client.call('delete_item', { id: 'a' })
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(textOf(answer)).toContain('nobody was asked')
    expect(await listHolds(home)).toEqual([])
    expect(readLedger(home, 'delete_item')).toEqual([])
  })
})
