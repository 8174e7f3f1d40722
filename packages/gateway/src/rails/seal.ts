/**
 * Proves that something we gave to a client came back as we gave it. One key per home, so every process of it can check
 * what another one sealed. A seal says nothing about being used before: that is the hold's work.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Seal {
  /** `purpose` keeps what was sealed for one thing from being shown for another. */
  of(purpose: string, text: string): string
  matches(purpose: string, text: string, seal: string): boolean
}

export function createSeal(key: Uint8Array): Seal {
  const of = (purpose: string, text: string): string =>
    createHmac('sha256', key).update(`${purpose.length}:${purpose}${text}`).digest('base64url')
  return {
    of,
    matches(purpose, text, seal) {
      const expected = Buffer.from(of(purpose, text))
      const given = Buffer.from(seal)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
