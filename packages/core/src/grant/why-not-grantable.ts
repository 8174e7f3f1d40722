/** What a ruling itself says against a standing permission. Limits and conditions are judged in `check-grant.ts`. */
import type { Ruling } from '../policy/ruling.ts'

/** A sentence for whoever wants to give one; `null`: it can be given. */
export function whyNotGrantable(ruling: Ruling): string | null {
  if (ruling.irreversible) return 'What cannot be undone is asked for each time.'
  if (!ruling.grantable) return `The rule "${ruling.rule}" is asked for each time.`
  if (ruling.quorum > 1) return `${ruling.quorum} approvers are needed each time; one cannot permit it for all of them.`
  return null
}
