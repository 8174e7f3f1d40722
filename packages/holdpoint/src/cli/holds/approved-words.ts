/** What an approval leads to, in a sentence of the command line: never that it runs where nothing would run it. */
import type { AfterApproval, Hold } from '@holdpoint/core'
import { showInOneLine } from '../one-line.ts'

const ASKED_AGAIN = 'when the agent calls again with the same arguments.'

export function approvedWords(
  { id, runAfter, call }: Pick<Hold, 'id' | 'runAfter' | 'call'>,
  after: AfterApproval,
  program: string,
): string {
  switch (after) {
    case 'paused':
      return `It was not sent: everything above low risk is paused. Once it is resumed, it runs ${ASKED_AGAIN}`
    case 'paused-soon':
      return 'It is not sent while everything above low risk is paused.'
    case 'caller-left':
      return `Its caller went away: it runs ${ASKED_AGAIN}`
    case 'when-asked-again':
      return `Nothing that could send it is there now: it runs ${ASKED_AGAIN}`
    case 'requester':
      return `It runs in ${showInOneLine(call.client.name)}, which takes it from here${
        runAfter === null ? '' : ` from ${new Date(runAfter).toISOString()} on`
      }. Nothing here sends it.`
    case 'now':
      return runAfter === null
        ? 'It runs now.'
        : `It runs at ${new Date(runAfter).toISOString()}. Until then it can be taken back: ${program} cancel ${id}`
  }
}
