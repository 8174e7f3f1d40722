/**
 * Amounts that are added up: numbers from 0 with at most six decimals. They are counted in millionths, as whole
 * numbers, so that three times 0.1 is 0.3; what cannot be counted exactly is not counted at all.
 */
import type { JsonValue } from '../json/json-value.ts'

const PARTS = 1_000_000

/** `null` for anything but a number that can be added up exactly; text that looks like one is none. */
export function readAmount(value: JsonValue | undefined): number | null {
  if (typeof value !== 'number' || !(value >= 0)) return null
  const parts = Math.round(value * PARTS)
  return Number.isSafeInteger(parts) && parts / PARTS === value ? value : null
}

/** `null` where the sum is too large to be exact. */
export function addAmounts(left: number, right: number): number | null {
  const parts = Math.round(left * PARTS) + Math.round(right * PARTS)
  return Number.isSafeInteger(parts) ? parts / PARTS : null
}
