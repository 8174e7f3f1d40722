/** One person's answer to one hold. Rails bring it; only `decide` lets it change anything. */
import type { Assurance, Rail } from '../policy/ruling.ts'

export type VerdictAnswer = 'approve' | 'decline' | 'cancel'

export interface Verdict {
  readonly answer: VerdictAnswer
  /** Who answered: a token's name, a signed-in person, `local:<account>`. */
  readonly by: string
  /** The person behind `by`; absent where none is known. Quorums count these. */
  readonly person?: string
  readonly via: Rail
  /** Given in the inbox of a terminal, which counts an approval down and takes it back; absent anywhere else. */
  readonly inbox?: true
  readonly assurance: Assurance
  readonly at: number
  readonly reason: string | null
  /** The arguments this approval put in place of those asked for, byte for byte; `null`: as they were shown. */
  readonly edits: string | null
}
