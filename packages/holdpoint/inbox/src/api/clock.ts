/** Time by the server's clock: a browser that is wrong about the hour must not show a false deadline. */
let offset = 0

export function serverNow(): number {
  return Date.now() + offset
}

/** The header has whole seconds; only a clock that is really off is corrected. */
export function learnClock(headers: Headers): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(date)) offset = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0
}
