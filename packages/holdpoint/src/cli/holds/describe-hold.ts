/** A hold as text for a command: the card once, painted, and the short sentences about what became of a decision. */
import { approvalsOf, decisiveVerdict, findAfterApproval } from '@holdpoint/core'
import type { DeliveryView, Hold, SeeProcess, Store } from '@holdpoint/core'
import type { Terminal } from '../../terminal/create-terminal.ts'
import type { CommandContext } from '../command-context.ts'
import type { CardLine } from '../../terminal/inbox/inbox-backend.ts'
import { approvedWords } from './approved-words.ts'
import { cardLines, questionCard, takeBackLines } from './describe-card.ts'
import { deliveryLines } from './describe-deliveries.ts'
import { describeVerdict } from './describe-verdict.ts'
import { showInOneLine } from '../one-line.ts'

/** What a person must have seen before they decide: all of it. */
export function describeQuestion(hold: Hold, now: number, terminal: Terminal): string {
  return paintLines(questionCard(hold, now, { width: terminal.width, expanded: true }), terminal)
}

export function describeHold(
  hold: Hold,
  now: number,
  { terminal, program }: Pick<CommandContext, 'terminal' | 'program'>,
  deliveries: readonly DeliveryView[] = [],
): string {
  const { width } = terminal
  const lines = cardLines(hold, now, { width, expanded: true, program: program() })
  const takeBack = takeBackLines(hold, now, width, `${program()} cancel ${hold.id}`)
  return paintLines([...lines, ...deliveryLines(deliveries, now, width), ...takeBack], terminal)
}

/** `delete_contact on crm`, safe for one line. */
export function toolOnServer(hold: Hold): string {
  return `${showInOneLine(hold.call.tool)} on ${showInOneLine(hold.call.server.name)}`
}

/** The receipt of a decision: who, how and what it was about. */
export function describeReceipt(hold: Hold, now: number): string {
  const decisive = decisiveVerdict(hold) ?? hold.verdicts.at(-1)
  const who = decisive === undefined ? hold.state : describeVerdict(decisive, now)
  return `${hold.id} (${toolOnServer(hold)}): ${who}`
}

/** What an answer leads to, in one sentence. `see`: of the process that would run it, whether it still lives. */
export async function describeNext(store: Store, hold: Hold, see: SeeProcess, program: string): Promise<string> {
  switch (hold.state) {
    case 'pending':
      return `It needs ${hold.ruling.quorum} people; ${approvalsOf(hold).length} so far. It has not run.`
    case 'approved':
      return approvedWords(hold, await findAfterApproval(store, hold, see), program)
    default:
      return `It is ${hold.state}.`
  }
}

function paintLines(lines: readonly CardLine[], terminal: Terminal): string {
  return lines.map(({ text, tone }) => `${terminal.paint(tone, text)}\n`).join('')
}
