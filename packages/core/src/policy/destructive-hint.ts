/**
 * The one uniform table for `destructiveHint`, so that every tool of a family says the same. Where a server says nothing,
 * the gateway adds what stands here; what stands in no line stays unsaid.
 */
import { splitName } from './verbs.ts'
import type { Risk } from './ruling.ts'

interface Family {
  /** Words of the name; a final `*` takes any rest. */
  readonly name: string
  readonly destructive: boolean
  /** Where the family is riskier than its verb alone. */
  readonly risk: Risk | null
}

const FAMILIES: readonly Family[] = [
  { name: 'delete *', destructive: true, risk: 'high' },
  { name: 'modify *', destructive: true, risk: null },
  { name: 'fulfill order', destructive: true, risk: 'high' },
  { name: 'receive purchase order', destructive: true, risk: 'high' },
  { name: 'correct *', destructive: true, risk: 'high' },
  { name: 'update stock adjustment', destructive: true, risk: 'high' },
  { name: 'rebuild cache', destructive: true, risk: 'high' },
  { name: 'create *', destructive: false, risk: null },
]

export function destructiveHintFor(toolName: string): boolean | null {
  return familyOf(toolName)?.destructive ?? null
}

/** The risk of a family that its verb alone would rate too low (`update_stock_adjustment` rewrites the books). */
export function familyRisk(toolName: string): Risk | null {
  return familyOf(toolName)?.risk ?? null
}

function familyOf(toolName: string): Family | null {
  const words = splitName(toolName).join(' ')
  return (
    FAMILIES.find(({ name }) => (name.endsWith('*') ? words.startsWith(name.slice(0, -1)) : words === name)) ?? null
  )
}
