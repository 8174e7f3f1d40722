/**
 * Ratings shipped as data for common public servers. A pack speaks only of servers it recognises by their command or URL
 * and of tools it names exactly; it refuses to guess about the rest.
 */
import type { ServerIdentity, ToolDefinition } from '../call/call.ts'
import { FILESYSTEM_PACK } from './packs/filesystem.ts'
import { MEMORY_PACK } from './packs/memory.ts'
import type { Rating } from './rating.ts'
import { isAbove } from './risk-order.ts'
import type { Risk } from './ruling.ts'

export interface RatingPack {
  readonly name: string
  /** Where the ratings come from: the package and version whose tools were read. */
  readonly source: string
  readonly date: string
  /** Looked for in the server's command or URL. */
  readonly recognise: RegExp
  readonly tools: { readonly [tool: string]: Risk }
  /** Tools whose server calls them destructive and that were rated knowing it. */
  readonly knownDestructive: readonly string[]
}

export const PACKS: readonly RatingPack[] = [FILESYSTEM_PACK, MEMORY_PACK]

/** `raise` is what the annotations say: it counts unless the pack was written knowing it. */
export function rateByPack(
  packs: readonly RatingPack[],
  server: ServerIdentity,
  toolName: string,
  tool: ToolDefinition | null,
  raise: Rating | null,
): Rating | null {
  for (const pack of packs) {
    if (!pack.recognise.test(server.display) || !Object.hasOwn(pack.tools, toolName)) continue
    const risk = pack.tools[toolName]
    if (risk === undefined) continue
    const known = tool?.annotations.destructiveHint === true && pack.knownDestructive.includes(toolName)
    if (raise !== null && isAbove(raise.risk, risk) && !known) return raise
    return {
      risk,
      rule: `pack ${pack.name}`,
      why: `Rated ${risk} by the pack "${pack.name}" (${pack.source}, ${pack.date}).`,
    }
  }
  return null
}
