/** Ends a pause: calls are ruled by the policy again. */
import { identifyActor } from '../actor.ts'
import type { Command } from '../command.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { describeGate } from '../describe-gate.ts'

export const resume: Command = defineCommand({
  name: 'resume',
  summary: 'end a pause',
  usage: `holdpoint resume [--json] [--quiet]

  holdpoint resume
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const identified = await identifyActor(context, { name: 'resume', roles: ['approver', 'admin'], about: null })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const shown = 'This ends the pause: the policy rules again, and risky calls ask as before.'
    const problem = await confirmAtTerminal(context, actor, shown, 'resume')
    if (problem !== null) return failed(problem)
    const status = await context.gate.resume({ by: actor.by, tenant: actor.tenant ?? context.identity.localTenant })
    const text = status.paused === null ? 'The policy rules again.\n' : ''
    return found(status, text + describeGate(status), status.paused === null ? 0 : 1)
  },
})
