/** The store as every process of one home opens it. */
import { randomUUID } from 'node:crypto'
import { createSqliteStore, sha256 } from '@holdpoint/store'

export { sha256 }

export const openStore = (file) =>
  createSqliteStore({ file, now: Date.now, sha256, checkpointKey: 'bench', randomId: randomUUID })
