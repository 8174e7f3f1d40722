/**
 * The shape of `holdpoint.yaml`: keys as people write them. The published JSON Schema for editors is made from this, so
 * that the two cannot disagree. Loaded only where there is a file to read.
 */
import { SQL_ENGINES } from '@holdpoint/core/policy'
import * as z from 'zod'
import type { ConfigFile } from './config-file.ts'
import { BYTE_SIZE_PATTERN, parseByteSize } from './byte-size.ts'
import { DURATION_PATTERN, parseDuration } from './duration.ts'
import { toShapeProblem } from './shape-problem.ts'
import type { ShapeProblem } from './shape-problem.ts'

const risk = z.enum(['low', 'medium', 'high'])
const assurance = z.enum(['host', 'identified', 'strong'])
const profile = z.enum(['observe', 'relaxed', 'balanced', 'strict'])
const rail = z.enum(['elicitation', 'card', 'url', 'channel', 'page', 'terminal', 'api'])
const name = z.string().min(1, 'A name is at least one character long.')
const text = z.string().min(1, 'This is not to be empty.')

const duration = z
  .string({ error: 'A duration is written with its unit, such as 45s, 10m or 24h.' })
  .regex(DURATION_PATTERN, { error: 'A duration is written with its unit, such as 45s, 10m or 24h.', abort: true })
  .refine((value) => parseDuration(value) !== null, 'This duration is too long.')
  .describe('A number and a unit: 500ms, 45s, 10m, 24h, 7d.')

const byteSize = z
  .string({ error: 'A size is written with its unit, such as 500kB, 64MB or 2GB.' })
  .regex(BYTE_SIZE_PATTERN, { error: 'A size is written with its unit, such as 500kB, 64MB or 2GB.', abort: true })
  .refine((value) => (parseByteSize(value) ?? 0) > 0, 'This size is nothing, or too large.')
  .describe('A number and a unit: 500kB, 64MB, 2GB.')

const undoWindow = duration.describe('How long an approved call waits before it runs: 0s to 5m.')

const globs = z
  .union([text, z.array(text)], { error: 'This is a name or a pattern such as "gmail*", or a list of them.' })
  .describe('A name, a pattern with * and ?, or a list of them.')

const approvers = z.array(name).describe('Names of those who may decide. Never empty.')
const quorum = z.int('A quorum is a whole number from 1 up.').min(1, 'A quorum is a whole number from 1 up.')

const rationale = z
  .union([z.enum(['required', 'advertised', 'off']), z.strictObject({ grace_until: z.string() })], {
    error: 'This is required, advertised, off, or { grace_until: 2026-12-01 }.',
  })
  .describe('Whether calls must say why they are made.')

const token = z.strictObject({
  name,
  role: z.enum(['viewer', 'agent', 'approver', 'admin']),
  sha256: z.string().regex(/^[0-9a-fA-F]{64}$/, 'This is the SHA-256 of the token: 64 hexadecimal digits.'),
  tenant: name.optional(),
  relays_a_person: z.boolean().optional().describe("Whether this agent's host may answer for a person."),
})

const person = z.strictObject({
  identities: z
    .array(text)
    .min(1, 'A person has at least one identity, such as token:ana.')
    .describe(
      'Under what names they decide: token:ana, local:root, feishu:<tenant_key>/<open_id>, dingtalk:<corpId>/<userId>, slack:<team>/<user>. One identity is one person.',
    ),
  roles: z
    .array(z.enum(['viewer', 'approver', 'admin']))
    .optional()
    .describe('approver, unless told otherwise.'),
  tenants: z.array(name).optional().describe('Where their accounts in chats decide: default, unless told otherwise.'),
})

const recipeArguments = z
  .union([text, z.record(z.string(), text)], { error: 'This is an expression, or a map from argument to expression.' })
  .describe('An expression, or a map from argument name to expression.')

const template = text.describe('Text with ${expression} in it.')

const preview = z.strictObject({
  call: name.optional().describe('A read tool of the same server.'),
  with: recipeArguments.optional(),
  dry_run: name.optional().describe('Instead of call: a parameter of the tool itself that makes it change nothing.'),
  title: template.optional(),
  show: z.array(text).optional().describe('Fields of what was read.'),
  impact: z
    .record(z.string().min(1), text)
    .optional()
    .describe('Label → expression over args and entity: counts, money, records that hang on it.'),
  refuse: z
    .strictObject({ when: text.describe('A condition over args and entity.'), reason: template })
    .optional()
    .describe('A state in which nobody is asked and the agent gets the reason.'),
  not_found: text
    .optional()
    .describe('A condition over args, entity and error (the words of a failed read) for "there is no such thing".'),
})

const tool = z.strictObject({
  risk: risk.optional(),
  irreversible: z.boolean().optional().describe('Never granted, never confirmed by an agent.'),
  undo_window: undoWindow.optional(),
  preview: preview.optional().describe('A read tool that fetches what the question shows.'),
  undo: z
    .strictObject({ call: name, with: recipeArguments })
    .optional()
    .describe('The call that takes it back, over args, entity and result.'),
})

const COMMAND_EXAMPLE = 'command: npx with args: [-y, some-server], or command: [npx, -y, some-server]'
const texts = (example: string) =>
  z
    .record(z.string(), z.string({ error: `A value is text, in quotes: ${example}` }), {
      error: `This is a map from name to text: ${example}`,
    })
    .optional()
    .describe('Values may refer to the environment: ${NAME}.')

const connection = {
  type: z
    .enum(['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'])
    .optional()
    .describe('As hosts write it; command and url say the same.'),
  command: z
    .union([text, z.array(text).min(1, 'A command has at least its program.')], {
      error: `This is a program, or a list with its arguments: ${COMMAND_EXAMPLE}`,
    })
    .optional()
    .describe('The program, with its arguments in args; or a list of both.'),
  args: z
    .array(z.string({ error: 'An argument is text, in quotes: args: ["-y", "8080"]' }), {
      error: 'These are the arguments, as a list: args: [-y, some-server]',
    })
    .optional(),
  env: texts('env: { PORT: "8080", TOKEN: ${TOKEN} }'),
  cwd: text.optional(),
  url: text.optional(),
  headers: texts('headers: { Authorization: "Bearer ${TOKEN}" }'),
}

const SERVERS_EXAMPLE = '{ files: { command: npx, args: [-y, some-server] } }'

/** As hosts write it. What else hosts keep there has no effect here, and is said to have none. */
const hostServer = z.strictObject({
  ...connection,
  disabled: z.boolean().optional().describe('true: neither serve nor wrap --name starts it.'),
  description: z.string().optional(),
  timeout: z.number().optional().describe("The host's own; it has no effect here."),
  alwaysAllow: z.array(text).optional().describe("The host's own; it has no effect here."),
  autoApprove: z.array(text).optional().describe("The host's own; it has no effect here."),
})

const server = z.strictObject({
  ...connection,
  annotations: z
    .enum(['accept', 'raise-only'])
    .optional()
    .describe('accept: readOnlyHint may rate what nothing else rates. raise-only: annotations only raise.'),
  risk: risk.optional().describe('For tools that nothing else rates.'),
  cheatsheet: text
    .optional()
    .describe('A markdown file for agents, at most 64 kB; relative to the folder of this file.'),
  tools: z.record(z.string(), tool).optional(),
})

const rule = z.strictObject({
  name,
  match: z
    .strictObject({
      server: globs.optional(),
      tool: globs.optional(),
      client: globs.optional(),
      principal: globs.optional(),
      tenant: globs.optional(),
    })
    .optional(),
  when: text.optional().describe('A condition in CEL over args, call, tool, tenant, principal, session, now.'),
  sql: text.optional().describe('An expression in CEL that gives the SQL to rate the call by.'),
  sql_engine: z.enum(SQL_ENGINES).optional().describe('The engine behind that SQL: only its own functions count.'),
  sql_functions: z
    .array(text)
    .optional()
    .describe('Functions of yours that change nothing, as they are written in the SQL.'),
  risk: risk.optional(),
  answer: z.enum(['pass', 'ask', 'deny']).optional(),
  rails: z.array(rail).optional(),
  approvers: approvers.optional(),
  quorum: quorum.optional(),
  assurance: assurance.optional(),
  code: z
    .literal('always', { error: 'This is always, or is left out.' })
    .optional()
    .describe('always: in a chat only a reply with the code approves, no button.'),
  irreversible: z.boolean().optional(),
  ttl: duration.optional(),
  undo_window: undoWindow.optional(),
})

const tenant = z.strictObject({
  profile: profile.optional(),
  auto_approve_high_risk: z.boolean().optional(),
  accept_agent_confirm: z.boolean().optional(),
  assurance: assurance.optional(),
  approvers: approvers.optional(),
  quorum: quorum.optional(),
})

const limits = z
  .strictObject({
    held_bytes: byteSize.optional().describe('What the open questions of one principal may take in the store.'),
    children: z
      .int('This is a whole number from 1 up.')
      .min(1, 'This is a whole number from 1 up.')
      .optional()
      .describe('How many server processes serve runs for one principal.'),
    idle_after: duration.optional().describe('After so long without use, a session and its server process end.'),
    tenant_held_bytes: byteSize.optional().describe('What those of one tenant may take together.'),
  })
  .describe('What one caller may use up before it is refused.')
const audit = z.strictObject({
  witness: z
    .union(
      [
        text,
        z.strictObject({
          file: text.optional(),
          url: text.optional(),
          headers: z
            .record(z.string(), z.string())
            .optional()
            .describe('Values may refer to the environment: ${NAME}.'),
        }),
      ],
      { error: 'This is a file, an https:// address, or { url: …, headers: … }.' },
    )
    .optional()
    .describe('An append-only file on another mount, or an https:// address, that is told of each head of the log.'),
})

const secret = z
  .union(
    [
      z
        .string()
        .regex(/^\$\{[A-Za-z_][A-Za-z0-9_.]*\}$/, 'A secret is named, not written here: ${NAME}, or { file: … }.'),
      z.strictObject({ file: text }),
    ],
    { error: 'A secret is named, not written here: ${NAME}, or { file: /run/secrets/… }.' },
  )
  .describe('${NAME} of the environment, or { file: … }. Never the secret itself.')

const place = z
  .string()
  .regex(
    /^(?:feishu|dingtalk|slack):(?:group|person)\/\S+$/,
    'A place is written platform:group/ID or platform:person/ID, such as slack:group/C0123456.',
  )

const route = z.strictObject({
  match: z
    .strictObject({
      rule: globs.optional(),
      server: globs.optional(),
      tool: globs.optional(),
      tenant: globs.optional(),
      session: globs.optional(),
    })
    .optional(),
  to: z.array(place).min(1, 'A route leads to at least one place.').describe('Each of these is asked.'),
  otherwise: z.array(place).optional().describe('Asked where a question could not be brought to the others.'),
})

const channels = z.strictObject({
  unmatched: z.enum(['forward', 'cancel', 'ask']).optional(),
  words: z
    .strictObject({ confirm: z.array(text).optional(), cancel: z.array(text).optional() })
    .optional()
    .describe('Words that answer in chats, besides the built-in ones.'),
  language: z
    .string()
    .regex(/^(?:en|zh)(?:-[A-Za-z0-9]{2,8})*$/, 'Questions are written in en or zh-CN.')
    .optional()
    .describe('In which questions are written: en or zh-CN.'),
  most_open: z
    .int('This is a whole number from 1 up.')
    .min(1, 'This is a whole number from 1 up.')
    .optional()
    .describe('So many questions stand open in one group, or for one person; of more, people are told in one line.'),
  feishu: z
    .strictObject({
      app_id: z.string().regex(/^cli_[0-9a-fA-F]{16}$/, 'An app id is cli_ and sixteen hexadecimal digits.'),
      app_secret: secret,
      domain: z.enum(['feishu', 'lark']).optional(),
      workspace: text.optional().describe('The tenant_key of the company: events of others are dropped.'),
      encrypt_key: secret.optional().describe('With it, events come to /channels/feishu/events.'),
      verification_token: secret.optional(),
      api_url: text.optional(),
    })
    .optional(),
  dingtalk: z
    .strictObject({
      client_id: text,
      client_secret: secret,
      robot_code: text.optional(),
      robot_name: text.optional(),
      corp_id: text.optional(),
      card_template: text.optional().describe('The published template of the card. Without it: text, and no buttons.'),
      robot_messages: z.enum(['stream', 'http']).optional(),
      api_url: text.optional(),
    })
    .optional(),
  slack: z
    .strictObject({
      bot_token: secret,
      app_token: secret.optional().describe('With it, events come over a connection that we open.'),
      signing_secret: secret.optional().describe('With it, events come to /channels/slack/events and /interactivity.'),
      workspace: text.optional().describe('The team id, T…'),
      api_url: text.optional(),
    })
    .optional(),
  ask: z.array(route).optional().describe('Where people are asked: the first route that matches counts.'),
  alerts: z
    .array(place)
    .optional()
    .describe('Where operators are told of callers without a rationale, while a grace period runs.'),
})

const configSchema = z.strictObject({
  version: z.literal(1, { error: 'This version is not known; the only one is 1.' }).optional(),
  profile: profile.optional(),
  store: text.optional().describe('sqlite, or sqlite:/path/file.db'),
  audit: audit.optional().describe('How the audit log is watched over.'),
  wait: z
    .union([z.literal('auto'), duration], { error: 'This is auto, or a duration such as 10s.' })
    .optional()
    .describe('How long a call waits for a decision.'),
  ttl: duration.optional(),
  execute_within: duration.optional(),
  undo_window: undoWindow.optional(),
  decline_sticks: duration.optional(),
  answer_within: duration.optional(),
  rationale: rationale.optional(),
  feedback: z.boolean().optional().describe('Whether agents are offered submit_feedback. Without it: in serve only.'),
  notify: z.enum(['browser', 'none']).optional(),
  auth: z.enum(['tokens', 'none']).optional(),
  tokens: z.array(token).optional(),
  people: z
    .record(z.string(), person)
    .optional()
    .describe('Who stands behind which identities. A quorum counts people, and only those that are mapped.'),
  servers: z
    .record(z.string(), server, { error: `This is a map from name to server: servers: ${SERVERS_EXAMPLE}` })
    .optional(),
  mcpServers: z
    .record(z.string(), hostServer, {
      error: `This is a map from name to server: mcpServers: ${SERVERS_EXAMPLE}`,
    })
    .optional()
    .describe('Servers as hosts write them, to be pasted.'),
  rules: z.array(rule).optional(),
  tenants: z.record(z.string(), tenant).optional(),
  limits: limits.optional(),
  channels: channels.optional().describe('Where people are asked in chats.'),
  public_url: z
    .string()
    .optional()
    .describe('Where the devices of approvers reach the page, such as https://holdpoint.example.com.'),
})

export type ShapeResult =
  | { readonly ok: true; readonly file: ConfigFile }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] }

export function checkShape(value: unknown): ShapeResult {
  const result = configSchema.safeParse(value, { reportInput: true })
  if (result.success) return { ok: true, file: result.data satisfies ConfigFile }
  return { ok: false, problems: result.error.issues.map(toShapeProblem) }
}

/** The JSON Schema for editors, as published in `schema/holdpoint.schema.json`. */
export function toJsonSchema(): { readonly [key: string]: unknown } {
  const schema = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' })
  return { ...schema, title: 'Holdpoint configuration', description: 'holdpoint.yaml: what is held, and who decides.' }
}
