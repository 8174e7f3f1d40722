/** The warehouse behind the built command, with the recipes it comes with; its own ledger is the oracle. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decide } from '@holdpoint/core'
import { DatabaseSync } from '@photostructure/sqlite'
import { startWrap } from './run-wrap.ts'
import type { RunningWrap } from './run-wrap.ts'
import { createTemporaryHome } from './temporary-home.ts'
import type { TemporaryHome } from './temporary-home.ts'
import { usingStore } from './using-store.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../examples/warehouse/${path}`, import.meta.url))

export const WAREHOUSE_CONFIG: string = at('holdpoint.yaml')

export interface Warehouse {
  readonly home: TemporaryHome
  readonly wrap: RunningWrap
  readonly file: string
  /** What really ran, without reads. */
  writes(): readonly { readonly tool: string; readonly arguments: string; readonly ok: number }[]
  /** How often a tool was called. */
  count(tool: string): number
  query(sql: string): readonly { readonly [column: string]: unknown }[]
  /** Changes the file from outside, as somebody else at the warehouse would. */
  change(sql: string): void
  /** A verdict that the command line has no word for. */
  cancel(hold: string): Promise<void>
}

/** `settings` stands before the recipes; `silent` leaves out the handshake. */
export async function openWarehouse(
  settings = 'wait: 20s',
  client: { readonly silent?: boolean; readonly capabilities?: object } = {},
): Promise<Warehouse> {
  const recipes = readFileSync(WAREHOUSE_CONFIG, 'utf8').replace(/^version: 1$/m, '')
  const home = createTemporaryHome(`${settings}\n${recipes}`)
  const file = join(home.folder, 'warehouse.db')
  const command = [process.execPath, at('bin/warehouse.js'), '--database', file]
  const wrap = await startWrap(home, { name: 'warehouse', command, ...client })

  function using<Value>(readOnly: boolean, work: (database: InstanceType<typeof DatabaseSync>) => Value): Value {
    const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  const query: Warehouse['query'] = (sql) =>
    using(true, (database) =>
      database
        .prepare(sql)
        .all()
        .map((row: object) => ({ ...row })),
    )
  return {
    home,
    wrap,
    file,
    query,
    writes: () =>
      query('SELECT tool, arguments, ok FROM ledger ORDER BY id').filter(
        ({ tool }) => !/^(get|list|search)_/.test(String(tool)),
      ) as unknown as ReturnType<Warehouse['writes']>,
    count: (tool) => query('SELECT tool FROM ledger').filter((entry) => entry['tool'] === tool).length,
    change: (sql) => using(false, (database) => database.exec(sql)),
    async cancel(hold) {
      const verdict = { answer: 'cancel', by: 'ci', via: 'page', assurance: 'identified', reason: null } as const
      const decision = await usingStore(home, (store) => decide(store, { hold, tenant: null, verdict }))
      if (decision.kind !== 'decided') throw new Error(`The hold was not cancelled: ${JSON.stringify(decision)}`)
    },
  }
}
