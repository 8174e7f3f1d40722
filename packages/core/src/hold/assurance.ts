/** Compares whose word it is: the host's is weaker than an identified person's, a passkey's is strongest. */
import type { Assurance } from '../policy/ruling.ts'

const STRENGTH: { readonly [assurance in Assurance]: number } = { host: 0, identified: 1, strong: 2 }

export function suffices(given: Assurance, demanded: Assurance): boolean {
  return STRENGTH[given] >= STRENGTH[demanded]
}
