/** Prints the head of the audit log as one signed line: a receipt that people or another machine keep. */
import { countRecords, toHeadLine } from '@holdpoint/core'
import type { Command } from '../command.ts'
import { defineCommand, found } from '../define-command.ts'

export const auditHead: Command = defineCommand({
  name: 'audit head',
  summary: 'print a receipt of how far the audit log has come',
  usage: `holdpoint audit head [--json] [--quiet]

One line: which log, when, how many records, the hash of the last, signed with
the key of this home. Keep it somewhere else. "holdpoint audit verify
--receipt FILE" then tells whether the log still continues it.

  holdpoint audit head >> /mnt/elsewhere/receipts.txt
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const store = await context.storage.open()
    const head = await store.continuity.head()
    const receipt = toHeadLine(head)
    const at = new Date(head.at).toISOString()
    const { chains } = head
    return found({ receipt, at, records: countRecords(head), chains }, `${receipt}\n`)
  },
})
