/** Compares two hashes in constant time, so that how long a refusal takes says nothing about how close a guess came. */
import { timingSafeEqual } from 'node:crypto'

export function equalHashes(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left.toLowerCase(), 'utf8')
  const rightBytes = Buffer.from(right.toLowerCase(), 'utf8')
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}
