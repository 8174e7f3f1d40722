/**
 * What the policy makes of every tool that a live server lists. No tool is called, and the server is ended afterwards.
 */
import type { Command } from '../command.ts'
import type { TableCell } from '../../terminal/draw-table.ts'
import type { CommandContext, ServerRatings, ToolRatingRow } from '../command-context.ts'
import { closestWord } from '../../config/closest-word.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { RISK_TONE } from '../holds/hold-tone.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal, usageProblem } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'
import type { ReadArguments } from '../read-command-arguments.ts'
import { describePolicyProblems } from './policy-check.ts'

/** `command`: what stands after `--`, which belongs to the server and is not looked into. */
export function explainServer(usage: string, command: readonly string[] | null): Command {
  return defineCommand({
    name: 'policy explain',
    summary: '',
    usage,
    arguments: { values: ['server', 'tenant', 'config'], flags: [], positionals: [] },
    answer: async (read, context) => await rateServer(read, context, command),
  })
}

async function rateServer(
  read: ReadArguments,
  context: CommandContext,
  command: readonly string[] | null,
): Promise<CommandAnswer> {
  const server = read.value('server') ?? ''
  if (server === '' || (command !== null && (command[0] ?? '') === '')) {
    const message = server === '' ? '--server needs a name.' : "The server's command after -- is empty."
    return failed(usageProblem(message, 'See: holdpoint policy explain --help'))
  }
  const policy = await context.policy.load(read.value('config'))
  if (!policy.ok) {
    const first = describePolicyProblems(policy.problems.slice(0, 1)).split('\n')[0] ?? ''
    return failed(
      refusal('POLICY_INVALID', `The configuration is not valid: ${first}`, 'See all of it: holdpoint policy check'),
    )
  }
  const tenant = read.value('tenant') ?? context.identity.localTenant
  const ratings = await policy.rateServer({ tenant, server, command })
  if (ratings.kind !== 'rated') return failed(toProblem(server, ratings))
  const json = {
    server,
    display: ratings.display,
    profile: policy.profile,
    tools: ratings.tools.map((row) => ({
      tool: row.tool,
      risk: row.risk,
      answer: row.answer,
      asked: row.asking,
      rule: row.rule,
      why: row.why,
      depends: row.depends,
      irreversible: row.irreversible,
      gate_off: row.gateOff,
    })),
  }
  return found(json, describe(context, server, policy.profile, ratings.tools))
}

function toProblem(server: string, ratings: Exclude<ServerRatings, { readonly kind: 'rated' }>): CommandProblem {
  if (ratings.kind === 'cannot-start') return cannotStart(server, ratings.message)
  if (ratings.kind === 'no-answer') {
    return refusal(
      'SERVER_UNAVAILABLE',
      `${ratings.display} did not list its tools: ${ratings.message}`,
      'Run the command by itself, or check the address. Without --json and --quiet its log is shown above.',
    )
  }
  const meant = closestWord(server, ratings.configured)
  return refusal(
    'SERVER_NOT_CONFIGURED',
    `No server called "${server}" is configured.`,
    `${meant === null ? '' : `Did you mean ${meant}? `}Or give its command: holdpoint policy explain --server NAME -- <command> [args…]`,
  )
}

export function cannotStart(server: string, message: string): CommandProblem {
  return refusal('SERVER_UNAVAILABLE', `${server} cannot be started: ${message}`, 'Set it, then run this again.')
}

function describe(context: CommandContext, server: string, profile: string, rows: readonly ToolRatingRow[]): string {
  if (rows.length === 0) return `${showInOneLine(server)} lists no tools.\n`
  const columns = [
    { title: 'TOOL', flexible: false },
    { title: 'RISK', flexible: false },
    { title: 'ANSWER', flexible: false },
    { title: 'RULE', flexible: false },
    { title: 'WHY', flexible: true },
  ]
  const cells = rows.map((row): readonly TableCell[] => [
    { text: showInOneLine(row.tool), tone: 'strong' },
    { text: row.risk, tone: RISK_TONE[row.risk] },
    { text: answerOf(row), tone: row.gateOff ? 'bad' : 'plain' },
    { text: showInOneLine(row.rule), tone: 'plain' },
    { text: showInOneLine(row.depends ?? row.why), tone: 'quiet' },
  ])
  const count = (risk: string): string => `${rows.filter((row) => row.risk === risk).length} ${risk}`
  const summary = `${rows.length} tools in ${profile}: ${count('low')}, ${count('medium')}, ${count('high')}.`
  return `${context.terminal.drawTable(columns, cells)}\n${summary}\n`
}

function answerOf({ answer, asking, gateOff }: ToolRatingRow): string {
  if (gateOff) return 'pass (GATE OFF)'
  return answer !== 'ask' ? answer : asking === 'scope' ? 'ask once' : 'ask each time'
}
