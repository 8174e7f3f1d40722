/** Waits for what the audit log of a home tells of its holds: that a second call joined, that a caller left. */
import type { AuditRecord, RecordKind } from '@holdpoint/core'
import type { TemporaryHome } from './temporary-home.ts'
import { usingStore } from './using-store.ts'
import { PATIENCE_MS, waitFor } from './wait-for.ts'

const EVERYTHING = { tenant: null, since: null, server: null, tool: null, hold: null, limit: 500, cursor: null }

/** So many records of this kind, in a log of a few. */
export async function waitForRecords(
  home: Pick<TemporaryHome, 'path'>,
  kind: RecordKind,
  count = 1,
): Promise<readonly AuditRecord[]> {
  const look = async (): Promise<readonly AuditRecord[] | null> => {
    const { records } = await usingStore(home, (store) => store.audit.read(EVERYTHING))
    const found = records.filter((record) => record.kind === kind)
    return found.length >= count ? found : null
  }
  return await waitFor(`${count} records of ${kind}`, look, PATIENCE_MS, 50)
}
