/**
 * One step up or down from what stands in a field of numbers: to the next multiple where the schema asks for multiples, by one
 * where it does not, and never past a bound. What is no number yet, or too large to count in, stays as it is.
 */
import type { SchemaField } from '../edit/schema-fields.ts'

export function stepNumber(text: string, up: boolean, { step, least, most }: SchemaField): string {
  const value = Number(text)
  if (!(Math.abs(value) < Number.MAX_SAFE_INTEGER)) return text
  const by = step ?? 1
  const steps = step === null ? value : Number((value / by).toFixed(9))
  const next = step === null ? value + (up ? 1 : -1) : (up ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * by
  // Binary fractions do not add up: 0.1 and 0.2 are written like the numbers they come from.
  const digits = Math.max(...[value, by].map((part) => String(part).split('.')[1]?.length ?? 0))
  return String(Math.min(most ?? Infinity, Math.max(least ?? -Infinity, Number(next.toFixed(digits)))))
}
