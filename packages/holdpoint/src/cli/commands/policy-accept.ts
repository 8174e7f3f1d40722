/**
 * A person accepts what changed: tool definitions or the cheatsheet of a server, or a policy that became looser.
 * Exactly what was shown is accepted; if it changed again meanwhile, nothing is.
 */
import { DECIDING_ROLES } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import type { Command } from '../command.ts'
import type { CommandContext, WaitingChange } from '../command-context.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal, usageProblem } from '../problem.ts'

export const policyAccept: Command = defineCommand({
  name: 'policy accept',
  summary: 'accept changed tools, a cheatsheet, or a looser policy',
  usage: `holdpoint policy accept [SERVER | --looser] [--json] [--quiet]

Without an argument it lists what waits. With a server's name it accepts its
tool definitions and its cheatsheet as they are now; with --looser the policy
file that asks less than before. Asks to type a short code, or takes a token
from HOLDPOINT_TOKEN (an approver's for a server, an admin's for the policy).

  holdpoint policy accept
  holdpoint policy accept crm
`,
  arguments: { values: [], flags: ['looser'], positionals: ['SERVER?'] },
  answer: async (read, context) => {
    const [server] = read.positionals
    const looser = read.flag('looser')
    if (server === undefined && !looser) return await listWaiting(context)
    if (server !== undefined && looser) {
      return failed(usageProblem('A server and --looser are two different things.', 'Accept one at a time.'))
    }
    return await acceptChanges(context, server ?? null)
  },
})

async function listWaiting(context: CommandContext): Promise<CommandAnswer> {
  const waiting = await context.policy.waiting()
  const text =
    waiting.length === 0
      ? 'Nothing waits to be accepted.\n'
      : waiting.map((change) => describeChange(change, context.program())).join('\n')
  return found({ waiting }, text)
}

/** `null`: the policy itself. */
async function acceptChanges(context: CommandContext, server: string | null): Promise<CommandAnswer> {
  const roles = server === null ? (['admin'] as const) : DECIDING_ROLES
  const identified = await identifyActor(context, { name: 'policy accept', roles, about: null })
  if (!identified.ok) return failed(identified.problem)
  const waiting = await context.policy.waiting()
  const chosen = waiting.filter((change) =>
    server === null ? change.kind === 'policy' : change.kind !== 'policy' && change.server === server,
  )
  if (chosen.length === 0) {
    const what = server === null ? 'No looser policy' : `Nothing of the server "${server}"`
    return failed(refusal('NOT_FOUND', `${what} waits to be accepted.`, 'See what does: holdpoint policy accept'))
  }
  const shown = chosen.map((change) => describeChange(change, context.program())).join('\n')
  const problem = await confirmAtTerminal(context, identified.actor, shown, 'accept this')
  if (problem !== null) return failed(problem)
  for (const change of chosen) {
    if (!(await context.policy.accept(change, identified.actor.by))) {
      return failed(
        refusal(
          'CONFLICT',
          'It changed again while you were reading, so it was not accepted.',
          'Run the command again.',
        ),
      )
    }
  }
  return found({ accepted: chosen }, `Accepted:\n${shown}`)
}

function describeChange(change: WaitingChange, program: string): string {
  return `${titleOf(change, program)}\n${change.changes.map((line) => `  ${showInOneLine(line)}\n`).join('')}`
}

function titleOf(change: WaitingChange, program: string): string {
  if (change.kind === 'policy') return `The policy became looser (accept it: ${program} policy accept --looser)`
  const server = showInOneLine(change.server)
  const what = change.kind === 'cheatsheet' ? `The cheatsheet of ${server} changed` : `Tools of ${server} changed`
  return `${what} (accept it: ${program} policy accept ${server})`
}
