/** Each family of tools of the example, on both lines of the SDK: what a person is shown, what becomes of their answer, and the way back. */
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { decideOnPage, personWho, startExample } from '../../../test/harness/example-agent.ts'
import type { ExampleAgent, ExampleResult, FormPerson } from '../../../test/harness/example-agent.ts'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const RATIONALE = 'The user asked for it in this chat.'

/** Every confirmed tool in an order in which each is possible: what is given, shown and told. */
const CALLS: readonly {
  readonly tool: string
  readonly given: { readonly [name: string]: unknown }
  readonly shown: readonly string[]
  readonly told: string
}[] = [
  {
    tool: 'create_product',
    given: { code: 'SHF-1', name: 'Pine shelf', price: 79.5 },
    shown: ['Add Pine shelf?', '€ 79.50'],
    told: '✅ Pine shelf is in the range as SHF-1.',
  },
  {
    tool: 'modify_product',
    given: { code: 'SHF-1', price: 85, preview: false },
    shown: ['Change Pine shelf?', 'New price', '€ 85.00'],
    told: '✅ Pine shelf is changed.',
  },
  {
    tool: 'delete_product',
    given: { code: 'SHF-1' },
    shown: ['Delete Pine shelf?', 'Written off', '0 pieces'],
    told: '✅ SHF-1 is deleted.',
  },
  {
    tool: 'receive_purchase_order',
    given: { order: 'PO-1' },
    shown: ['Receive PO-1 of Holz AG?', '20'],
    told: '✅ PO-1 is in the warehouse; 23 of Beech table are on hand.',
  },
  {
    tool: 'correct_sales_order',
    given: { order: 'SO-2', quantity: 5 },
    shown: ['Correct SO-2 of Library North?', '6 → 5', '€ 2880.00 → € 2400.00'],
    told: '✅ SO-2 is over 5 now.',
  },
  {
    tool: 'fulfill_order',
    given: { order: 'SO-2' },
    shown: ['Ship SO-2 to Library North?', '€ 2400.00', 'cannot be undone'],
    told: '✅ SO-2 is on its way; 18 of Beech table are left.',
  },
  {
    tool: 'update_stock_adjustment',
    given: { adjustment: 'ADJ-1', quantity: -3 },
    shown: ['Change ADJ-1 from -2 to -3?', '14 → 13'],
    told: '✅ ADJ-1 is changed; 13 of CHR-1 are on hand.',
  },
  { tool: 'rebuild_cache', given: {}, shown: ['Wipe the cache'], told: '{"rebuilt":3}' },
]

const open: ExampleAgent[] = []
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close()
})

interface Warehouse extends ExampleAgent {
  confirmed(tool: string, given: object): Promise<ExampleResult>
  codes(): Promise<readonly string[]>
}

async function start(line: 'v1' | 'v2', person?: FormPerson): Promise<Warehouse> {
  const options = { line, environment: { LINE: line }, ...(person === undefined ? {} : { person }) }
  const agent = await startExample([MAIN], options)
  open.push(agent)
  return {
    ...agent,
    confirmed: async (tool, given) => await agent.call(tool, { ...given, rationale: RATIONALE }),
    async codes() {
      const { structured } = await agent.call('get_stock')
      const products = (structured?.['products'] ?? []) as readonly { readonly code: string }[]
      return products.map(({ code }) => code)
    },
  }
}

describe.each(['v1', 'v2'] as const)('the warehouse on %s', (line) => {
  test('[S0.5] lists nine tools of its own, with hints by the table, and a read as its author wrote it', async () => {
    const agent = await start(line)
    const tools = await agent.list()
    const hints = tools.map(({ name, annotations }) => [name, (annotations as Hints | undefined)?.destructiveHint])
    expect(hints).toEqual([
      ['create_product', false],
      ['modify_product', true],
      ['delete_product', true],
      ['fulfill_order', true],
      ['receive_purchase_order', true],
      ['correct_sales_order', true],
      ['get_stock', undefined],
      ['update_stock_adjustment', true],
      ['rebuild_cache', true],
      ['submit_feedback', false],
    ])
    const read = tools.find(({ name }) => name === 'get_stock')
    expect(read?.['description']).toBe('All products and what is on hand.')
    expect(await agent.read('mcp://warehouse/cheatsheet')).toContain('| adjustments')
  })

  test('every family is asked about, and runs after a yes', async () => {
    const person = personWho('approves')
    const agent = await start(line, person)
    for (const { tool, given, shown, told } of CALLS) {
      const { text } = await agent.confirmed(tool, given)
      expect(text.split('\n')[0]).toBe(told)
      for (const part of shown) expect(person.asked.at(-1), tool).toContain(part)
    }
    expect(person.asked).toHaveLength(CALLS.length)
  })

  test('a no changes nothing, whatever the tool', async () => {
    const agent = await start(line, personWho('declines'))
    for (const { tool, given } of CALLS.filter(({ given: { code } }) => code !== 'SHF-1')) {
      const { text, isError } = await agent.confirmed(tool, tool === 'fulfill_order' ? { order: 'SO-1' } : given)
      expect(isError).toBe(true)
      expect(text).toContain('declined by user')
    }
    const { structured } = await agent.call('get_stock')
    expect(structured?.['products']).toMatchObject([{ onHand: 14 }, { onHand: 3 }, { onHand: 0 }])
  })

  test('[S2.1] nobody is asked about what is not there, or cannot be done', async () => {
    const person = personWho('approves')
    const agent = await start(line, person)
    for (const [tool, given, words] of [
      ['delete_product', { code: 'XXX-9' }, 'Product XXX-9 was not found.'],
      ['delete_product', { code: 'CHR-1' }, 'Oak chair is in 1 open order.'],
      ['create_product', { code: 'CHR-1', name: 'Chair', price: 1 }, 'There is a product CHR-1 already.'],
      ['fulfill_order', { order: 'SO-2' }, 'SO-2 needs 6 of Beech table, and 3 are on hand.'],
      ['receive_purchase_order', { order: 'PO-2' }, 'PO-2 was received before.'],
      ['delete_product', { code: 'chair' }, 'like CHR-1'],
    ] as const) {
      const { text, isError } = await agent.confirmed(tool, given)
      expect(isError).toBe(true)
      expect(text).toContain(words)
    }
    expect(person.asked).toEqual([])
  })

  test('[S0.1] [S1.5] a change shows its preview first, and each call says why it is made', async () => {
    const person = personWho('approves')
    const agent = await start(line, person)
    const unsaid = await agent.call('delete_product', { code: 'LMP-1' })
    expect(unsaid.structured).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
    const shown = await agent.confirmed('modify_product', { code: 'LMP-1', status: 'active' })
    expect(shown.text).toMatch(/^NOT RUN YET/)
    expect(person.asked).toEqual([])
    const ran = await agent.confirmed('modify_product', { code: 'LMP-1', status: 'active', preview: false })
    expect(ran.text).toContain('✅ Reading lamp is changed.')
    expect(person.asked).toHaveLength(1)
  })

  test('[X8] a person takes a deletion back on the page', async () => {
    const agent = await start(line, personWho('approves'))
    await agent.confirmed('delete_product', { code: 'LMP-1' })
    expect(await agent.codes()).toEqual(['CHR-1', 'TBL-1'])
    const link = (): string | undefined => /can be taken back: (http\S+\/approvals\/[\w-]+)/.exec(agent.log())?.[1]
    await expect.poll(link).toBeDefined()
    await decideOnPage(agent, { structured: { approval_url: link() } }, 'approve')
    await expect.poll(() => agent.codes()).toEqual(['CHR-1', 'TBL-1', 'LMP-1'])
  })
})

interface Hints {
  readonly destructiveHint?: boolean
}
