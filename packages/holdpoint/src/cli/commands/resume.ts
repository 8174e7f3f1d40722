/** Ends a pause: calls are ruled by the policy again. */
import { DECIDING_ROLES, resumeGate } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import { readGateActor, readGateAfter } from '../gate-actor.ts'
import type { Command } from '../command.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { describeGate } from '../describe-gate.ts'
import { refusal } from '../problem.ts'

export const resume: Command = defineCommand({
  name: 'resume',
  summary: 'end a pause',
  usage: `holdpoint resume [--tenant T] [--json] [--quiet]

Ends what "holdpoint pause" began. An operator's pause of every tenant is ended
by an operator only; a tenant's own by its approvers.

  holdpoint resume
`,
  arguments: { values: ['tenant'], flags: [], positionals: [] },
  answer: async (read, context) => {
    const identified = await identifyActor(context, { name: 'resume', roles: DECIDING_ROLES, about: null })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const reading = readGateActor(context, actor, read.value('tenant'))
    if (!reading.ok) return failed(reading.problem)
    const { who, tenant, whose } = reading
    const shown = `This ends the pause, ${whose}: the policy rules again, and risky calls ask as before.`
    const problem = await confirmAtTerminal(context, actor, shown, 'resume')
    if (problem !== null) return failed(problem)
    const resumed = await resumeGate(await context.storage.open(), who, tenant)
    if (resumed.kind === 'refused') {
      const next = 'Ask an operator of this home, or run it at its terminal without HOLDPOINT_TOKEN.'
      return failed(refusal('PAUSED_BY_OPERATOR', resumed.message, next))
    }
    const status = await readGateAfter(context, who, tenant)
    const text = status.paused === null ? 'The policy rules again.\n' : ''
    return found(status, text + describeGate(status, context.program()), status.paused === null ? 0 : 1)
  },
})
