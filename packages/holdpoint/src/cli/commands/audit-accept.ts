/**
 * A person accepts what the store noticed about itself: that it was restored, that records are missing, that the
 * machine's clock was set back. Exactly what was shown is accepted; what came meanwhile stands.
 */
import type { StoreNotice } from '@holdpoint/core'
import { recordDraft } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import type { Command } from '../command.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { keepInOneLine } from '../one-line.ts'
import { refusal } from '../problem.ts'

export const auditAccept: Command = defineCommand({
  name: 'audit accept',
  summary: 'accept a restored store, missing records, or the clock',
  usage: `holdpoint audit accept [--json] [--quiet]

Shows what the store noticed and nobody has accepted, and asks to type a short
code (or takes an admin's token from HOLDPOINT_TOKEN). Until then nothing runs
that was approved before a restore, permissions from before it do not count,
and store time goes on from where it was, whatever the machine's clock says.

After a restore, tokens and permissions that were revoked since the copy was
made are valid again: look at "holdpoint token list" and "holdpoint grants
list" first.

  holdpoint audit accept
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const identified = await identifyActor(context, { name: 'audit accept', roles: ['admin'], about: null })
    if (!identified.ok) return failed(identified.problem)
    const store = await context.storage.open()
    const standing = await store.continuity.notices()
    if (standing.length === 0) return found({ accepted: [] }, 'There is nothing to accept.\n')
    const shown = standing.map(describeNotice).join('')
    const problem = await confirmAtTerminal(context, identified.actor, shown, 'accept this')
    if (problem !== null) return failed(problem)
    const { by, tenant } = identified.actor
    const record = recordDraft({ kind: 'notice-accepted', tenant: tenant ?? context.identity.localTenant, actor: by })
    const accepted = await store.continuity.accept(standing, record)
    if (accepted.length < standing.length) {
      const next = 'Run the command again.'
      return failed(refusal('CONFLICT', 'Something changed while you were reading; that part stands.', next))
    }
    return found({ accepted: accepted.map(toView) }, `Accepted:\n${shown}`)
  },
})

function describeNotice(notice: StoreNotice): string {
  return `${toView(notice).at}  ${keepInOneLine(notice.what)}\n`
}

function toView({ kind, at, what }: StoreNotice): {
  readonly kind: string
  readonly at: string
  readonly what: string
} {
  const date = new Date(at)
  return { kind, at: Number.isNaN(date.getTime()) ? String(at) : date.toISOString(), what }
}
