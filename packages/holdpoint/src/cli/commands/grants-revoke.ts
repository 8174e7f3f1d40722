/** Ends a standing answer at once. */
import { describeGrant, revokeGrant, toGrantView, DECIDING_ROLES } from '@holdpoint/core'
import type { Grant, Store } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import type { Command } from '../command.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'

const SHORTEST_PREFIX = 4
/** Beginnings are looked up among so many newest grants; a whole id always works. */
const LOOKED_AT = 1000

export const grantsRevoke: Command = defineCommand({
  name: 'grants revoke',
  summary: 'end a standing answer at once',
  usage: `holdpoint grants revoke ID [--json] [--quiet]

From then on such calls are asked for again. The beginning of an id is enough
if it is unique. Asks to type a short code, or takes an approver's token from
HOLDPOINT_TOKEN.

  holdpoint grants revoke 7f3k
`,
  arguments: { values: [], flags: [], positionals: ['ID'] },
  answer: async (read, context) => {
    const identified = await identifyActor(context, {
      name: 'grants revoke',
      roles: DECIDING_ROLES,
      about: null,
    })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const store = await context.storage.open()
    const [reference = ''] = read.positionals
    const search = await findGrant(store, reference, actor.tenant)
    if (!search.ok) return failed(search.problem)
    const { grant } = search
    if (grant.revokedAt === null) {
      const problem = await confirmAtTerminal(context, actor, `This ends: ${describeGrant(grant)}.`, 'revoke it')
      if (problem !== null) return failed(problem)
    }
    const revoked = await revokeGrant(store, { id: grant.id, tenant: actor.tenant, by: actor.by })
    if (revoked.kind === 'not-found') return failed(notFound(reference))
    const text = revoked.changed ? `Revoked ${grant.id}.\n` : `${grant.id} was revoked before.\n`
    return found(toGrantView(revoked.grant, await store.now()), text)
  },
})

type GrantSearch =
  | { readonly ok: true; readonly grant: Grant }
  | { readonly ok: false; readonly problem: CommandProblem }

async function findGrant(store: Store, reference: string, tenant: string | null): Promise<GrantSearch> {
  const exact = await store.grants.get(reference)
  if (exact !== null && (tenant === null || exact.tenant === tenant)) return { ok: true, grant: exact }
  if (reference.length < SHORTEST_PREFIX) return { ok: false, problem: notFound(reference) }
  const grants = await store.grants.list(tenant, LOOKED_AT)
  const [grant, ...others] = grants.filter(({ id }) => id.startsWith(reference))
  if (grant === undefined) return { ok: false, problem: notFound(reference) }
  if (others.length === 0) return { ok: true, grant }
  const message = `"${reference}" is the beginning of ${others.length + 1} ids.`
  return { ok: false, problem: refusal('AMBIGUOUS', message, 'Give more of the id.') }
}

function notFound(reference: string): CommandProblem {
  return refusal('NOT_FOUND', `There is no grant "${reference}".`, 'See which there are: holdpoint grants list')
}
