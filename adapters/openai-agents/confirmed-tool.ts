/** A tool of the OpenAI Agents SDK that a person confirms. The SDK only pauses the run; the hold decides, and lets the tool run once. */
import type { CallGuard, GuardedCall } from '@holdpoint/mcp'
import { tool } from '@openai/agents'
import type { FunctionTool, RunContext } from '@openai/agents'
import { z } from 'zod'

/** What a run is given: the conversation that it belongs to, which is kept with its state. */
export interface ShopContext {
  readonly conversation: string
}

const Input = z.object({ sku: z.string() })

export function confirmedDelete(
  holdpoint: CallGuard,
  deleteProduct: (sku: string) => Promise<string>,
): FunctionTool<ShopContext, typeof Input> {
  const name = 'delete_product'
  const description = 'Delete a product'
  const callOf = (context: RunContext<ShopContext>, args: z.infer<typeof Input>, id: string): GuardedCall => ({
    tool: name,
    arguments: args,
    call: { scope: `openai ${context.context.conversation}`, id },
    definition: { description, inputSchema: z.toJSONSchema(Input) },
    risk: 'high',
    wait: 0,
  })

  return tool({
    name,
    description,
    parameters: Input,
    // Asks, and pauses the run. Whoever approves the interruption says no more than "go on".
    async needsApproval(context, args, id) {
      const asked = await holdpoint.ask(callOf(context as RunContext<ShopContext>, args, id ?? ''))
      return asked.kind === 'waiting'
    },
    // Claims, with the arguments that a person approved. It waits a moment: another run of the same state may be at it.
    async execute(args, context, details) {
      if (context === undefined) throw new Error('Nothing ran: there is no context.')
      const call = callOf(context, args, details?.toolCall?.callId ?? '')
      const guarded = await holdpoint.guard(
        { ...call, wait: 10 },
        async (approved) => await deleteProduct(Input.parse(approved).sku),
      )
      switch (guarded.kind) {
        case 'ran':
        case 'ran-before':
          return String(guarded.result)
        case 'waiting':
        case 'refused':
          return guarded.text
      }
    },
  })
}
