const LARGEST_PAGE = 1000

/** A page that a cursor continues has at least one row and a bounded number of them, whatever was asked for. */
export function pageLimit(limit: number): number {
  return Math.min(batchLimit(limit), LARGEST_PAGE)
}

/** A batch has as many rows as were asked for: a caller that gets fewer takes it for the last one. */
export function batchLimit(limit: number): number {
  return Number.isSafeInteger(Math.trunc(limit)) ? Math.max(Math.trunc(limit), 1) : LARGEST_PAGE
}
