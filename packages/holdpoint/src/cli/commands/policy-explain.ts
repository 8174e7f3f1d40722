/** Says what the policy makes of a call, of a live server's tools, or why a hold was asked. Nothing is called. */
import { isInForce, isJsonObject, readStrict } from '@holdpoint/core'
import type { Ruling } from '@holdpoint/core'
import { findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import type { CommandContext, ExplainedCall } from '../command-context.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { RISK_TONE } from '../holds/hold-tone.ts'
import { findHold } from '../holds/find-hold.ts'
import { showInOneLine } from '../one-line.ts'
import { describeCaller, findCaller } from '../policy/explained-caller.ts'
import type { CallingToken, ExplainedCaller, FoundCaller } from '../policy/explained-caller.ts'
import { refusal, usageProblem } from '../problem.ts'
import type { ReadArguments } from '../read-command-arguments.ts'
import { describePolicyProblems } from './policy-check.ts'
import { explainServer } from './policy-explain-server.ts'

const usage = `holdpoint policy explain SERVER TOOL [ARGUMENTS] [--as TOKEN] [--tenant T]
                         [--config FILE] [--json] [-- <command> [args…]]
holdpoint policy explain --server NAME [--tenant T] [--config FILE] [--json]
                         [-- <command> [args…]]
holdpoint policy explain ID

ARGUMENTS is a JSON object. The call is judged as the gateway would: by the tool
as the configured server (or the one that the command starts) lists it, else as
it was seen last under that name. With --server, every tool of that server is
rated. No tool is called, and the server is ended again. With the id of a held
call, it says why that one was asked.

It is judged for a host on this account, as "wrap" runs it. An agent of "serve"
may get another answer: name its token with --as, and its tenant where several
tokens are called so.

  holdpoint policy explain crm delete_contact '{"id": 42}'
  holdpoint policy explain crm delete_contact '{"id": 42}' --as ci-agent
  holdpoint policy explain --server crm
  holdpoint policy explain --server files -- npx -y some-files-server /data
  holdpoint policy explain 7f3k
`

/** `command`: what stands after `--`, which belongs to the server and is not looked into. */
const explainOne = (command: readonly string[] | null): Command =>
  defineCommand({
    name: 'policy explain',
    summary: 'what the policy says of a call or a server, and why',
    usage,
    arguments: { values: ['as', 'tenant', 'config'], flags: [], positionals: ['SERVER', 'TOOL?', 'ARGUMENTS?'] },
    answer: async (read, context) =>
      read.positionals.length === 1 ? await explainHold(read, context) : await explainCall(read, context, command),
  })

export const policyExplain: Command = {
  ...explainOne(null),
  run: async (args, context) => {
    const end = args.indexOf('--')
    const own = end === -1 ? args : args.slice(0, end)
    if (!own.some((word) => word === '--server' || word.startsWith('--server='))) {
      return await explainOne(end === -1 ? null : args.slice(end + 1)).run(own, context)
    }
    return await explainServer(usage, end === -1 ? null : args.slice(end + 1)).run(own, context)
  },
}

async function explainHold(read: ReadArguments, context: CommandContext): Promise<CommandAnswer> {
  const scope = await findReadScope(context)
  if (!scope.ok) return failed(scope.problem)
  const [reference = ''] = read.positionals
  const search = await findHold(await context.storage.open(), reference, scope.tenant)
  if (!search.ok) return failed(search.problem)
  const { call, ruling } = search.hold
  return toAnswer(context, call.server.name, call.tool, { ruling, definition: null, note: null, caller: null })
}

async function explainCall(
  read: ReadArguments,
  context: CommandContext,
  command: readonly string[] | null,
): Promise<CommandAnswer> {
  if (command !== null && (command[0] ?? '') === '') {
    return failed(usageProblem("The server's command after -- is empty.", 'See: holdpoint policy explain --help'))
  }
  const [server = '', tool = '', argumentsText = '{}'] = read.positionals
  const reading = readStrict(argumentsText)
  if (!reading.ok)
    return failed(usageProblem(`The arguments cannot be read: ${reading.message}.`, 'Give one JSON object in quotes.'))
  if (!isJsonObject(reading.value)) {
    return failed(usageProblem('The arguments are not a JSON object.', `Write them like '{"id": 42}'.`))
  }
  const policy = await context.policy.load(read.value('config'))
  if (!policy.ok) {
    const first = describePolicyProblems(policy.problems.slice(0, 1)).split('\n')[0] ?? ''
    return failed(
      refusal('POLICY_INVALID', `The configuration is not valid: ${first}`, 'See all of it: holdpoint policy check'),
    )
  }
  const asked = await callerAsked(read, context, policy.tokens)
  if (!asked.ok) return failed(asked.problem)
  const { caller } = asked
  const explained = await policy.explain({ caller, server, tool, argumentsText, command })
  return toAnswer(context, server, tool, { ...explained, caller })
}

async function callerAsked(
  read: ReadArguments,
  context: CommandContext,
  configured: readonly CallingToken[],
): Promise<FoundCaller> {
  const [as, tenant] = [read.value('as'), read.value('tenant')]
  const { localTenant } = context.identity
  if (as === null) return findCaller({ as, tenant, localTenant, tokens: [] })
  const scope = await findReadScope(context)
  if (!scope.ok) return scope
  const store = await context.storage.open()
  const now = await store.now()
  const made = (await store.tokens.list(scope.tenant)).filter((token) => isInForce(token, now))
  const inScope = configured.filter((token) => scope.tenant === null || token.tenant === scope.tenant)
  return findCaller({ as, tenant, localTenant, tokens: [...inScope, ...made] })
}

interface Explained {
  readonly ruling: Ruling
  /** `null`: of a call that was held, by the definition of that moment. */
  readonly definition: ExplainedCall['definition'] | null
  readonly note: string | null
  /** `null`: the one who made the call that was held. */
  readonly caller: ExplainedCaller | null
}

const JUDGED_BY = {
  live: 'the tool as the server lists it now',
  seen: 'the tool as it was seen last',
  unknown: 'name and arguments alone',
} as const

function toAnswer(context: CommandContext, server: string, tool: string, explained: Explained): CommandAnswer {
  const { ruling, definition, note, caller } = explained
  const json = {
    server,
    tool,
    risk: ruling.risk,
    answer: ruling.answer,
    rule: ruling.rule,
    why: ruling.why,
    rails: ruling.rails,
    approvers: ruling.approvers,
    quorum: ruling.quorum,
    assurance: ruling.assurance,
    ...(ruling.code === undefined ? {} : { code: ruling.code }),
    irreversible: ruling.irreversible,
    grantable: ruling.grantable,
    scope: ruling.scope,
    gate_off: ruling.gateOff,
    ...(definition === null ? {} : { definition, note }),
    ...(caller === null
      ? {}
      : { for: { tenant: caller.tenant, principal: caller.principal, relays_a_person: caller.relaysAPerson } }),
  }
  const risk = context.terminal.paint(RISK_TONE[ruling.risk], ruling.risk)
  const lines = [
    `${showInOneLine(tool)} on ${showInOneLine(server)}: ${ruling.answer}, ${risk} risk`,
    `Why:       ${showInOneLine(ruling.why)}`,
    `Rule:      ${showInOneLine(ruling.rule)}`,
  ]
  if (ruling.gateOff) lines.push(context.terminal.paint('bad', 'GATE OFF:  this would have been asked.'))
  if (ruling.answer === 'ask') lines.push(`Needs:     ${describeNeeds(ruling)}`)
  if (caller !== null) lines.push(`For:       ${showInOneLine(describeCaller(caller, context.identity.localTenant))}`)
  if (definition !== null) lines.push(`Judged by: ${JUDGED_BY[definition]}`)
  if (note !== null) lines.push(`Note:      ${showInOneLine(note)}`)
  return found(json, `${lines.join('\n')}\n`)
}

function describeNeeds({ approvers, assurance, code, quorum, rails, scope }: Ruling): string {
  const who = approvers === null ? 'anybody' : approvers.map(showInOneLine).join(', ')
  const count = quorum > 1 ? `${quorum} approvals by ` : ''
  const how = rails === null ? '' : ` via ${rails.join(', ')}`
  const often = scope === null ? 'each time' : `once per session for ${showInOneLine(scope)}`
  const inChats = code === 'always' ? ', in chats by the code alone' : ''
  return `${count}${who} with assurance ${assurance}${how}, ${often}${inChats}`
}
