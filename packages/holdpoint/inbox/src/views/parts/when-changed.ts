/**
 * Gives an object to an element only when it is another one than before; Lit alone would set it again at every drawing.
 */
import type { DirectiveResult } from 'lit/directive.js'
import { guard } from 'lit/directives/guard.js'

export function whenChanged<Value>(value: Value): DirectiveResult {
  return guard([value], () => value)
}
