import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Call, JsonObject } from '@holdpoint/core'
import { openState, sealState } from '../../src/rails/request-state.ts'
import { createSeal } from '../../src/rails/seal.ts'
import { sampleHold } from '@holdpoint/testing'

const seal = createSeal(randomBytes(32))
const HOLD = sampleHold()
const CALL: Call = { ...HOLD.call, arguments: { id: 'c_17' } satisfies JsonObject }
const ASKED_AT = HOLD.createdAt
const STATE = sealState(seal, HOLD, 'elicitation', ASKED_AT)

describe('what a stateless client carries', () => {
  test.each(['elicitation', 'url'] as const)('comes back as it was given: %s', (rail) => {
    const state = sealState(seal, HOLD, rail, ASKED_AT)
    expect(openState(seal, state, CALL, ASKED_AT + 1)).toEqual({
      kind: 'ours',
      state: { hold: HOLD.id, rail, askedAt: ASKED_AT, expiresAt: HOLD.decideBy, revision: HOLD.revision },
    })
  })

  test('says nothing of the arguments but their digest', () => {
    const body = Buffer.from(STATE.split('.')[1] ?? '', 'base64url').toString('utf8')
    expect(body).toContain(HOLD.call.digest)
    expect(body).not.toContain('c_17')
  })

  test('[B1] with any bit flipped it is never ours', () => {
    const bytes = Buffer.from(STATE)
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 7 }), (at, bit) => {
        const altered = Buffer.from(bytes)
        altered[at] = (altered[at] ?? 0) ^ (1 << bit)
        expect(openState(seal, altered.toString('latin1'), CALL, ASKED_AT).kind).not.toBe('ours')
      }),
      { numRuns: 1_000 },
    )
  })

  test('[B1] no text that somebody makes up is ours', () => {
    const made = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.tuple(fc.base64String(), fc.base64String()).map(([body, mac]) => `hp1.${body}.${mac}`),
      fc.string({ maxLength: 3_000 }).map((text) => `hp1.${Buffer.from(text).toString('base64url')}.`),
    )
    fc.assert(
      fc.property(made, (text) => {
        const { kind } = openState(seal, text, CALL, ASKED_AT)
        expect(kind).toBe(text.startsWith('hp1.') ? 'refused' : 'foreign')
      }),
      { numRuns: 500 },
    )
  })

  test('[B13] sealed with another key it is refused', () => {
    expect(openState(createSeal(randomBytes(32)), STATE, CALL, ASKED_AT).kind).toBe('refused')
  })

  test('[B2] sealed for another purpose it is refused', () => {
    const [, body = ''] = STATE.split('.')
    expect(openState(seal, `hp1.${body}.${seal.of('card', body)}`, CALL, ASKED_AT).kind).toBe('refused')
  })

  test('what is sealed and is no state is refused', () => {
    for (const text of [
      '{}',
      '[]',
      '"x"',
      '[1,2,3,4]',
      '["hold","elicitation",null,null]',
      '["hold","url",1,9e9,"r"]',
    ]) {
      const body = Buffer.from(text).toString('base64url')
      const state = `hp1.${body}.${seal.of('request-state', body)}`
      expect(openState(seal, state, CALL, ASKED_AT).kind, text).toBe('refused')
    }
  })

  test.each([
    ['tenant', { tenant: 'acme' }],
    ['principal', { principal: 'local:ben' }],
    ['client', { client: { name: 'other', version: '1' } }],
    ['server', { server: { ...CALL.server, identity: 'other' } }],
    ['tool', { tool: 'delete_company' }],
    ['arguments', { digest: 'digest-2' }],
  ] as const)('[B2] [L11] of another %s it is refused', (_part, other) => {
    expect(openState(seal, STATE, { ...CALL, ...other }, ASKED_AT)).toMatchObject({ kind: 'refused' })
  })

  test('parts that run into each other stay apart', () => {
    const lent = sampleHold({ call: { tenant: 'a', principal: 'b","c' } })
    const state = sealState(seal, lent, 'elicitation', ASKED_AT)
    const call: Call = { ...CALL, tenant: 'a","b', principal: 'c' }
    expect(openState(seal, state, call, ASKED_AT).kind).toBe('refused')
  })

  test.each([
    [HOLD.decideBy - 1, 'ours'],
    [HOLD.decideBy, 'refused'],
    [HOLD.decideBy + 1_000_000, 'refused'],
  ])('[B6] at %d it is %s', (now, kind) => {
    expect(openState(seal, STATE, CALL, now).kind).toBe(kind)
  })

  test('a state of the server is left to the server', () => {
    for (const text of ['', 'ledger-state-1', 'hp2.x.y', 'HP1.x.y', ' hp1.x.y']) {
      expect(openState(seal, text, CALL, ASKED_AT).kind).toBe('foreign')
    }
  })
})
