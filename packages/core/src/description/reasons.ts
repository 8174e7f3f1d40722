/**
 * Why a person should care about a call: what it does, and what the policy found in this very call. Where a rating comes
 * from (a pack and its version, a rule of the configuration) is no such reason: surfaces keep it among the details.
 */
import type { Preview } from '../preview/preview.ts'

/** Of these the policy's sentence tells something of the call itself, whatever else is known of it. */
const ABOUT_THE_CALL =
  /^(self-protection|hidden characters|look-alike names|confusable name|mixed scripts|strange name|too long|evaluation error)$|^(.*, )?sql$/
/** Of these it tells what the call may do, where nothing better is known. */
const ABOUT_THE_TOOL = /^(default|server default|verb .*|annotation .*)$/

type DescribedPreview = Pick<Preview, 'effect' | 'why' | 'rule' | 'warnings' | 'entity'>

/** A sentence each, what it does first. None: its risk is all there is to say. For those who may know what was read. */
export function reasonsOf({ effect = null, entity = null, why, rule, warnings }: DescribedPreview): readonly string[] {
  const does = entity?.effect ?? effect
  const isTold = ABOUT_THE_CALL.test(rule) || (does === null && ABOUT_THE_TOOL.test(rule))
  return [...(does === null ? [] : [does]), ...(isTold && why !== '' && !warnings.includes(why) ? [why] : [])]
}
