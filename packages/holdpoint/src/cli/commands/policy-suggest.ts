/** Proposes preview and undo recipes from what live servers list. No tool is called; nothing is written. */
import type { Command } from '../command.ts'
import type { CommandContext, ServerSuggestions } from '../command-context.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal, usageProblem } from '../problem.ts'
import type { ReadArguments } from '../read-command-arguments.ts'
import { describePolicyProblems } from './policy-check.ts'
import { cannotStart } from './policy-explain-server.ts'
import type { SuggestedCall, SuggestedPreview, SuggestedRecipe } from '@holdpoint/core/policy'

const usage = `holdpoint policy suggest [--server NAME] [--config FILE] [--json]
                         [-- <command> [args…]]

Asks a configured server (or the one that the command starts) for its tools,
and prints recipes for holdpoint.yaml: a read tool that shows what a risky call
is about, a dry-run parameter, a call that takes another back. Nothing is
called, and nothing is written. Without --server, the only configured one.

  holdpoint policy suggest --server crm
  holdpoint policy suggest --server files -- npx -y some-files-server /data
`

export const policySuggest: Command = {
  name: 'policy suggest',
  summary: 'propose previews and undos from a server’s tools',
  usage,
  run: async (args, context) => {
    const end = args.indexOf('--')
    const command = end === -1 ? null : args.slice(end + 1)
    return await suggestWith(command).run(end === -1 ? args : args.slice(0, end), context)
  },
}

function suggestWith(command: readonly string[] | null): Command {
  return defineCommand({
    name: 'policy suggest',
    summary: '',
    usage,
    arguments: { values: ['server', 'config'], flags: [], positionals: [] },
    answer: async (read, context) => await suggest(read, context, command),
  })
}

async function suggest(
  read: ReadArguments,
  context: CommandContext,
  command: readonly string[] | null,
): Promise<CommandAnswer> {
  if (command !== null && ((command[0] ?? '') === '' || (read.value('server') ?? '') === '')) {
    const message = 'A command after -- needs itself, and --server with the name it will have.'
    return failed(usageProblem(message, 'See: holdpoint policy suggest --help'))
  }
  const policy = await context.policy.load(read.value('config'))
  if (!policy.ok) {
    const first = describePolicyProblems(policy.problems.slice(0, 1)).split('\n')[0] ?? ''
    return failed(
      refusal('POLICY_INVALID', `The configuration is not valid: ${first}`, 'See all of it: holdpoint policy check'),
    )
  }
  const server = read.value('server')
  return toAnswer(server, await policy.suggestRecipes({ server, command }))
}

function toAnswer(named: string | null, suggested: ServerSuggestions): CommandAnswer {
  switch (suggested.kind) {
    case 'suggested': {
      const { server, recipes } = suggested
      if (recipes.length === 0) {
        return found(
          { server, recipes },
          `# Nothing to propose for ${showInOneLine(server)}: no tool has a reader of its own.\n`,
        )
      }
      return found({ server, recipes }, toRecipeYaml(server, recipes))
    }
    case 'which-server': {
      const { configured } = suggested
      const known =
        configured.length === 0 ? 'None is configured.' : `Configured: ${configured.map(showInOneLine).join(', ')}.`
      return failed(
        named === null
          ? refusal(
              'SERVER_NOT_CONFIGURED',
              `It is not clear which server is meant. ${known}`,
              'Name it: holdpoint policy suggest --server NAME [-- <command> [args…]]',
            )
          : refusal(
              'SERVER_NOT_CONFIGURED',
              `No server called ${showInOneLine(named)} is configured. ${known}`,
              `Give its command: holdpoint policy suggest --server ${showInOneLine(named)} -- <command> [args…]`,
            ),
      )
    }
    case 'cannot-start':
      return failed(cannotStart(named ?? 'The server', suggested.message))
    case 'no-answer':
      return failed(
        refusal(
          'SERVER_UNAVAILABLE',
          `${suggested.display} did not list its tools: ${suggested.message}`,
          'Run the command by itself, or check the address.',
        ),
      )
  }
}

/**
 * Suggested recipes as a configuration file: every name and expression in JSON quotes, which YAML reads as they stand.
 */
function toRecipeYaml(server: string, recipes: readonly SuggestedRecipe[]): string {
  return [
    '# Proposed from names and schemas alone. Read each one: a preview is a call that nobody is asked about.',
    'version: 1',
    'servers:',
    `  ${quote(server)}:`,
    '    tools:',
    ...recipes.flatMap(({ tool, preview, undo }) => [
      `      ${quote(tool)}:`,
      ...(preview === null ? [] : ['        preview:', ...previewLines(preview)]),
      ...(undo === null ? [] : ['        undo:', ...callLines(undo)]),
    ]),
    '',
  ].join('\n')
}

function previewLines(preview: SuggestedPreview): readonly string[] {
  if (preview.kind === 'dry-run') return [`          dry_run: ${quote(preview.parameter)}`]
  return [
    ...callLines(preview),
    `          title: ${quote(preview.title)}`,
    ...(preview.show.length === 0 ? [] : [`          show: [${preview.show.map(quote).join(', ')}]`]),
  ]
}

function callLines(call: SuggestedCall): readonly string[] {
  const members = Object.entries(call.with).map(([name, expression]) => `${quote(name)}: ${quote(expression)}`)
  return [`          call: ${quote(call.call)}`, `          with: { ${members.join(', ')} }`]
}

/** Whatever a server calls its tools, it stays inside the quotes, and a reader sees what is hidden in it. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
