/** Asks the person at the terminal to type the code, where all that is known of the actor is the terminal. */
import type { Actor } from './actor.ts'
import type { CommandContext } from './command-context.ts'
import { refusal } from './problem.ts'
import type { CommandProblem } from './problem.ts'

/** `null`: confirmed, or a token that needs no code. */
export async function confirmAtTerminal(
  context: CommandContext,
  actor: Actor,
  shown: string,
  purpose: string,
): Promise<CommandProblem | null> {
  if (!actor.mustTypeCode) return null
  const answer = await context.terminal.askForCode(shown, purpose)
  if (answer.kind === 'confirmed') return null
  switch (answer.why) {
    case 'wrong-code':
      return refusal(
        'NOT_CONFIRMED',
        'That was not the code, so nothing was done.',
        'Run the command again to get a new code.',
      )
    case 'no-answer':
      return refusal(
        'NOT_CONFIRMED',
        'No code was typed, so nothing was done.',
        'Run the command again when you want to decide.',
      )
  }
}
