/**
 * Which calls a person runs in two distinct acts on a surface that answers to keys: the first one arms the answer, another one gives it.
 * A key that is hit by mistake, or held down, runs nothing that cannot be undone. It refuses to know a surface.
 */
import type { Risk } from '../policy/ruling.ts'

/** How long an armed answer waits for its second act. */
export const ARMED_MS = 5000

export function needsSecondAct({
  risk,
  irreversible,
}: {
  readonly risk: Risk
  readonly irreversible: boolean
}): boolean {
  return risk === 'high' && irreversible
}
