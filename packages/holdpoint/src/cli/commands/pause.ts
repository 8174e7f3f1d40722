/** The brake: everything above low risk is denied until somebody resumes. */
import { identifyActor } from '../actor.ts'
import type { Command } from '../command.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { describeGate } from '../describe-gate.ts'

export const pause: Command = defineCommand({
  name: 'pause',
  summary: 'deny everything above low risk until resumed',
  usage: `holdpoint pause [--json] [--quiet]

For all servers of this home, at once. Reads still pass.

  holdpoint pause
  holdpoint resume
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const identified = await identifyActor(context, { name: 'pause', roles: ['approver', 'admin'], about: null })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const shown = 'This denies every call above low risk, for all servers of this home, until somebody resumes.'
    const problem = await confirmAtTerminal(context, actor, shown, 'pause')
    if (problem !== null) return failed(problem)
    const status = await context.gate.pause({ by: actor.by, tenant: actor.tenant ?? context.identity.localTenant })
    return found(status, describeGate(status))
  },
})
