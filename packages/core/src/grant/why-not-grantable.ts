/** What a ruling itself says against a standing permission. Limits and conditions are judged in `check-grant.ts`. */
import type { Ruling } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'

/** A sentence for the person who wants to give one; `null`: it can be given. */
export function whyNotGrantable(ruling: Ruling): string | null {
  if (ruling.irreversible) return say('irreversibleEachTime')
  if (!ruling.grantable) return say('ruleEachTime', { rule: ruling.rule })
  if (ruling.quorum > 1) return say('quorumEachTime', { n: ruling.quorum })
  return null
}
