/** Says no to one held call. */
import { describeGrant, toApprovalView, toGrantView } from '@holdpoint/core'
import type { Command } from '../command.ts'
import { decideHold } from '../holds/decide-hold.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { describeReceipt } from '../holds/describe-hold.ts'
import { usageProblem } from '../problem.ts'
import { readGrantOptions } from '../read-grant.ts'
import { readNote } from '../holds/read-note.ts'

export const reject: Command = defineCommand({
  name: 'reject',
  summary: 'say no to a held call',
  usage: `holdpoint reject ID [--reason TEXT] [--deny session|30m|always
                 [--same-arguments | --where WORDS]] [--json] [--quiet]

The call does not run; the agent is told so, with the reason. Asks to type a
short code, or takes an approver's token from HOLDPOINT_TOKEN. --deny refuses
further calls of this tool without asking, --where says which of them
(holdpoint help approve).

  holdpoint reject 7f3k --reason "wrong customer"
  holdpoint reject 7f3k --deny session --where 'path under /etc'
`,
  arguments: { values: ['reason', 'deny', 'where'], flags: ['same-arguments'], positionals: ['ID'] },
  answer: async (read, context) => {
    const reason = readNote(read, 'reason')
    if (!reason.ok) return failed(usageProblem(reason.message, 'Say it shorter.'))
    const deny = readGrantOptions(read, 'deny')
    if (!deny.ok) return failed(usageProblem(deny.message, deny.next))
    const [reference = ''] = read.positionals
    const decided = await decideHold(context, {
      command: 'reject',
      reference,
      reason: reason.note,
      edit: null,
      grant: deny.request,
    })
    if (!decided.ok) return decided.answer
    const { hold, receipt, now, grant } = decided
    const before = receipt ? 'Nothing changed; this was decided before.\n' : ''
    const standing = grant === null ? '' : `Granted ${grant.id}: ${describeGrant(grant)}\n`
    return found(
      { ...toApprovalView(hold), grant: grant === null ? null : toGrantView(grant, now) },
      `${before}${describeReceipt(hold, now)}\nIt will not run.\n${standing}`,
    )
  },
})
