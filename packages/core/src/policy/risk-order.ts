/** Compares risks. Nothing here lowers one. */
import type { Risk } from './ruling.ts'

const ORDER: { readonly [risk in Risk]: number } = { low: 0, medium: 1, high: 2 }

export function isAbove(risk: Risk, other: Risk): boolean {
  return ORDER[risk] > ORDER[other]
}

export function higherRisk(risk: Risk, other: Risk): Risk {
  return isAbove(other, risk) ? other : risk
}
