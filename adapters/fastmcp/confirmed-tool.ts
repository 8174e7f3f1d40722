/** A tool of a fastmcp server that a person confirms: fastmcp keeps the SDK's server to itself, so the question goes out by its own `elicit`. */
import { confirm } from '@holdpoint/mcp'
import type { AskedPerson, ConfirmationRules, Holdpoint } from '@holdpoint/mcp'
import type { ContentResult, Context, FastMCP, FastMCPSessionAuth } from 'fastmcp'
import { z } from 'zod'

/** The person decides how long it takes, not the 60 seconds that a request has otherwise. */
const LONGEST_MS = 24 * 60 * 60_000

export interface ConfirmedFastTool<Arguments extends z.ZodObject> extends ConfirmationRules<z.output<Arguments>> {
  readonly name: string
  readonly description: string
  readonly parameters: Arguments
  readonly apply: (args: z.output<Arguments>) => unknown
}

export function addConfirmedTool<Arguments extends z.ZodObject>(
  server: FastMCP,
  holdpoint: Holdpoint,
  { name, description, parameters, apply, preview, ...rules }: ConfirmedFastTool<Arguments>,
): void {
  server.addTool({
    name,
    description,
    parameters,
    execute: async (given, context) => {
      const spec = {
        ...rules,
        holdpoint,
        tool: name,
        description,
        arguments: given as never,
        inputSchema: z.toJSONSchema(parameters) as never,
        // A person may have changed the arguments: they are what the tool's own schema takes, once more.
        ...(preview === undefined ? {} : { preview: (args: unknown) => preview(parameters.parse(args)) }),
        apply: (args: unknown) => apply(parameters.parse(args)),
      }
      return (await confirm(spec, personAt(server, context))) as ContentResult
    },
  })
}

/** The client of this call: what it declared stands with its session. */
function personAt(
  server: FastMCP,
  { sessionId, client, elicit, reportProgress, signal }: Context<FastMCPSessionAuth>,
): AskedPerson {
  const session = server.sessions.find((one) => one.sessionId === sessionId)
  let beats = 0
  return {
    ask: async (params) => (await elicit(params as never, { timeout: LONGEST_MS, signal })) as never,
    // Over HTTP fastmcp may not know them; its `elicit` refuses by itself where the client has no forms.
    capabilities: (session?.clientCapabilities ?? { elicitation: { form: {} } }) as never,
    client: { name: client.version?.name ?? 'unknown', version: client.version?.version ?? '' },
    ...(sessionId === undefined ? {} : { session: sessionId }),
    signal,
    progress: (message) => void reportProgress({ progress: (beats += 1), message } as never),
  }
}
