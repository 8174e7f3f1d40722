/** A text of ours with its commands as the person types them here. */
import { spellCommands } from '@holdpoint/core/sentence'
import type { CommandContext } from './command-context.ts'

export function withCommands(text: string, { program }: Pick<CommandContext, 'program'>): string {
  return text.includes('holdpoint ') ? spellCommands(text, program()) : text
}
