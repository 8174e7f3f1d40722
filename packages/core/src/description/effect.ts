/**
 * What running a call does that a person cares about, in one sentence: it overwrites, deletes, goes outside, moves money. It
 * comes from what a pack knows of the tool, else from the verb of its name; it rates nothing, and says nothing where neither
 * tells.
 */
import { say } from '../sentence/say.ts'
import type { EFFECTS } from '../sentence/effect-sentences.ts'

export type Effect = keyof typeof EFFECTS

export function effectWords(effect: Effect): string {
  return say(effect)
}
