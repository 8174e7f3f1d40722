/**
 * Durations as people write them: `45s`, `10m`, `24h`, `7d`, `500ms`. A bare number is refused: its unit is not known.
 */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

export const DURATION_PATTERN: RegExp = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/** In milliseconds, or `null` where the text is no duration. */
export function parseDuration(text: string): number | null {
  const parts = DURATION_PATTERN.exec(text)
  const unit = UNITS.get(parts?.[2] ?? '')
  if (unit === undefined) return null
  const milliseconds = Math.round(Number(parts?.[1]) * unit)
  return Number.isSafeInteger(milliseconds) ? milliseconds : null
}
