/** A real SQLite store in a directory of its own, for tests of the gateway's parts. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditRecord, Store } from '@holdpoint/core'
import { createSqliteStore } from '@holdpoint/store'
import { sha256 } from '@holdpoint/testing'

export { sha256 }

export interface GatewayStore {
  readonly file: string
  readonly store: Store
  records(): Promise<readonly AuditRecord[]>
  end(): Promise<void>
}

export async function openGatewayStore(patienceMs = 30_000): Promise<GatewayStore> {
  const directory = await mkdtemp(join(tmpdir(), 'holdpoint-gateway-'))
  const file = join(directory, 'store.db')
  const store = await createSqliteStore({
    file,
    now: Date.now,
    sha256,
    checkpointKey: 'key beside the store',
    randomId: randomUUID,
    patienceMs,
  })
  return {
    file,
    store,
    async records() {
      const query = { tenant: null, since: null, server: null, tool: null, hold: null, limit: 500, cursor: null }
      return (await store.audit.read(query)).records
    },
    async end() {
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
