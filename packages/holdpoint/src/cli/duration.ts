/** Durations as people write them on the command line, and ages as they read them. */
const UNITS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90`, `90s`, `5m`, `2h`, `30d` in milliseconds; `null` for anything else. */
export function readDuration(text: string): number | null {
  const match = /^(\d{1,6})([smhd]?)$/.exec(text)
  if (match === null) return null
  const milliseconds = Number(match[1]) * (UNITS[match[2] === '' ? 's' : (match[2] ?? 's')] ?? 1000)
  return milliseconds > 0 ? milliseconds : null
}

/** `40s`, `12m`, `5h`, `3d`: the largest unit that fits, rounded down. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}
