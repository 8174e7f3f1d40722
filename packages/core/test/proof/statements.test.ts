import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  APPROVED_META_KEY,
  checkApprovedMarker,
  checkReceipt,
  createMarkerUses,
  readStatement,
  signApprovedMarker,
  signReceipt,
  signStatement,
} from '../../src/index.ts'
import type { Hold, MarkerCheck } from '../../src/index.ts'
import { sampleHold } from '@holdpoint/testing'

/** Stands for Ed25519, which the tests of the gateway use: here only what is signed matters. */
const signWith =
  (key: string) =>
  (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url')
const sign = signWith('ours')
const check = (text: string, signature: string): boolean => sign(text) === signature

const by = { instance: 'claim/1', host: '', pid: 0, startedAt: null }
const verdict = {
  answer: 'approve',
  by: 'ana',
  via: 'page',
  assurance: 'identified',
  at: 1,
  reason: null,
  edits: null,
} as const
const hold: Hold = sampleHold({
  state: 'dispatching',
  verdicts: [verdict],
  attempt: { id: 'try-1', by, startedAt: 1_000_000, round: 1, awaitingInput: null },
})

test('a statement is a compact JWS that any library reads, whatever letters are in it', () => {
  const payload = { tool: '删除', text: '"\\\u0000😀' }
  const token = signStatement('holdpoint-receipt', payload, sign)
  const [header = '', body = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'EdDSA', typ: 'holdpoint-receipt' })
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual(payload)
  expect(readStatement('holdpoint-receipt', token, check)).toEqual(payload)
  for (let length = 0; length < 7; length += 1) {
    const short = { x: 'y'.repeat(length) }
    expect(readStatement('holdpoint-receipt', signStatement('holdpoint-receipt', short, sign), check)).toEqual(short)
  }
})

describe('what is no statement of ours says nothing', () => {
  const token = signStatement('holdpoint-receipt', { hold: 'h1' }, sign)
  const [header = '', body = '', signature = ''] = token.split('.')
  const none = Buffer.from('{"alg":"none","typ":"holdpoint-receipt"}').toString('base64url')
  test.each([
    ['another kind', signStatement('holdpoint-approved', { hold: 'h1' }, sign)],
    ['another key', signStatement('holdpoint-receipt', { hold: 'h1' }, signWith('theirs'))],
    ['another payload', `${header}.${Buffer.from('{"hold":"h2"}').toString('base64url')}.${signature}`],
    ['no algorithm', `${none}.${body}.${sign(`${none}.${body}`)}`],
    ['no signature', `${header}.${body}.`],
    ['no JSON', `${header}.bm90.${sign(`${header}.bm90`)}`],
    ['more parts', `${token}.${signature}`],
    ['a book', `${header}.${'A'.repeat(20_000)}.${signature}`],
    ['nothing', ''],
  ])('%s', (_what, said) => expect(readStatement('holdpoint-receipt', said, check)).toBeNull())
})

test('a receipt is for one attempt of one call: of none other, and no marker passes for one', () => {
  const receipt = signReceipt(hold, 2_000_000, sign)
  const expected = {
    hold: hold.id,
    server: hold.call.server.name,
    tool: hold.call.tool,
    digest: hold.call.digest,
    attempt: 'try-1',
  }
  expect(checkReceipt(receipt, expected, check)).toMatchObject({ decided_by: ['ana'], iat: 1000, exp: 2000 })
  for (const name of ['hold', 'server', 'tool', 'digest', 'attempt'] as const) {
    expect(checkReceipt(receipt, { ...expected, [name]: 'other' }, check)).toBeNull()
  }
})

describe('the marker of a gateway', () => {
  const made = (over: Partial<Hold> = {}): string | null =>
    signApprovedMarker({ ...hold, ...over }, { sign, now: 5_000_000, newId: () => 'j1' })
  const fresh = (): MarkerCheck => ({
    check,
    tool: hold.call.tool,
    digest: hold.call.digest,
    server: hold.call.server.identity,
    now: 5_000_500,
    take: createMarkerUses(() => 5_000_500),
  })
  const meta = (token: string | null): { [name: string]: string } => ({ [APPROVED_META_KEY]: token ?? '' })

  test('is worth something for this very call, once, for a minute', () => {
    const first = fresh()
    expect(checkApprovedMarker(meta(made()), first)).toMatchObject({ hold: hold.id, exp: 5060, jti: 'j1' })
    expect(checkApprovedMarker(meta(made()), first)).toBeNull()
    expect(checkApprovedMarker(meta(made()), { ...fresh(), server: null })).not.toBeNull()
    for (const other of [
      { tool: 'other' },
      { digest: 'other' },
      { server: 'other' },
      { now: 5_060_000 },
      { now: 4_990_000 },
    ]) {
      expect(checkApprovedMarker(meta(made()), { ...fresh(), ...other })).toBeNull()
    }
    const longer = {
      hold: 'h',
      tool: hold.call.tool,
      server: 's',
      digest: hold.call.digest,
      iat: 5000,
      exp: 9000,
      jti: 'j',
    }
    const forged = signStatement('holdpoint-approved', longer, sign)
    expect(checkApprovedMarker(meta(forged), { ...fresh(), server: null })).toBeNull()
    expect(checkApprovedMarker(meta(signReceipt(hold, 9_000_000, sign)), { ...fresh(), server: null })).toBeNull()
    expect(checkApprovedMarker({ [APPROVED_META_KEY]: 7 }, fresh())).toBeNull()
    expect(checkApprovedMarker(undefined, fresh())).toBeNull()
  })

  test('is made only of what a person approved, and only while it is sent', () => {
    expect(made({ verdicts: [] })).toBeNull()
    expect(made({ state: 'approved' })).toBeNull()
    expect(made({ verdicts: [{ ...verdict, answer: 'decline' }] })).toBeNull()
  })

  test('that may come again is remembered, and where too many are, the next is not believed', () => {
    let now = 0
    const take = createMarkerUses(() => now)
    const marker = { hold: 'h', tool: 't', server: 's', digest: 'd', iat: 0, exp: 60, jti: '' }
    for (let index = 0; index < 10_000; index += 1) expect(take({ ...marker, jti: String(index) })).toBe(true)
    expect(take({ ...marker, jti: 'one more' })).toBe(false)
    now = 61_000
    expect(take({ ...marker, jti: 'one more', exp: 120 })).toBe(true)
  })
})
