/**
 * Opens the page in the browser, signed in by a one-time link. The link is a key for ten minutes: it is made only for a
 * terminal, so that it never lands in a program's captured output.
 */
import { findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { findHold } from '../holds/find-hold.ts'
import { refusal } from '../problem.ts'

export const open: Command = defineCommand({
  name: 'open',
  summary: 'the page in your browser, signed in',
  usage: `holdpoint open [ID] [--json]

Signs the browser in by a link that works once, within ten minutes. With an id
it opens that approval.

  holdpoint open
  holdpoint open 7f3k
`,
  arguments: { values: [], flags: [], positionals: ['ID?'] },
  answer: async (read, context) => {
    if (!context.terminal.interactive) {
      return failed(
        refusal(
          'NO_PERSON',
          'A sign-in link is made for a terminal only, and this is none.',
          'Run holdpoint open in a terminal.',
        ),
      )
    }
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    const [reference] = read.positionals
    let path = '/'
    if (reference !== undefined) {
      const search = await findHold(await context.storage.open(), reference, scope.tenant)
      if (!search.ok) return failed(search.problem)
      path = `/approvals/${encodeURIComponent(search.hold.id)}`
    }
    const link = await context.page.openSignedIn(path)
    if (!link.ok) return failed(refusal('PAGE_UNAVAILABLE', link.message, link.next))
    const text = link.opened
      ? `Opened your browser. If it did not appear, this link signs in once:\n${link.url}\n`
      : `This link signs in once, within ten minutes:\n${link.url}\n`
    if (!link.servedHere) return found({ url: link.url, opened: link.opened }, text)
    if (!read.flag('json')) context.output.write(`${text}The page is served from here until Ctrl-C.\n`)
    await link.served
    return found({ url: link.url, opened: link.opened }, '')
  },
})
