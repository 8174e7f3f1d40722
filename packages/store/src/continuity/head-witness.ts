/** Another place that receives each head, so that restoring the whole home is noticed too. */
import type { SignedHead } from '@holdpoint/core'

export interface HeadWitness {
  /** Returns at once. What it does with the line, and how long that takes, holds nothing up. */
  readonly tell: (line: string) => void
  /** Whether the heads it received can be read back. */
  readonly tellsBack: boolean
  /**
   * The heads it received, where it can be read; the caller checks their signatures. Never rejects, never waits for
   * long.
   */
  readonly heads: () => Promise<readonly SignedHead[]>
  /** What does not work, in words. */
  readonly problems: () => readonly string[]
  /** Waits a moment for what is being sent. */
  readonly close: () => Promise<void>
}
