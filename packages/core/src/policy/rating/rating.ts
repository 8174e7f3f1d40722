/** What one rater says of a tool or a call. Several raters are asked in a fixed order; see `rate-call.ts`. */
import type { Risk } from '../ruling.ts'

export interface Rating {
  readonly risk: Risk
  /** The rater's name, as it stands in the ruling: `verb delete`, `sql`, `server default` … */
  readonly rule: string
  /** One sentence for people. */
  readonly why: string
}
