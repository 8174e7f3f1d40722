/** Opens the inbox in the terminal. It needs a real one; a program that wants the list is told how to get it. */
import { findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { refusal, usageProblem } from '../problem.ts'

export const inbox: Command = defineCommand({
  name: 'inbox',
  summary: 'look and decide, live, in the terminal',
  usage: `holdpoint inbox [--plain]

What waits and what was decided, as it happens. j k or arrows move, Enter opens,
a approves this call alone, s also allows what the answer beside it names, d
declines, i shows details (who asks, where it runs, which rule), m shows more:
e edits the arguments in $EDITOR, f allows for a while, r refuses for a while,
c cancels a call that need not happen. u takes back an approval that has not run
yet, s says what became of an unknown outcome, t asks again about a call that is
known to have had no effect, / filters, g refreshes, ? helps, q leaves. A call
is approved only after its end was on the screen, by typing the short code that
is then shown, or with y where HOLDPOINT_TOKEN is an approver's.

--plain writes lines from top to bottom and asks by prompts, for screen readers
and simple terminals. NO_COLOR is respected.

  holdpoint inbox
  holdpoint inbox --plain
`,
  arguments: { values: [], flags: ['plain'], positionals: [] },
  answer: async (read, context) => {
    const elsewhere = 'See what waits: holdpoint list --state pending --json. Decide: holdpoint approve ID, or reject.'
    if (read.flag('json')) return failed(usageProblem('The inbox is for people; it has no --json.', elsewhere))
    const { terminal } = context
    if (!terminal.interactive) {
      return failed(refusal('NO_TERMINAL', 'The inbox needs a terminal on both ends, and there is none.', elsewhere))
    }
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    await context.inbox.open(scope, read.flag('plain') ? 'plain' : 'screen')
    return found(null, '')
  },
})
