/** What a recipe may not do: wait long, read much, read past the policy, or rehearse what cannot be rehearsed. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { envelopeOf, heldBy } from '../harness/answers.ts'
import { approve, expectAuditIntact, holdpoint, listHolds, showHold, waitForState } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { openWarehouse } from '../harness/warehouse.ts'

const REHEARSAL = fileURLToPath(new URL('../fixtures/rehearsal-server.mjs', import.meta.url))

const ledgerRecipe = (preview: string, more = ''): string => `wait: 50ms
servers: { ledger: { tools: { delete_item: { preview: ${preview} } } } }
${more}`

async function warningsFor(config: string): Promise<{ home: TemporaryHome; warnings: readonly string[]; id: string }> {
  const home = createTemporaryHome(config)
  const wrap = await startWrap(home)
  const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 'a' }))
  const hold = await showHold(home, id)
  expect((hold as unknown as { preview: { entity: unknown } }).preview.entity).toBeNull()
  expect(hold.state).toBe('pending')
  return { home, warnings: hold.warnings, id }
}

describe.concurrent('a read that cannot be used', () => {
  test.each([
    ['too large', '{ call: huge_get, with: { bytes: "300000" } }', '', /answered with more than 256 kB/],
    ['neither structured nor JSON', '{ call: get_item, with: { id: args.id } }', '', /neither structured nor JSON/],
    ['no such tool', '{ call: get_nothing, with: { id: args.id } }', '', /has no tool get_nothing/],
    ['a write', '{ call: create_item, with: { id: args.id } }', '', /create_item may not be read without asking/],
    [
      'denied by policy',
      '{ call: get_item, with: { id: args.id } }',
      'rules: [{ name: secret, match: { tool: get_item }, answer: deny }]',
      /get_item may not be read without asking/,
    ],
    ['an argument that is not there', '{ call: get_item, with: { id: args.name } }', '', /No such key: name/],
  ])('%s: asked all the same, with the reason', async (_name, preview, rules, reason) => {
    const { home, warnings } = await warningsFor(ledgerRecipe(preview, rules))
    expect(warnings.join('\n')).toMatch(/could not be shown/)
    expect(warnings.join('\n')).toMatch(reason)
    expect(readLedger(home, 'delete_item')).toEqual([])
    expect(readLedger(home, 'create_item')).toEqual([])
    if (rules !== '') expect(readLedger(home, 'get_item')).toEqual([])
  })

  test('too slow: asked after five seconds', async () => {
    const begun = performance.now()
    const { warnings } = await warningsFor(ledgerRecipe('{ call: progress_get, with: { steps: "100000" } }'))
    expect(warnings.join('\n')).toContain('did not answer within 5 s')
    expect(performance.now() - begun).toBeGreaterThan(5000)
  })
})

test('what cannot be looked at again before the dispatch is not sent; the approval stays', async () => {
  const warehouse = await openWarehouse('wait: 50ms')
  const { home, wrap } = warehouse
  const { approval_id: id } = envelopeOf(await wrap.client.call('delete_supplier', { supplier_id: 'SUP-06' }))
  // The same read, larger than anybody could look at.
  warehouse.change(`UPDATE suppliers SET phone = '${'5'.repeat(400_000)}' WHERE supplier_id = 'SUP-06'`)
  await approve(home, id)
  const answer = await wrap.client.call('delete_supplier', { supplier_id: 'SUP-06' })
  expect(JSON.stringify(answer)).toMatch(/was not sent .*more than 256 kB/)
  expect((await showHold(home, id)).state).toBe('approved')
  expect(warehouse.writes()).toEqual([])
  warehouse.change("UPDATE suppliers SET phone = NULL WHERE supplier_id = 'SUP-06'")
  expect(heldBy(await wrap.client.call('delete_supplier', { supplier_id: 'SUP-06' }))).toMatchObject({ id })
  expect(warehouse.writes()).toHaveLength(1)
})

test('reads for a preview are on record, as ours', async () => {
  const warehouse = await openWarehouse('wait: 50ms')
  envelopeOf(await warehouse.wrap.client.call('delete_product', { sku: 'CHR-1005' }))
  const { stdout } = await holdpoint(warehouse.home, ['audit', 'export', '--format', 'jsonl'])
  const records = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; tool: string; actor: string })
  expect(records).toContainEqual(
    expect.objectContaining({ kind: 'call-passed', tool: 'get_product', actor: 'holdpoint preview' }),
  )
  await expectAuditIntact(warehouse.home)
})

describe('a dry run', () => {
  const calls = (home: TemporaryHome): readonly { tool: string; arguments: { dry_run?: boolean } }[] =>
    existsSync(home.ledgerFile)
      ? readFileSync(home.ledgerFile, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { tool: string; arguments: { dry_run?: boolean } })
      : []

  const start = async (home: TemporaryHome): Promise<RunningWrap> =>
    await startWrap(home, { name: 'shelves', command: [process.execPath, REHEARSAL] })

  test('by explicit recipe only: rehearsed before the question and before the dispatch, then run once as it was sent', async () => {
    const home = createTemporaryHome(`wait: 50ms
servers: { shelves: { tools: { archive_shelf: { risk: high, preview: { dry_run: dry_run, show: [boxes] } } } } }`)
    const { client } = await start(home)
    const args = { shelf: 'A', dry_run: false }
    const { approval_id: id } = envelopeOf(await client.call('archive_shelf', args))
    expect(calls(home).map((call) => call.arguments.dry_run)).toEqual([true])
    const shown = (await showHold(home, id)) as unknown as { preview: { entity: { source: string; fields: unknown } } }
    expect(shown.preview.entity).toMatchObject({ source: 'archive_shelf' })
    expect(shown.preview.entity.fields).toEqual([{ label: 'boxes', before: '3', after: null }])
    await approve(home, id)
    await waitForState(home, id, 'succeeded')
    expect(calls(home).map((call) => call.arguments.dry_run)).toEqual([true, true, false])
  })

  test('a tool that does not declare the parameter is never called for it; without a recipe none is', async () => {
    const home = createTemporaryHome(`wait: 50ms
servers: { shelves: { tools: { burn_shelf: { risk: high, preview: { dry_run: dry_run } } } } }`)
    const { client } = await start(home)
    const { approval_id: id } = envelopeOf(await client.call('burn_shelf', { shelf: 'A' }))
    expect((await showHold(home, id)).warnings.join('\n')).toContain('declares no parameter "dry_run"')
    envelopeOf(await client.call('archive_shelf', { shelf: 'A' }))
    expect(calls(home)).toEqual([])
    expect(await listHolds(home)).toHaveLength(2)
  })
})
