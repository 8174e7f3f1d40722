/** Sizes as people write them: `500kB`, `64MB`, `2GB`. A bare number is refused: its unit is not known. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['kB', 1000],
  ['MB', 1_000_000],
  ['GB', 1_000_000_000],
])

export const BYTE_SIZE_PATTERN: RegExp = /^(\d+(?:\.\d+)?)(kB|MB|GB)$/

/** In bytes, or `null` where the text is no size. */
export function parseByteSize(text: string): number | null {
  const parts = BYTE_SIZE_PATTERN.exec(text)
  const unit = UNITS.get(parts?.[2] ?? '')
  if (unit === undefined) return null
  const bytes = Math.round(Number(parts?.[1]) * unit)
  return Number.isSafeInteger(bytes) ? bytes : null
}
