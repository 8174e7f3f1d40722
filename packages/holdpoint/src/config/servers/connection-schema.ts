/**
 * The shape of what says how a server is started or reached: as this file's own servers do, and as hosts write it. Each
 * message shows what is right.
 */
import * as z from 'zod'

const text = z.string().min(1, 'This is not to be empty.')

const COMMAND_EXAMPLE = 'command: npx with args: [-y, some-server], or command: [npx, -y, some-server]'
const texts = (example: string) =>
  z
    .record(z.string(), z.string({ error: `A value is text, in quotes: ${example}` }), {
      error: `This is a map from name to text: ${example}`,
    })
    .optional()
    .describe('Values may refer to the environment: ${NAME}.')

export const connection = {
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

export const SERVERS_EXAMPLE = '{ files: { command: npx, args: [-y, some-server] } }'

/** As hosts write it. What else hosts keep there has no effect here, and is said to have none. */
export const hostServer = z.strictObject({
  ...connection,
  disabled: z.boolean().optional().describe('true: neither serve nor wrap --name starts it.'),
  description: z.string().optional(),
  timeout: z.number().optional().describe("The host's own; it has no effect here."),
  alwaysAllow: z.array(text).optional().describe("The host's own; it has no effect here."),
  autoApprove: z.array(text).optional().describe("The host's own; it has no effect here."),
})
