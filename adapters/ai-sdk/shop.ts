/** A shop whose agent may delete products, and the person who is asked. */
import { guardTools } from '@holdpoint/mcp/ai-sdk'
import type { GuardOptions, ToolRule } from '@holdpoint/mcp/ai-sdk'
import { z } from 'zod'
import { createCallGuard } from '../../packages/mcp/src/guard/guard-call.ts'
import type { CallGuard } from '../../packages/mcp/src/guard/guarded-call.ts'
import { GUARD_WORLDS } from '../../packages/mcp/test/guard/guard-world.ts'
import type { GuardWorld } from '../../packages/mcp/test/guard/guard-world.ts'

export interface Input {
  readonly sku: string
}

export interface Shop {
  readonly world: GuardWorld
  /** What was deleted, in order. */
  readonly deleted: string[]
  /** Without a guard. */
  readonly bare: { readonly delete_product: object; readonly count_products: object }
  /** As a process that was started just now has them. */
  tools(about?: Partial<GuardOptions>, rule?: Partial<ToolRule<Input>>): object
  options(about?: Partial<GuardOptions>, rule?: Partial<ToolRule<Input>>): Parameters<typeof guardTools<never>>[1]
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  // On SQLite: a process that is started anew finds what the one before it asked.
  const world = await GUARD_WORLDS[1][1]()
  const deleted: string[] = []
  const bare = {
    delete_product: {
      description: 'Deletes a product',
      inputSchema: z.object({ sku: z.string().regex(/^[A-Z]+-\d+$/) }),
      execute: async ({ sku }: Input) => {
        deleted.push(sku)
        if (sku === 'LOCKED-1') throw new Error('the warehouse is locked')
        return { deleted: sku }
      },
    },
    count_products: { inputSchema: z.object({}), execute: async () => deleted.length },
  }
  const opened: CallGuard[] = []
  function open(): CallGuard {
    const requests = world.open()
    const guard = createCallGuard(async () => requests, 'shop')
    opened.push(guard)
    return guard
  }
  const options = (about: Partial<GuardOptions> = {}, rule: Partial<ToolRule<Input>> = {}): object => ({
    holdpoint: open(),
    scope: 'chat-1',
    wait: 5,
    ...about,
    rules: { delete_product: { risk: 'high', irreversible: true, ...rule } },
  })
  return {
    world,
    deleted,
    bare,
    tools: (about, rule) => guardTools(bare, options(about, rule) as Parameters<typeof guardTools<typeof bare>>[1]),
    options: options as Shop['options'],
    close: world.close,
  }
}
