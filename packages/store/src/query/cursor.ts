/**
 * Page cursors: a time and a position, opaque to callers. They carry no authority (every filter is applied again), so
 * they are not signed; one that cannot be read finds nothing.
 */
export interface Cursor {
  readonly at: number
  readonly position: number
}

export function toCursorText(cursor: Cursor): string {
  return Buffer.from(`${cursor.at}.${cursor.position}`, 'latin1').toString('base64url')
}

export function readCursor(text: string): Cursor | null {
  const match = /^(\d{1,16})\.(\d{1,16})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (match === null) return null
  const cursor = { at: Number(match[1]), position: Number(match[2]) }
  const exact = Number.isSafeInteger(cursor.at) && Number.isSafeInteger(cursor.position)
  return exact && toCursorText(cursor) === text ? cursor : null
}
