/** The log is verified while others write to it: what comes in between is neither missed nor a false alarm. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordDraft } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import { createSqliteStore, sha256 } from '@holdpoint/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyHomeAudit } from '../../src/home/audit-verifier.ts'
import { openHomeDirectory } from '@holdpoint/store/home'
import type { HomeDirectory } from '@holdpoint/store/home'

let folder: string
let home: HomeDirectory
let store: Store

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdpoint-verify-'))
  home = openHomeDirectory(folder)
  store = await createSqliteStore({
    file: join(folder, 'holdpoint.db'),
    now: () => Date.now(),
    sha256,
    checkpointKey: home.checkpointKey(() => randomUUID()),
    randomId: () => randomUUID(),
  })
})

afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function write(): Promise<void> {
  await store.audit.append(recordDraft({ kind: 'request-relayed', tenant: 'local', method: 'tools/list' }))
  await store.audit.checkpoint()
}

test('[E13] a checkpoint that is signed while the records are read is no false alarm', async () => {
  await write()
  const walk: Store['audit']['walk'] = async (cursor, limit) => {
    const page = await store.audit.walk(cursor, limit)
    await write()
    return page
  }
  const busy: Store = { ...store, audit: { ...store.audit, walk } }
  expect(await verifyHomeAudit(busy, home)).toMatchObject({ ok: true })
  expect(await verifyHomeAudit(store, home)).toMatchObject({ ok: true })
})
