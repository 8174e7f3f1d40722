/** Says yes to one held call. Returns when the verdict is durable; with `--wait` when the call has an outcome. */
import { toApprovalView } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { decideHold } from '../decide-hold.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { describeReceipt, nameOf } from '../describe-hold.ts'
import { describeOutcome } from '../describe-outcome.ts'
import { readDuration, shortDuration } from '../duration.ts'
import { oneLine } from '../one-line.ts'
import { usageProblem } from '../problem.ts'
import { readNote } from '../read-note.ts'
import { waitForOutcome } from '../wait-for-outcome.ts'

const DEFAULT_TIMEOUT = '5m'

export const approve: Command = defineCommand({
  name: 'approve',
  summary: 'say yes to a held call',
  usage: `holdpoint approve ID [--note TEXT] [--wait [--timeout 5m]] [--json] [--quiet]

Shows the call in full and asks to type a short code, or takes an approver's
token from HOLDPOINT_TOKEN. The beginning of an id is enough if it is unique.
It returns once the decision is stored; --wait stays until the call has run
and exits with 0 only if it succeeded.

  holdpoint approve 7f3k
  holdpoint approve 7f3k --note "checked with Ana" --wait
`,
  arguments: { values: ['note', 'timeout'], flags: ['wait'], positionals: ['ID'] },
  answer: async (read, context) => {
    const timeout = read.value('timeout') ?? DEFAULT_TIMEOUT
    const timeoutMs = readDuration(timeout)
    if (timeoutMs === null) {
      return failed(usageProblem(`--timeout ${timeout} is no duration.`, 'Write it like 30s, 5m or 1h.'))
    }
    const note = readNote(read, 'note')
    if (!note.ok) return failed(usageProblem(note.message, 'Say it shorter.'))
    const [reference = ''] = read.positionals
    const decided = await decideHold(context, { command: 'approve', reference, reason: note.note })
    if (!decided.ok) return decided.answer
    const { hold, receipt, now } = decided
    if (!read.flag('wait')) return found(toApprovalView(hold), receiptText(hold, receipt, now))
    if (!read.flag('json') && !read.flag('quiet')) context.output.write(receiptText(hold, receipt, now))
    return await reportOutcome(context, hold, timeoutMs)
  },
})

function receiptText(hold: Hold, receipt: boolean, now: number): string {
  const before = receipt ? 'Nothing changed; this was decided before.\n' : ''
  return `${before}${describeReceipt(hold, now)}\n${whatNext(hold)}`
}

function whatNext(hold: Hold): string {
  switch (hold.state) {
    case 'pending':
      return `It needs ${hold.ruling.quorum} approvers; ${hold.verdicts.length} so far. It has not run.\n`
    case 'approved':
      return hold.callerLeft
        ? 'Its caller went away: it runs when the agent calls again with the same arguments.\n'
        : 'It runs now if its caller is still there, else when the agent calls again with the same arguments.\n'
    default:
      return `It is ${hold.state}.\n`
  }
}

async function reportOutcome(context: CommandContext, approved: Hold, timeoutMs: number): Promise<CommandAnswer> {
  const hold = await waitForOutcome(context, await context.storage.open(), approved, timeoutMs)
  const succeeded = hold.state === 'succeeded'
  return found(toApprovalView(hold), outcomeText(hold, timeoutMs), succeeded ? 0 : 1)
}

function outcomeText(hold: Hold, timeoutMs: number): string {
  switch (hold.state) {
    case 'pending':
    case 'approved':
    case 'dispatching':
      return [
        `Still ${hold.state}; waited ${shortDuration(timeoutMs)} at most. The decision stands.`,
        `Look again: holdpoint show ${hold.id}`,
        '',
      ].join('\n')
    default: {
      const note = hold.note === null ? '' : ` (${oneLine(hold.note)})`
      return `${nameOf(hold)}: ${hold.state}${note}\n${describeOutcome(hold)}`
    }
  }
}
