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

/** A sentence each, what it does first. None: its risk is all there is to say. */
export function reasonsOf({
  effect = null,
  why,
  rule,
  warnings,
}: Pick<Preview, 'effect' | 'why' | 'rule' | 'warnings'>): readonly string[] {
  const isTold = ABOUT_THE_CALL.test(rule) || (effect === null && ABOUT_THE_TOOL.test(rule))
  return [...(effect === null ? [] : [effect]), ...(isTold && why !== '' && !warnings.includes(why) ? [why] : [])]
}
