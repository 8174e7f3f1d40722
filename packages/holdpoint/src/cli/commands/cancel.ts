/** Takes one call back before it runs: a question that waits, or an approval that has not run yet. */
import { cancelHold, checkRevocation, sweepHolds, toApprovalView, peopleBehind, DECIDING_ROLES } from '@holdpoint/core'
import type { Hold, People } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import type { Actor } from '../actor.ts'
import type { Command } from '../command.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { toProblem } from '../holds/decide-hold.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { describeHold, describeReceipt } from '../holds/describe-hold.ts'
import { findHold, noSuchHold } from '../holds/find-hold.ts'
import { usageProblem } from '../problem.ts'
import { readNote } from '../holds/read-note.ts'

export const cancel: Command = defineCommand({
  name: 'cancel',
  summary: 'take a call back before it runs',
  usage: `holdpoint cancel ID [--reason TEXT] [--json] [--quiet]

A question that waits is withdrawn. An approval whose call has not run yet is
taken back, with what it allowed beside the call: undo_window in the
configuration leaves time for that. The agent is told so, with the reason. Asks
to type a short code, or takes an approver's token from HOLDPOINT_TOKEN.

  holdpoint cancel 7f3k --reason "wrong customer"
`,
  arguments: { values: ['reason'], flags: [], positionals: ['ID'] },
  answer: async (read, context) => {
    const noted = readNote(read, 'reason')
    if (!noted.ok) return failed(usageProblem(noted.message, 'Say it shorter.'))
    const [reference = ''] = read.positionals
    const identified = await identifyActor(context, { name: 'cancel', roles: DECIDING_ROLES, about: reference })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const store = await context.storage.open()
    await sweepHolds(store, (process) => context.storage.see(process))
    const search = await findHold(store, reference, actor.tenant)
    if (!search.ok) return failed(search.problem)
    const { hold } = search
    const people = await context.verdicts.people()
    if (mayCancel(hold, actor, people)) {
      const shown = describeHold(hold, await store.now(), context)
      const problem = await confirmAtTerminal(context, actor, shown, 'cancel')
      if (problem !== null) return failed(problem)
    }
    const { by, via, assurance, tenant } = actor
    const decision = await cancelHold(store, { hold: hold.id, tenant, by, via, assurance, reason: noted.note, people })
    switch (decision.kind) {
      case 'decided':
        return found(toApprovalView(decision.hold), receiptText(decision.hold, await store.now()))
      case 'receipt': {
        const text = `Nothing changed; this was decided before.\n${receiptText(decision.hold, await store.now())}`
        return found(toApprovalView(decision.hold), text)
      }
      case 'not-found':
        return failed(noSuchHold(reference).problem)
      case 'refused':
        return failed(toProblem(decision.refusal, decision.hold))
    }
  },
})

/** Where it would be refused anyway, no code is asked for. */
function mayCancel(hold: Hold, actor: Actor, people: People): boolean {
  const voice = peopleBehind(people, hold.call, actor.by)
  if (hold.state === 'approved') return checkRevocation(hold, { ...actor, ...voice }) === null
  return hold.state === 'pending'
}

function receiptText(hold: Hold, now: number): string {
  return `${describeReceipt(hold, now)}\nIt will not run.\n`
}
