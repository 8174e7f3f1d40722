/** Ends a token for good. */
import { identifyActor } from '../actor.ts'
import type { Command } from '../command.ts'
import type { TokenSummary } from '../command-context.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'

export const tokenRevoke: Command = defineCommand({
  name: 'token revoke',
  summary: 'end a token for good',
  usage: `holdpoint token revoke ID|NAME [--json] [--quiet]

Asks to type a short code, or takes an admin's token from HOLDPOINT_TOKEN.

  holdpoint token revoke ana
`,
  arguments: { values: [], flags: [], positionals: ['ID'] },
  answer: async (read, context) => {
    const identified = await identifyActor(context, { name: 'token revoke', roles: ['admin'], about: null })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const [reference = ''] = read.positionals
    const choice = chooseToken(await context.tokens.list(actor.tenant), reference)
    if (!choice.ok) return failed(choice.problem)
    const { id, name, role, tenant } = choice.token
    const shown = `This ends the token ${showInOneLine(name)} (${id}), role ${role}, tenant ${showInOneLine(tenant)}. It cannot be brought back.`
    const problem = await confirmAtTerminal(context, actor, shown, 'revoke it')
    if (problem !== null) return failed(problem)
    const ended = await context.tokens.revoke({ id, tenant, by: actor.by })
    return found(
      { id, name, revoked: true },
      ended ? `Revoked ${showInOneLine(name)} (${id}).\n` : `${showInOneLine(name)} was revoked before.\n`,
    )
  },
})

type TokenChoice =
  | { readonly ok: true; readonly token: TokenSummary }
  | { readonly ok: false; readonly problem: CommandProblem }

/** A whole id, else a name; a name that several tokens have or had means the one that is still valid. */
function chooseToken(tokens: readonly TokenSummary[], reference: string): TokenChoice {
  const byId = tokens.find(({ id }) => id === reference)
  if (byId !== undefined) return { ok: true, token: byId }
  const named = tokens.filter(({ name }) => name === reference)
  const valid = named.filter(({ revokedAt }) => revokedAt === null)
  const [token, ...others] = valid.length > 0 ? valid : named
  if (token === undefined) {
    return {
      ok: false,
      problem: refusal('NOT_FOUND', `There is no token "${reference}".`, 'See which there are: holdpoint token list'),
    }
  }
  if (others.length > 0) {
    const ids = [token, ...others].map(({ id }) => id).join(', ')
    return {
      ok: false,
      problem: refusal('AMBIGUOUS', `Several tokens are named "${reference}": ${ids}.`, 'Give the id.'),
    }
  }
  return { ok: true, token }
}
