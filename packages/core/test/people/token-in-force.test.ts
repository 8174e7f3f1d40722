import { expect, test } from 'vitest'
import { isInForce } from '../../src/people/token-in-force.ts'

test.each([
  ['without an end', { revokedAt: null, expiresAt: null }, true],
  ['before its end', { revokedAt: null, expiresAt: 101 }, true],
  ['at its end', { revokedAt: null, expiresAt: 100 }, false],
  ['after its end', { revokedAt: null, expiresAt: 99 }, false],
  ['revoked, without an end', { revokedAt: 50, expiresAt: null }, false],
  ['revoked, before its end', { revokedAt: 50, expiresAt: 101 }, false],
  ['revoked by a clock that was ahead', { revokedAt: 200, expiresAt: null }, false],
])('a token is in force until it ends or is revoked: %s', (_case, token, inForce) => {
  expect(isInForce(token, 100)).toBe(inForce)
})
