/** A tool of Mastra that a person confirms. Mastra only suspends the run; the hold decides, and lets the tool run once. */
import type { CallGuard } from '@holdpoint/mcp'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'

const Input = z.object({ sku: z.string() })

export function confirmedDelete(
  holdpoint: CallGuard,
  deleteProduct: (sku: string) => Promise<string>,
): ReturnType<typeof createTool> {
  const id = 'delete_product'
  const description = 'Delete a product'

  return createTool({
    id,
    description,
    inputSchema: Input,
    suspendSchema: z.object({ hold: z.string(), summary: z.string(), link: z.string() }),
    // Whatever a run is resumed with says no more than "go on".
    resumeSchema: z.unknown(),
    async execute({ sku }, { agent, requestContext, abortSignal }) {
      const conversation = requestContext?.get('conversation')
      if (agent === undefined || typeof conversation !== 'string')
        throw new Error('Nothing ran: nobody says which run it is.')
      const call = {
        tool: id,
        arguments: { sku },
        call: { scope: `mastra ${conversation}`, id: agent.toolCallId },
        definition: { description, inputSchema: z.toJSONSchema(Input) },
        risk: 'high' as const,
        ...(abortSignal === undefined ? {} : { signal: abortSignal }),
      }
      const run = async (approved: unknown): Promise<string> => await deleteProduct(Input.parse(approved).sku)
      let guarded = await holdpoint.guard({ ...call, wait: 0 }, run)
      // Another resume of this run is at it, or it is approved and can be taken back for some seconds.
      while (guarded.kind === 'waiting' && (guarded.hold.state === 'dispatching' || guarded.hold.run_after !== null)) {
        guarded = await holdpoint.guard({ ...call, wait: 50 }, run)
      }
      switch (guarded.kind) {
        case 'ran':
        case 'ran-before':
          return String(guarded.result)
        case 'refused':
          return guarded.text
        case 'waiting': {
          const { id: hold, summary, approval_url: link } = guarded.hold
          await agent.suspend({ hold, summary, link })
          return guarded.text
        }
      }
    },
  }) as ReturnType<typeof createTool>
}
