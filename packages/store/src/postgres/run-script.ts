/**
 * Runs a script over a session, query after query. Records that follow each other are sent as one statement: for a
 * database behind a network, a query is a way there and back.
 */
import { RECORD_COLUMNS } from '@holdpoint/core'
import type { AuditRecord } from '@holdpoint/core'
import { checkDraft } from '../audit/audit-row.ts'
import type { Query } from '../query/query.ts'
import type { Script } from '../query/script.ts'
import type { DatabaseSession } from './session.ts'
import { toStoredJson } from './stored-text.ts'

/** What the statement that appends a record answers here. */
export interface RecordInsert extends Query {
  readonly record: AuditRecord
}

export async function runOverSession<Answer>(
  script: Script<Answer>,
  session: Pick<DatabaseSession, 'execute'>,
): Promise<Answer> {
  let records: AuditRecord[] = []

  async function insertRecords(): Promise<void> {
    if (records.length === 0) return
    const rows = records.map(toRow)
    records = []
    await session.execute({ sql: INSERT, parameters: [toStoredJson(rows)] })
  }

  let turn = script.next()
  while (turn.done !== true) {
    if (isRecordInsert(turn.value)) {
      // JSON would leave out what is no text, and the record would come back as another one.
      checkDraft(turn.value.record)
      records.push(turn.value.record)
      turn = script.next([])
      continue
    }
    await insertRecords()
    turn = script.next(await session.execute(turn.value))
  }
  await insertRecords()
  return turn.value
}

function isRecordInsert(query: Query): query is RecordInsert {
  return 'record' in query
}

const INSERT = `insert into audit_records (${RECORD_COLUMNS.join(', ')})
  select ${RECORD_COLUMNS.join(', ')} from json_to_recordset($1::json) as given(${RECORD_COLUMNS.map(
    (column) => `${column} ${column === 'sequence' || column === 'at' ? 'bigint' : 'text'}`,
  ).join(', ')})`

function toRow({ previousHash, ...record }: AuditRecord): object {
  return { ...record, previous_hash: previousHash }
}
