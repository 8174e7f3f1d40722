/** Says yes to one held call. Returns when the verdict is durable; with `--wait` when the call has an outcome. */
import { describeGrant, toApprovalView, toGrantView, isTerminal, sweepHolds } from '@holdpoint/core'
import type { Grant, Hold, Store } from '@holdpoint/core'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { decideHold } from '../holds/decide-hold.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { describeNext, describeReceipt, toolOnServer } from '../holds/describe-hold.ts'
import { describeOutcome } from '../holds/describe-outcome.ts'
import { readDuration, shortDuration } from '../duration.ts'
import { keepInOneLine } from '../one-line.ts'
import { usageProblem } from '../problem.ts'
import { readGrantOptions } from '../read-grant.ts'
import { readNote } from '../holds/read-note.ts'

const DEFAULT_TIMEOUT = '5m'

export const approve: Command = defineCommand({
  name: 'approve',
  summary: 'say yes to a held call',
  usage: `holdpoint approve ID [--note TEXT] [--edit FILE|JSON] [--wait [--timeout 5m]]
                  [--allow scope|session|30m|always
                  [--same-arguments | --where WORDS] [--times N]
                  [--amount PATH=TOTAL]]
                  [--json] [--quiet]

Shows the call in full and asks to type a short code, or takes an approver's
token from HOLDPOINT_TOKEN. The beginning of an id is enough if it is unique.
It returns once the decision is stored; --wait stays until the call has run
and exits with 0 only if it succeeded. --edit runs other arguments than the
agent asked for; --allow lets further calls of this tool pass without asking,
as long as the numbers under PATH stay within TOTAL in all of them together.
--where says which calls: NAME is VALUE, NAME one of A, B, NAME under FOLDER,
NAME at most N, NAME between N and M, NAME starting with TEXT, with ; between
them, or conditions as JSON.
Without --allow it runs this call, once, and allows nothing else. --allow scope
allows the tool in the folder, repository or table that the question names,
for this session. What runs with --edit is about this call alone.

  holdpoint approve 7f3k
  holdpoint approve 7f3k --allow scope
  holdpoint approve 7f3k --edit '{"to":"test@example.com"}'
  holdpoint approve 7f3k --allow 30m --times 5
  holdpoint approve 7f3k --allow session --amount /amount=100
  holdpoint approve 7f3k --allow 2h --where 'amount at most 50; path under /srv'
  holdpoint approve 7f3k --note "checked with Ana" --wait
`,
  arguments: {
    values: ['note', 'timeout', 'edit', 'allow', 'times', 'where', 'amount'],
    flags: ['wait', 'same-arguments'],
    positionals: ['ID'],
  },
  answer: async (read, context) => {
    const timeout = read.value('timeout') ?? DEFAULT_TIMEOUT
    const timeoutMs = readDuration(timeout)
    if (timeoutMs === null) {
      return failed(usageProblem(`--timeout ${timeout} is no duration.`, 'Write it like 30s, 5m or 1h.'))
    }
    const note = readNote(read, 'note')
    if (!note.ok) return failed(usageProblem(note.message, 'Say it shorter.'))
    const allow = readGrantOptions(read, 'allow')
    if (!allow.ok) return failed(usageProblem(allow.message, allow.next))
    const [reference = ''] = read.positionals
    const decided = await decideHold(context, {
      command: 'approve',
      reference,
      reason: note.note,
      edit: read.value('edit'),
      grant: allow.request,
    })
    if (!decided.ok) return decided.answer
    const { hold, receipt, now, grant } = decided
    const text = `${await receiptText(context, hold, receipt, now)}${grantText(grant)}`
    if (!read.flag('wait')) {
      return found({ ...toApprovalView(hold), grant: grant === null ? null : toGrantView(grant, now) }, text)
    }
    if (!read.flag('json') && !read.flag('quiet')) context.output.write(text)
    return await reportOutcome(context, hold, timeoutMs)
  },
})

async function receiptText(context: CommandContext, hold: Hold, receipt: boolean, now: number): Promise<string> {
  const store = await context.storage.open()
  const next = await describeNext(store, hold, (process) => context.storage.see(process), context.program())
  const before = receipt ? 'Nothing changed; this was decided before.\n' : ''
  return `${before}${describeReceipt(hold, now)}\n${next}\n`
}

function grantText(grant: Grant | null): string {
  return grant === null ? '' : `Granted ${grant.id}: ${describeGrant(grant)}\n`
}

async function reportOutcome(context: CommandContext, approved: Hold, timeoutMs: number): Promise<CommandAnswer> {
  const hold = await waitForOutcome(context, await context.storage.open(), approved, timeoutMs)
  const succeeded = hold.state === 'succeeded'
  return found(toApprovalView(hold), outcomeText(hold, timeoutMs, context.program()), succeeded ? 0 : 1)
}

function outcomeText(hold: Hold, timeoutMs: number, program: string): string {
  switch (hold.state) {
    case 'pending':
    case 'approved':
    case 'dispatching':
      return [
        `Still ${hold.state}; waited ${shortDuration(timeoutMs)} at most. The decision stands.`,
        `Look again: ${program} show ${hold.id}`,
        '',
      ].join('\n')
    default: {
      const note = hold.note === null ? '' : ` (${keepInOneLine(hold.note)})`
      return `${toolOnServer(hold)}: ${hold.state}${note}\n${describeOutcome(hold, program)}`
    }
  }
}

/** Also without a signal, so that a dead process or a passed deadline shows. */
const LOOK_AGAIN_MS = 500

/** The hold as it last was: ended, `unknown`, or still open when the time was over or Ctrl-C was pressed. */
async function waitForOutcome(context: CommandContext, store: Store, hold: Hold, timeoutMs: number): Promise<Hold> {
  const { time, storage } = context
  const until = time.now() + timeoutMs
  let wake: () => void = () => {}
  let changed = false
  const stop = store.watch((change) => {
    if (change.hold !== hold.id) return
    changed = true
    wake()
  })
  try {
    let current = hold
    while (!hasEnded(current) && !time.interrupted.aborted) {
      const left = until - time.now()
      if (left <= 0) break
      if (!changed) {
        const woken = new Promise<void>((resolve) => (wake = resolve))
        await Promise.race([woken, time.sleep(Math.min(left, LOOK_AGAIN_MS))])
      }
      if (!changed) await sweepHolds(store, (process) => storage.see(process))
      changed = false
      current = (await store.holds.get(hold.id)) ?? current
    }
    return current
  } finally {
    stop()
  }
}

function hasEnded(hold: Hold): boolean {
  return isTerminal(hold.state) || hold.state === 'unknown'
}
