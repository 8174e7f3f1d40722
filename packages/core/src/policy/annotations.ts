/**
 * What a server's own annotations do to a rating. They are claims: they may raise it, and `readOnlyHint` may rate only what
 * nothing else rates, under a name of plain ASCII words. They never lower, and a missing hint says nothing.
 *
 * `openWorldHint` raises nothing: it is true by default and true of every cloud service's plain update.
 */
import type { ToolAnnotations } from '../call/call.ts'
import type { Rating } from './rating.ts'
import type { VerbFinding } from './verbs.ts'
import { say } from '../sentence/say.ts'

/** A rating below which the call cannot fall, or `null`. */
export function raiseByAnnotations(annotations: ToolAnnotations, verb: VerbFinding | null): Rating | null {
  // A write, an edit or a move overwrites by its nature; the hint says more only of tools that sound harmless.
  if (annotations.destructiveHint === true && verb?.kind !== 'change') {
    return {
      risk: 'high',
      rule: 'annotation destructiveHint',
      why: say('saysDestructive'),
    }
  }
  if (annotations.destructiveHint === true || annotations.readOnlyHint === false) {
    return { risk: 'medium', rule: 'annotation readOnlyHint', why: say('saysChanging') }
  }
  return null
}

/** A name that shows what it is called. */
const PLAIN_WORDS = /^[A-Za-z][A-Za-z0-9]*(?:[_\-./: ]+[A-Za-z0-9]+)*$/

/** A rating for what nothing else rates, or `null`. Only for servers whose annotations are accepted. */
export function rateByReadOnlyHint(annotations: ToolAnnotations, name: string): Rating | null {
  if (annotations.readOnlyHint !== true || annotations.destructiveHint === true) return null
  if (!PLAIN_WORDS.test(name)) return null
  return {
    risk: 'low',
    rule: 'annotation readOnlyHint',
    why: say('saysReadOnly'),
  }
}
