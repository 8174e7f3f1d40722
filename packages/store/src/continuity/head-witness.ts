/** Somebody elsewhere who is told of each head, so that a home restored as a whole shows too. */
import type { SignedHead } from '@holdpoint/core'

export interface HeadWitness {
  /** Returns at once. What it does with the line, and how long that takes, holds nothing up. */
  readonly tell: (line: string) => void
  /** Whether it can be asked what it was told. */
  readonly tellsBack: boolean
  /** What it was told before, where it can be asked; signatures are the caller's to check. Never rejects, never waits for long. */
  readonly heads: () => Promise<readonly SignedHead[]>
  /** What does not work, in words. */
  readonly problems: () => readonly string[]
  /** Gives what is under way a moment. */
  readonly close: () => Promise<void>
}
