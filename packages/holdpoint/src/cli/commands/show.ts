/** Shows one hold in full: what would happen or has happened, and who said so. */
import { sweepHolds } from '@holdpoint/core'
import { findDecider, findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { describeHold } from '../holds/describe-hold.ts'
import { findHold } from '../holds/find-hold.ts'
import { readWholeApproval, shownTo } from '../../http/routes/shown-approval.ts'

export const show: Command = defineCommand({
  name: 'show',
  summary: 'show one held call in full',
  usage: `holdpoint show ID [--json]

The beginning of an id is enough if it is unique.

  holdpoint show 7f3k
`,
  arguments: { values: [], flags: [], positionals: ['ID'] },
  answer: async (read, context) => {
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    const store = await context.storage.open()
    await sweepHolds(store, (process) => context.storage.see(process))
    const [reference = ''] = read.positionals
    const search = await findHold(store, reference, scope.tenant)
    if (!search.ok) return failed(search.problem)
    const hold = shownTo(search.hold, scope.reader)
    const detail = await readWholeApproval(store, search.hold, {
      caller: scope.reader,
      decider: await findDecider(context),
      people: async () => await context.verdicts.people(),
      see: (process) => context.storage.see(process),
    })
    const text = describeHold(hold, await store.now(), context, detail.deliveries)
    const next = hold.state === 'pending' ? `Decide:    ${context.program()} approve ${hold.id}  (or reject)\n` : ''
    return found(detail, text + next)
  },
})
