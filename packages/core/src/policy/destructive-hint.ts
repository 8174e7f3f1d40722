/**
 * The one uniform table for `destructiveHint`, so that every tool of a family says the same. Where a server says
 * nothing, the gateway adds what stands here; where it says less, the gateway raises it; it never lowers what a server
 * says. What stands in no line stays unsaid.
 */
import type { ToolAnnotations } from '../call/call.ts'
import { gluedVerb } from './rating/glued-verbs.ts'
import { splitName } from './rating/verbs.ts'
import type { Risk } from './ruling.ts'

interface Family {
  /**
   * Words of the name; a final `*` takes any rest, a leading one any words before: `* delete *` is `contact_delete`
   * too.
   */
  readonly name: string
  readonly destructive: boolean
  /** Where the family is riskier than its verb alone. */
  readonly risk: Risk | null
}

const FAMILIES: readonly Family[] = [
  { name: '* delete *', destructive: true, risk: 'high' },
  { name: '* modify *', destructive: true, risk: null },
  { name: 'fulfill order', destructive: true, risk: 'high' },
  { name: 'receive purchase order', destructive: true, risk: 'high' },
  { name: '* correct *', destructive: true, risk: 'high' },
  { name: 'update stock adjustment', destructive: true, risk: 'high' },
  { name: 'rebuild cache', destructive: true, risk: 'high' },
  ...['remove', 'destroy', 'drop', 'purge', 'truncate', 'erase', 'wipe', 'overwrite', 'mutate'].map((verb) => ({
    name: `* ${verb} *`,
    destructive: true,
    risk: null,
  })),
  { name: 'create *', destructive: false, risk: null },
]

export function destructiveHintFor(toolName: string): boolean | null {
  return familyOf(toolName)?.destructive ?? null
}

/**
 * What a tool list has to say otherwise than the server, for a hint of the table. A tool that may destroy is no read
 * either: hosts look at `destructiveHint` only where `readOnlyHint` is not true.
 */
export function raiseHints(hint: boolean | null, own: ToolAnnotations): ToolAnnotations | null {
  if (hint === null || (!hint && own.destructiveHint !== undefined)) return null
  const readOnly = hint && own.readOnlyHint === true
  if (own.destructiveHint === hint && !readOnly) return null
  return { destructiveHint: hint, ...(readOnly ? { readOnlyHint: false } : {}) }
}

/** The risk of a family that its verb alone would rate too low (`update_stock_adjustment` rewrites the books). */
export function familyRisk(toolName: string): Risk | null {
  return familyOf(toolName)?.risk ?? null
}

function familyOf(toolName: string): Family | null {
  const shown = splitName(toolName.replace(UNSEEN, ''))
  // `deleteall`, `getremoveall`: a verb in a longer word is that verb.
  const words = ` ${shown.map((word) => gluedVerb(word) ?? word).join(' ')} `
  return FAMILIES.find(({ name }) => fits(name, words)) ?? null
}

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

function fits(name: string, words: string): boolean {
  const plain = ` ${name.replaceAll('*', '').trim()} `
  if (name.startsWith('*')) return words.includes(plain)
  return name.endsWith('*') ? words.startsWith(plain) : words === plain
}
