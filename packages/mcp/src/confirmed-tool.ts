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
import { followChanges } from './server/changed-tool.ts'
import type { ToolCallback } from './server/changed-tool.ts'
import { takeRelease } from './server/confirmed-entry.ts'
import type { ParsedArguments, Release } from './server/confirmed-entry.ts'
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
  const structured = config.outputSchema !== undefined
  let called = name
  // The context comes last; a tool without arguments is handed nothing else.
  const guard =
    (callback: ToolCallback): ToolCallback =>
    async (...given) => {
      const release = takeRelease(tools, requestIdOf(given.at(-1) as SdkContext), called)
      return release === null ? notReleased(called) : await callback(...given)
    }
  const callback = async (...given: readonly unknown[]): Promise<GivenResult> => {
    const context = given.at(-1) as SdkContext
    const args = (given.length > 1 ? given[0] : {}) as ArgumentsOf<Schema>
    const release = takeRelease(tools, requestIdOf(context), called)
    return release === null ? notReleased(called) : await run(holdpoint, release, { args, context, apply, structured })
  }
  const tool = server.registerTool(name, registered as never, callback as never)
  const confirm = (as: string): void => {
    called = as
    holdpoint.demands.set(as, { risk, irreversible })
    tools.entries.set(as, {
      name: as,
      rules: { risk, irreversible, previewFirst, preview, undo } as ConfirmationRules<never>,
      structured,
      parse: async (args) => await parse(tool, config.inputSchema, args),
    })
  }
  confirm(name)
  // What is registered under the old name later is asked about too.
  followChanges(tool, { renamed: confirm, guard })
  return tool
}

function notReleased(name: string): GivenResult {
  const text = `${name} did not run: this call did not come through Holdpoint. Connect the server after its confirmed tools are registered.`
  return { isError: true, content: [{ type: 'text', text }] }
}

interface Run<Arguments> {
  readonly args: Arguments
  readonly context: SdkContext
  readonly apply: (args: Arguments, context: ApplyContext) => unknown
  readonly structured: boolean
}

async function run<Arguments>(
  holdpoint: Holdpoint,
  release: Release,
  { args, context, apply, structured }: Run<Arguments>,
): Promise<GivenResult> {
  try {
    const about = { ...(await approvalOf(holdpoint, release)), signal: signalOf(context), sdk: context }
    return toGivenResult(await apply(args, about), structured)
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: thrownMessage(error) }] }
  }
}

/** By the schema that the SDK made of the author's, which both lines keep with the registered tool. */
async function parse(tool: unknown, given: InputSchema | undefined, args: JsonObject): Promise<ParsedArguments> {
  const kept = (tool as { readonly inputSchema?: unknown }).inputSchema
  if (given === undefined && kept === undefined) return { ok: true, value: {} }
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
