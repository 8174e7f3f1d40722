/** Lists standing answers: what was allowed or denied beforehand, by whom, and what is left of it. */
import { toGrantView } from '@holdpoint/core'
import type { GrantView } from '@holdpoint/core'
import { findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import type { Tone } from '../../terminal/colour.ts'
import type { Terminal } from '../../terminal/create-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { showInOneLine } from '../one-line.ts'

const LISTED = 200

const TONE: { readonly [state in GrantView['state']]: Tone } = {
  standing: 'good',
  'used-up': 'quiet',
  expired: 'quiet',
  revoked: 'quiet',
}

export const grantsList: Command = defineCommand({
  name: 'grants list',
  summary: 'what was allowed or denied beforehand',
  usage: `holdpoint grants list [--json]

Standing answers, newest first, with what was used of them.

  holdpoint grants list
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    const store = await context.storage.open()
    const now = await store.now()
    const grants = (await store.grants.list(scope.tenant, LISTED)).map((grant) => toGrantView(grant, now))
    const none = `No grants. Make one with a verdict: ${context.program()} approve ID --allow 30m\n`
    return found(
      { grants },
      grants.length === 0 ? none : grants.map((grant) => describe(grant, context.terminal)).join(''),
    )
  },
})

/** Not a table: what was allowed must not be cut to fit a column. */
function describe(grant: GrantView, terminal: Terminal): string {
  const state = terminal.paint(TONE[grant.state], grant.state)
  const who = showInOneLine(`${grant.created_by} via ${grant.via}`)
  return `${terminal.paint('strong', showInOneLine(grant.id))}  ${state}${usage(grant)}, by ${who}\n  ${grant.summary}\n`
}

function usage({ effect, limits, used }: GrantView): string {
  if (effect === 'deny') return ''
  const count = `, used ${used.count}${limits.count === null ? '' : ` of ${limits.count}`} times`
  return limits.amount === null ? count : `${count}, ${used.amount} of ${limits.amount.total}`
}
