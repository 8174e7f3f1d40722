/** Reads `since`: a moment (`2026-05-01`, `2026-05-01T10:00:00Z`) or a span before now (`90s`, `15m`, `12h`, `30d`). */
const UNIT_MS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function parseSince(text: string, now: number): number | null {
  const span = /^(\d{1,9})([smhd])$/.exec(text)
  if (span !== null) return now - Number(span[1]) * (UNIT_MS[span[2] ?? ''] ?? Number.NaN)
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return null
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}
