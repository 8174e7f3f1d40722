/**
 * Registers a tool that runs only after a person said yes. The tool itself is the author's, and the SDK's: this adds who is asked, what they see, and that it runs once. A call that
 * reaches the tool in any other way runs nothing.
 */
import { thrownMessage } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import type { ConfirmationRules } from './confirmation-rules.ts'
import type { Holdpoint } from './create-holdpoint.ts'
import type { ArgumentsOf, InputSchema, StandardIssue, StandardSchema } from './schema-types.ts'
import { approvalOf } from './released-run.ts'
import type { ApplyContext } from './released-run.ts'
import { takeRelease } from './server/confirmed-entry.ts'
import type { ConfirmedTools, ParsedArguments } from './server/confirmed-entry.ts'
import { protectServer } from './server/protect-server.ts'
import { requestIdOf, signalOf } from './server/sdk-server.ts'
import type { McpServerLike, SdkContext } from './server/sdk-server.ts'
import { toGivenResult } from './given-result.ts'
import type { GivenResult } from './given-result.ts'

export interface ConfirmedToolConfig<Schema extends InputSchema | undefined> extends ConfirmationRules<
  ArgumentsOf<Schema>
> {
  readonly title?: string
  readonly description?: string
  /** Whatever the author's line of the SDK takes. */
  readonly inputSchema?: Schema
  readonly outputSchema?: unknown
  readonly annotations?: { readonly [hint: string]: unknown }
  readonly icons?: readonly unknown[]
  readonly _meta?: { readonly [key: string]: unknown }
  /** Runs once, with what a person approved. A text becomes "✅ …"; a result of the protocol goes out as it is; what is thrown is told as a plain error. */
  readonly apply: (args: ArgumentsOf<Schema>, context: ApplyContext) => unknown
}

/**
 * @example
 *   confirmedTool(server, 'delete_product', {
 *     description: 'Delete a product',
 *     inputSchema: z.object({ code: z.string() }),
 *     risk: 'high',
 *     preview: async ({ code }) => (await find(code)) ?? notFound(`Product ${code}`),
 *     apply: async ({ code }) => `Deleted ${await remove(code)}.`,
 *   }, holdpoint)
 *
 * @returns what the SDK's own `registerTool` returns
 */
export function confirmedTool<const Schema extends InputSchema | undefined = undefined>(
  server: McpServerLike,
  name: string,
  config: ConfirmedToolConfig<Schema>,
  holdpoint: Holdpoint,
): unknown {
  const { risk, irreversible = false, preview, undo, previewFirst, apply, ...registered } = config
  const tools = protectServer(server.server, holdpoint)
  const callback = async (...given: readonly unknown[]): Promise<GivenResult> => {
    // A tool without arguments is handed its context alone.
    const [args, context] = (config.inputSchema === undefined ? [{}, given[0]] : given) as [
      ArgumentsOf<Schema>,
      SdkContext,
    ]
    return await run(tools, holdpoint, { name, args, context, apply, structured: config.outputSchema !== undefined })
  }
  const tool = server.registerTool(name, registered as never, callback as never)
  holdpoint.demands.set(name, { risk, irreversible })
  tools.entries.set(name, {
    name,
    rules: { risk, irreversible, previewFirst, preview, undo } as ConfirmationRules<never>,
    structured: config.outputSchema !== undefined,
    parse: async (args) => await parse(tool, config.inputSchema, args),
  })
  return tool
}

interface Run<Arguments> {
  readonly name: string
  readonly args: Arguments
  readonly context: SdkContext
  readonly apply: (args: Arguments, context: ApplyContext) => unknown
  readonly structured: boolean
}

async function run<Arguments>(
  tools: ConfirmedTools,
  holdpoint: Holdpoint,
  { name, args, context, apply, structured }: Run<Arguments>,
): Promise<GivenResult> {
  const release = takeRelease(tools, requestIdOf(context), name)
  if (release === null) {
    const text = `${name} did not run: this call did not come through Holdpoint. Connect the server after its confirmed tools are registered.`
    return { isError: true, content: [{ type: 'text', text }] }
  }
  try {
    const about = { ...(await approvalOf(holdpoint, release)), signal: signalOf(context), sdk: context }
    return toGivenResult(await apply(args, about), structured)
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: thrownMessage(error) }] }
  }
}

/** By the schema that the SDK made of the author's, which both lines keep with the registered tool. */
async function parse(tool: unknown, given: InputSchema | undefined, args: JsonObject): Promise<ParsedArguments> {
  if (given === undefined) return { ok: true, value: {} }
  const kept = (tool as { readonly inputSchema?: unknown }).inputSchema
  const schema = isStandardSchema(kept) ? kept : isStandardSchema(given) ? given : null
  if (schema === null) return { ok: false, words: 'The arguments of this tool cannot be checked.' }
  const result = await schema['~standard'].validate(args)
  if (result.issues === undefined) return { ok: true, value: result.value }
  return { ok: false, words: `The arguments are not what the tool takes. ${result.issues.map(toWords).join(' ')}` }
}

function isStandardSchema(value: unknown): value is StandardSchema {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value
}

function toWords({ path = [], message }: StandardIssue): string {
  const place = path.map((step) => String(typeof step === 'object' && step !== null && 'key' in step ? step.key : step))
  return `${place.length === 0 ? '' : `${place.join('.')}: `}${message.replace(/\.?$/, '.')}`
}
