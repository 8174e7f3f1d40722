/** Says no to one held call. */
import { toApprovalView } from '@holdpoint/core'
import type { Command } from '../command.ts'
import { decideHold } from '../decide-hold.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { describeReceipt } from '../describe-hold.ts'
import { usageProblem } from '../problem.ts'
import { readNote } from '../read-note.ts'

export const reject: Command = defineCommand({
  name: 'reject',
  summary: 'say no to a held call',
  usage: `holdpoint reject ID [--reason TEXT] [--json] [--quiet]

The call does not run; the agent is told so, with the reason. Asks to type a
short code, or takes an approver's token from HOLDPOINT_TOKEN.

  holdpoint reject 7f3k --reason "wrong customer"
`,
  arguments: { values: ['reason'], flags: [], positionals: ['ID'] },
  answer: async (read, context) => {
    const reason = readNote(read, 'reason')
    if (!reason.ok) return failed(usageProblem(reason.message, 'Say it shorter.'))
    const [reference = ''] = read.positionals
    const decided = await decideHold(context, { command: 'reject', reference, reason: reason.note })
    if (!decided.ok) return decided.answer
    const { hold, receipt, now } = decided
    const before = receipt ? 'Nothing changed; this was decided before.\n' : ''
    return found(toApprovalView(hold), `${before}${describeReceipt(hold, now)}\nIt will not run.\n`)
  },
})
