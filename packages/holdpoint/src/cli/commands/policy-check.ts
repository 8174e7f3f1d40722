/** Reads the configuration as the gateway would, and says what is wrong with it. */
import type { Command } from '../command.ts'
import type { ConfigProblem } from '../../config/config-problem.ts'
import { defineCommand, found } from '../define-command.ts'
import { showInOneLine, quotedBlock } from '../one-line.ts'
import { withCommands } from '../with-commands.ts'

export const policyCheck: Command = defineCommand({
  name: 'policy check',
  summary: 'check the configuration file',
  usage: `holdpoint policy check [--config FILE] [--json] [--quiet]

Exits with 1 and names file, line and a suggestion for each problem.

  holdpoint policy check
  holdpoint policy check --config ./holdpoint.yaml
`,
  arguments: { values: ['config'], flags: [], positionals: [] },
  answer: async (read, context) => {
    const policy = await context.policy.load(read.value('config'))
    if (!policy.ok) {
      return found({ ok: false, problems: policy.problems }, describePolicyProblems(policy.problems), 1)
    }
    const { file, profile, servers, rules, warnings, unset } = policy
    const verdict = warnings.length === 0 ? 'is fine' : 'can be used, but read the notes'
    const source = file === null ? 'No configuration file: the defaults apply.' : `${showInOneLine(file)} ${verdict}.`
    const text = [
      source,
      `Profile ${profile}, ${servers} servers, ${rules} rules.`,
      ...warnings.map((warning) =>
        context.terminal.paint('caution', `Note: ${withCommands(showInOneLine(warning), context)}`),
      ),
      ...unset.map(({ server, ...problem }) =>
        context.terminal.paint(
          'caution',
          `Note: ${showInOneLine(server)} cannot be started from here: ${inOneLine(problem)}`,
        ),
      ),
      '',
    ].join('\n')
    return found({ ok: true, file, profile, servers, rules, warnings, unset }, text)
  },
})

export function describePolicyProblems(problems: readonly ConfigProblem[]): string {
  return problems
    .map((problem) => {
      // A parser shows the expression below its words, with a mark under the place.
      const [, ...below] = problem.message.trimEnd().split('\n')
      const lines = below.filter((line) => line.trim() !== '').join('\n')
      const { suggestion } = problem
      return `${inOneLine(problem)}\n${lines === '' ? '' : quotedBlock(lines)}${suggestion === null ? '' : `  ${showInOneLine(suggestion)}\n`}`
    })
    .join('')
}

function inOneLine({ file, line, message }: ConfigProblem): string {
  return `${showInOneLine(`${file}:${line}`)}: ${showInOneLine(message.split('\n')[0] ?? '')}`
}
