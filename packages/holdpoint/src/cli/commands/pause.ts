/** Pauses the gate: everything above low risk is denied until a person resumes it. */
import { DECIDING_ROLES, pauseGate } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import { readGateActor, readGateAfter } from '../gate-actor.ts'
import type { Command } from '../command.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { describeGate } from '../describe-gate.ts'

export const pause: Command = defineCommand({
  name: 'pause',
  summary: 'deny everything above low risk until resumed',
  usage: `holdpoint pause [--tenant T] [--json] [--quiet]

At a terminal, or with an admin's token of this home: for every tenant and all
servers of this home, at once, and only an operator ends it. With another
approver's token, or --tenant: for that tenant. Reads still pass.

  holdpoint pause
  holdpoint resume
`,
  arguments: { values: ['tenant'], flags: [], positionals: [] },
  answer: async (read, context) => {
    const identified = await identifyActor(context, { name: 'pause', roles: DECIDING_ROLES, about: null })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const reading = readGateActor(context, actor, read.value('tenant'))
    if (!reading.ok) return failed(reading.problem)
    const { who, tenant, whose } = reading
    const shown = `This denies every call above low risk, ${whose}, until somebody resumes.`
    const problem = await confirmAtTerminal(context, actor, shown, 'pause')
    if (problem !== null) return failed(problem)
    await pauseGate(await context.storage.open(), who, tenant)
    const status = await readGateAfter(context, who, tenant)
    return found(status, describeGate(status, context.program()))
  },
})
