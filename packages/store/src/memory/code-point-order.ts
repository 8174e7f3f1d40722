/** The order in which databases compare texts; JavaScript's own places what lies outside the first plane too early. */
export function compareCodePoints(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}
