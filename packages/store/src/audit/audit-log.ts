/** The audit log on any database. */
import type { AuditLog } from '@holdpoint/core'
import type { Script } from '../query/script.ts'
import { allRows } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { AuditStatements } from './audit-statements.ts'
import { browseAudit } from './browse-audit.ts'
import { readAudit } from './read-audit.ts'
import { walkChains } from './walk-chains.ts'
import { fromCheckpointRow } from './write-checkpoint.ts'

export function createAuditLog(audit: AuditStatements, executor: Executor): AuditLog {
  /** A caller that appended a record finds it in the next read. */
  async function readLog<Answer>(script: () => Script<Answer>): Promise<Answer> {
    await executor.flush()
    return await executor.read(script)
  }

  return {
    append: executor.append,
    appendFor: executor.appendFor,
    read: (query) => readLog(() => readAudit(audit, query)),
    browse: (query) => readLog(() => browseAudit(audit, query)),
    walk: (cursor, limit) => readLog(() => walkChains(audit, cursor, limit)),
    checkpoints: () =>
      readLog(function* () {
        return (yield* allRows(audit.checkpoints({}))).map(fromCheckpointRow)
      }),
    checkpoint: () => executor.write((transaction) => transaction.checkpoint()),
  }
}
