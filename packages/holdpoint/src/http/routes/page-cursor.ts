/**
 * `cursor` of a list: what `next_cursor` said, sent back as it was. One that no page ever gave is a mistake of the
 * caller's; answered with an empty page, it would read as the end of the list.
 */
import { z } from '@hono/zod-openapi'

const LONGEST_CURSOR = 64

export const cursorSchema: z.ZodOptional<z.ZodString> = z
  .string()
  .max(LONGEST_CURSOR)
  .refine(isCursor, 'This is no cursor: send next_cursor of the page before as it came, or leave it out.')
  .optional()

/** A moment and a position, in base64url. */
function isCursor(text: string): boolean {
  const decoded = Buffer.from(text, 'base64url').toString('latin1')
  const [, at, position] = /^(\d{1,16})\.(\d{1,16})$/.exec(decoded) ?? []
  const exact = Number.isSafeInteger(Number(at)) && Number.isSafeInteger(Number(position))
  return exact && Buffer.from(`${Number(at)}.${Number(position)}`, 'latin1').toString('base64url') === text
}
