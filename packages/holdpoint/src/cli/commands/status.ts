/** Everything a person wants to know at once, on one screen. It changes nothing. */
import { findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { drawStatus } from '../status/draw-status.ts'

export const status: Command = defineCommand({
  name: 'status',
  summary: 'what waits, what is in front of what, who is reached',
  usage: `holdpoint status [--json]

On one screen: whether the gate is on (profile, pause, tenants without it) and
the store fine; what waits; the servers that were seen and how many of their
tools may ask; which servers of your hosts stand behind Holdpoint; who can be
reached now. The exit code is 1 where the gate is off, the configuration has
problems, or the store cannot be read or wants a look.

  holdpoint status
  holdpoint status --json
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    const view = await context.status.read(scope)
    const { gate, store } = view
    const isFine = gate.off === null && gate.problems.length === 0 && store.state === 'fine'
    const { width, paint } = context.terminal
    const windows = process.platform === 'win32'
    const text = drawStatus(view, { width, paint, program: context.program(), windows })
    return found(view, text, isFine ? 0 : 1)
  },
})
