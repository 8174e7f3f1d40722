/** Composes what `holdpoint help` prints from the commands' own descriptions. */
import { closestWord } from '../config/closest-word.ts'
import type { CommandDescription } from './command.ts'
import { HELP_TOPICS } from './help-topics.ts'

export function overviewText(commands: readonly CommandDescription[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  const line = ({ name, summary }: { readonly name: string; readonly summary: string }): string =>
    `  ${name.padEnd(width)}${summary}`
  return [
    "Holdpoint: a person says yes before an AI agent's risky tool call runs.",
    '',
    'holdpoint <command> [options]',
    '',
    ...commands.map(line),
    '',
    'Topics (holdpoint help <topic>):',
    '',
    ...HELP_TOPICS.map(line),
    '',
    'Everywhere: --help, --json, --quiet. Environment: HOLDPOINT_HOME,',
    'HOLDPOINT_CONFIG, HOLDPOINT_PORT, HOLDPOINT_TOKEN, HOLDPOINT_COMMAND, NO_COLOR.',
    '',
    'Begin with: holdpoint wrap -- <the command of your MCP server>',
    '',
  ].join('\n')
}

export type HelpAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

/** Help on a command, a family of commands (`audit`) or a topic. */
export function helpOn(words: readonly string[], commands: readonly CommandDescription[]): HelpAnswer {
  const wanted = words.join(' ')
  if (wanted === '') return { ok: true, text: overviewText(commands) }
  const command = commands.find(({ name }) => name === wanted)
  if (command !== undefined) return { ok: true, text: command.usage }
  const topic = HELP_TOPICS.find(({ name }) => name === wanted)
  const family = commands.filter(({ name }) => name.startsWith(`${wanted} `))
  if (topic !== undefined || family.length > 0) {
    return {
      ok: true,
      text: [topic?.text, ...family.map(({ usage }) => usage)].filter((text) => text !== undefined).join('\n'),
    }
  }
  const meant = closestWord(
    wanted,
    [...commands, ...HELP_TOPICS].map(({ name }) => name),
  )
  return { ok: false, message: `There is no help on "${wanted}".${meant === null ? '' : ` Did you mean "${meant}"?`}` }
}
