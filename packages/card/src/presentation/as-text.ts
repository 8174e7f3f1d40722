/** What came over a wire and should be text, as text: whatever else it is, as JSON. It never throws. */
export function asText(value: unknown, indent = 0): string {
  if (typeof value === 'string') return value
  try {
    // `undefined` is no JSON.
    return String(JSON.stringify(value, null, indent))
  } catch {
    return '(too deep to be told)'
  }
}
