/** Previews and undo behind `serve`, in both eras: the page's REST shows them, and no agent does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { query } from '../../examples/warehouse/test/warehouse-process.ts'
import { REPOSITORY } from '../harness/paths.ts'
import { connectAgent, ERAS, errorCode, heldAs } from '../harness/serve-agent.ts'
import { createPlace, eventually } from '../harness/serve-harness.ts'
import type { Approval, Place, Service } from '../harness/serve-harness.ts'

const place: Place = createPlace()
const database = place.file('warehouse.db')
let service: Service

interface Shown extends Approval {
  readonly undo_of: string | null
  readonly preview: { readonly entity: { readonly title: string; readonly fields: readonly object[] } | null }
}

beforeAll(async () => {
  const warehouse = join(REPOSITORY, 'examples/warehouse')
  const { servers } = parse(readFileSync(join(warehouse, 'holdpoint.yaml'), 'utf8')) as {
    servers: { warehouse: object }
  }
  const command = [process.execPath, join(warehouse, 'bin/warehouse.js'), '--database', database]
  service = await place.serve({ servers: { warehouse: { command, ...servers.warehouse } }, rationale: 'off' })
})
afterAll(() => place.close())

describe.each(ERAS)('an agent of the %s era', (era) => {
  const sku = era === '2025' ? 'LGT-3001' : 'LGT-3002'
  const price = (): unknown => query(database, `SELECT price_cents FROM products WHERE sku = '${sku}'`)[0]

  test('[S2.1] [S2.2] not found, both sides of a change, run, and taken back by a person', async () => {
    const agent = await connectAgent(service.url, { era, server: 'warehouse' })
    expect(errorCode(await agent.call('delete_supplier', { supplier_id: 'SUP-99' }))).toBe('VALIDATION_ERROR')
    const before = price()
    const held = await agent.call('modify_product', { sku, price_cents: 8000 })
    const id = heldAs(held)
    const shown = (await service.approval(id)) as Shown
    expect(shown.preview.entity?.fields).toContainEqual(
      expect.objectContaining({ label: 'price_cents', after: '8000' }),
    )
    expect(held.text).not.toContain('Desk lamp')
    await service.approve(id)
    await service.reaches(id, 'succeeded')
    expect(price()).toEqual({ price_cents: 8000 })
    const undo = await eventually(async () =>
      ((await service.approvals('?state=pending')) as readonly Shown[]).find(({ undo_of: of }) => of === id),
    )
    await service.approve((undo as Shown).id)
    await service.reaches((undo as Shown).id, 'succeeded')
    expect(price()).toEqual(before)
  })
})
