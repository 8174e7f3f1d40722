/** Makes a token. Its secret is shown once and stored nowhere. */
import type { Role } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import type { Command } from '../command.ts'
import type { TokenRequest } from '../../access/tokens.ts'
import type { CommandContext, TokenSummary } from '../command-context.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { readDuration } from '../duration.ts'
import { drawEntries, serveEntries } from '../hosts/host-entries.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal, usageProblem } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'
import type { ReadArguments } from '../read-command-arguments.ts'
import { toTokenView } from '../token-view.ts'

const ROLES: readonly Role[] = ['approver', 'agent', 'viewer', 'admin']
const TENANT = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/

export const tokenCreate: Command = defineCommand({
  name: 'token create',
  summary: 'make a token for an approver, agent, viewer or admin',
  usage: `holdpoint token create --role approver|agent|viewer|admin [--name N]
                       [--person P] [--tenant T] [--expires 90d]
                       [--relays-a-person] [--json]

Asks to type a short code, or takes an admin's token from HOLDPOINT_TOKEN. The
secret is printed once. --relays-a-person: this agent's host passes on what its
own user answers, and that may count (docs: assurance). --person: whom it is
for; a quorum counts people, each once, whatever token they answer with.

  holdpoint token create --role approver --name ana --person ana
  holdpoint token create --role agent --tenant acme --expires 90d
`,
  arguments: { values: ['role', 'name', 'person', 'tenant', 'expires'], flags: ['relays-a-person'], positionals: [] },
  answer: async (read, context) => {
    const reading = readRequest(read)
    if (!reading.ok) return failed(reading.problem)
    const identified = await identifyActor(context, { name: 'token create', roles: ['admin'], about: null })
    if (!identified.ok) return failed(identified.problem)
    const { actor } = identified
    const tenant = read.value('tenant') ?? actor.tenant ?? context.identity.localTenant
    if (actor.tenant !== null && tenant !== actor.tenant) {
      const message = `An admin of ${actor.tenant} makes tokens for ${actor.tenant} only.`
      return failed(refusal('FORBIDDEN', message, `Leave out --tenant, or use an admin's token of ${tenant}.`))
    }
    const { role } = reading.request
    const name = reading.name ?? firstFreeName(role, await context.tokens.list(tenant))
    const request: TokenRequest = { ...reading.request, name, tenant, by: actor.by }
    const whose = request.person === null ? '' : ` for ${showInOneLine(request.person)}`
    const shown = `This makes the token ${showInOneLine(name)}${whose} with the role ${role} in the tenant ${tenant}.\n${POWERS[role]}`
    const problem = await confirmAtTerminal(context, actor, shown, 'make this token')
    if (problem !== null) return failed(problem)
    const made = await context.tokens.create(request)
    if (made.kind === 'refused') return failed(usageProblem(made.message, 'Give another --name or --person.'))
    const text = [
      `Token ${showInOneLine(made.row.name)} (${made.row.id}), role ${role}, tenant ${tenant}.`,
      'Its secret, shown this once:',
      made.secret,
      ...(role === 'agent' ? await howToConnect(made.secret, context) : []),
      '',
    ].join('\n')
    return found({ ...toTokenView(made.row), secret: made.secret }, text)
  },
})

/** The secret stands in these lines: they are shown where it is shown, this once. */
async function howToConnect(secret: string, { tokens }: CommandContext): Promise<readonly string[]> {
  const { url, servers } = await tokens.endpoints()
  const name = servers[0] ?? 'SERVER'
  const windows = process.platform === 'win32'
  return [
    '',
    `With it the agent connects to ${url}/mcp/${name}, while "serve" runs:`,
    ...(servers.length > 1 ? [`(or, in its place: ${servers.slice(1).join(', ')})`] : []),
    '',
    drawEntries(serveEntries({ name, url: `${url}/mcp/${name}`, token: secret, windows })).trimEnd(),
  ]
}

const POWERS: { readonly [role in Role]: string } = {
  approver: 'Its holder can approve risky calls.',
  admin: 'Its holder can approve risky calls and make further tokens.',
  agent: 'Its holder can call tools through the gateway, and can approve nothing.',
  viewer: 'Its holder can look at everything in this tenant, and can change nothing.',
}

type RequestReading =
  | { readonly ok: true; readonly name: string | null; readonly request: Omit<TokenRequest, 'name' | 'tenant' | 'by'> }
  | { readonly ok: false; readonly problem: CommandProblem }

function readRequest(read: ReadArguments): RequestReading {
  const roleText = read.value('role')
  const role = ROLES.find((each) => each === roleText)
  const next = `One of: ${ROLES.join(', ')}`
  if (role === undefined) {
    return refuse(roleText === null ? 'Say which role the token has: --role.' : `"${roleText}" is no role.`, next)
  }
  const tenant = read.value('tenant')
  if (tenant !== null && !TENANT.test(tenant)) {
    return refuse(
      `"${tenant}" cannot be a tenant's name.`,
      'Use up to 64 letters, digits and . _ @ - and begin with a letter or digit.',
    )
  }
  const expires = read.value('expires')
  const expiresInMs = expires === null ? null : readDuration(expires)
  if (expires !== null && expiresInMs === null)
    return refuse(`--expires ${expires} is no duration.`, 'Write it like 12h or 90d.')
  const relaysAPerson = read.flag('relays-a-person')
  if (relaysAPerson && role !== 'agent') return refuse('Only an agent relays a person.', 'Leave out --relays-a-person.')
  return {
    ok: true,
    name: read.value('name'),
    request: { role, relaysAPerson, person: read.value('person'), expiresInMs },
  }
}

/** Names stand for people in decisions, so a made-up one never repeats an earlier one. */
function firstFreeName(role: Role, tokens: readonly TokenSummary[]): string {
  const names = new Set(tokens.map(({ name }) => name))
  let number = 1
  while (names.has(`${role}-${number}`)) number++
  return `${role}-${number}`
}

function refuse(message: string, next: string): RequestReading {
  return { ok: false, problem: usageProblem(message, next) }
}
