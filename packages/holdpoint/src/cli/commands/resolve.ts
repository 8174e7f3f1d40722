/** A person says what became of a call whose outcome was lost. Nothing is sent again. */
import { publicRefusal, resolveHold, toApprovalView, DECIDING_ROLES } from '@holdpoint/core'
import type { Hold, Moved } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import type { Command } from '../command.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { describeHold, toolOnServer } from '../holds/describe-hold.ts'
import { findHold, noSuchHold } from '../holds/find-hold.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal, usageProblem } from '../problem.ts'
import { readNote } from '../holds/read-note.ts'

export const resolve: Command = defineCommand({
  name: 'resolve',
  summary: 'say what became of a call whose outcome is unknown',
  usage: `holdpoint resolve ID --executed yes|no --note TEXT [--json] [--quiet]

For a call that was sent but whose answer was lost. Check at the server whether
it happened, then say so; nothing is sent again. Asks to type a short code, or
takes an approver's token from HOLDPOINT_TOKEN.

  holdpoint resolve 7f3k --executed yes --note "the order shows as shipped"
`,
  arguments: { values: ['executed', 'note'], flags: [], positionals: ['ID'] },
  answer: async (read, context) => {
    const executedText = read.value('executed')
    if (executedText !== 'yes' && executedText !== 'no') {
      return failed(usageProblem('Say whether the call happened.', 'Add --executed yes or --executed no.'))
    }
    const executed = executedText === 'yes'
    const noted = readNote(read, 'note')
    if (!noted.ok) return failed(usageProblem(noted.message, 'Say it shorter.'))
    const { note } = noted
    if (note === null) return failed(usageProblem('Say how you know.', 'Add --note "what you found".'))
    const [reference = ''] = read.positionals
    const identified = await identifyActor(context, { name: 'resolve', roles: DECIDING_ROLES, about: reference })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const store = await context.storage.open()
    const search = await findHold(store, reference, actor.tenant)
    if (!search.ok) return failed(search.problem)
    if (search.hold.state === 'unknown') {
      const shown = describeHold(search.hold, await store.now(), context)
      const purpose = `record that it ${executed ? 'DID' : 'did NOT'} run`
      const problem = await confirmAtTerminal(context, actor, shown, purpose)
      if (problem !== null) return failed(problem)
    }
    const moved = await resolveHold(store, { hold: search.hold.id, tenant: actor.tenant, by: actor.by, executed, note })
    return toAnswer(moved, reference, actor.by, executed)
  },
})

function toAnswer(moved: Moved, reference: string, by: string, executed: boolean): CommandAnswer {
  switch (moved.kind) {
    case 'moved':
      return found(toApprovalView(moved.hold), receiptText(moved.hold))
    case 'not-found':
      return failed(noSuchHold(reference).problem)
    case 'refused': {
      const { hold } = moved
      if (hold.outcome?.kind === 'resolved') {
        if (hold.outcome.by === by && hold.outcome.executed === executed) {
          return found(toApprovalView(hold), `Nothing changed; this was resolved before.\n${receiptText(hold)}`)
        }
        const message = `${hold.id} was resolved by ${hold.outcome.by} already.`
        return failed(refusal('CONFLICT', message, `The first answer stands. See it: holdpoint show ${hold.id}`))
      }
      return failed(
        refusal(
          publicRefusal(moved.refusal, hold).code,
          `${hold.id} is ${hold.state}; only a call whose outcome is unknown can be resolved.`,
          `See it: holdpoint show ${hold.id}`,
        ),
      )
    }
  }
}

function receiptText(hold: Hold): string {
  const { outcome } = hold
  const said = outcome?.kind === 'resolved' ? `: it ${outcome.executed ? 'DID' : 'did NOT'} run` : ''
  const known = outcome?.kind === 'resolved' ? ` ("${showInOneLine(outcome.note)}")` : ''
  return `${hold.id} (${toolOnServer(hold)}): resolved${said}${known}\n`
}
