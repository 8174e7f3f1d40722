/**
 * One step up or down from what stands in a field of numbers: to the next multiple where the schema asks for multiples,
 * by one where it does not, and never past a bound. What is no number yet, or too large to count in, stays as it is.
 */
import type { SchemaField } from '../edit/schema-fields.ts'

/** Up to here every whole number has digits of its own. */
const DIGITS = 15

export function stepNumber(text: string, up: boolean, { step, least, most }: SchemaField): string {
  const value = Number(text)
  if (!(Math.abs(value) < 10 ** DIGITS)) return text
  const way = up ? 1 : -1
  const steps = step === null ? 0 : Math.floor(Number(((value / step) * way).toFixed(9))) + 1
  const next = step === null ? value + way : steps * step * way
  // Binary fractions do not add up: 0.1 and 0.2 are written like the numbers they come from.
  return String(Math.min(most ?? Infinity, Math.max(least ?? -Infinity, Number(next.toPrecision(DIGITS)))))
}
