/** What becomes of an outcome that is not taken at once, or not as it is: the call has run, so its caller is told in any case. */
import { RefusedError } from '@holdpoint/client'
import type { Schemas } from '@holdpoint/client'
import { digestArguments } from '@holdpoint/core'
import { sha256 } from '@holdpoint/testing'
import { describe, expect, test } from 'vitest'
import { guardCall } from '../../src/guard/guard-call.ts'
import type { GuardedCall } from '../../src/guard/guarded-call.ts'
import type { HoldRequests, RequestedHold } from '../../src/requests/hold-requests.ts'

const CALL: GuardedCall = {
  tool: 'delete_product',
  arguments: { sku: 'a' },
  call: { scope: 'thread', id: 'one' },
  risk: 'high',
  wait: 0,
}

const APPROVED: RequestedHold = {
  id: 'hold-1',
  state: 'approved',
  server: 'shop',
  tool: 'delete_product',
  risk: 'high',
  approval_url: 'http://page',
  summary: '',
  text: '',
  ttl_seconds: 1,
  digest: digestArguments({ sku: 'a' }, sha256),
  edited: false,
  decided_by: 'ana',
  via: 'page',
  run_after: null,
  execute_by: null,
  code: null,
  message: null,
  reason: null,
  outcome: null,
}

interface Played extends HoldRequests {
  readonly reports: Schemas['OutcomeReport'][]
}

/** Approved already; each report is answered by the next of these, the last one again and again. */
function play(...answers: readonly (() => RequestedHold)[]): Played {
  const reports: Schemas['OutcomeReport'][] = []
  return {
    reports,
    ask: async () => APPROVED,
    look: async () => APPROVED,
    claim: async () => ({
      attempt: 'try-1',
      arguments: { sku: 'a' },
      digest: APPROVED.digest,
      edited: false,
      receipt: '',
      lease_ms: 1000,
    }),
    async report(_id, report) {
      reports.push(report)
      return (answers[reports.length - 1] ?? answers.at(-1) ?? (() => APPROVED))()
    },
    close: async () => {},
  }
}

function fails(error: Error): () => RequestedHold {
  return () => {
    throw error
  }
}

const taken = (): RequestedHold => ({ ...APPROVED, state: 'succeeded' })

describe('a report that is not taken', () => {
  test('is made again until it is', async () => {
    const requests = play(
      fails(new TypeError('fetch failed')),
      fails(new RefusedError(503, 'STORE_UNAVAILABLE', '', {})),
      taken,
    )
    expect(await guardCall(requests, 'shop', CALL, async () => 'done')).toMatchObject({ kind: 'ran', result: 'done' })
    expect(requests.reports.map(({ kind, result }) => [kind, result])).toEqual(
      Array.from({ length: 3 }, () => ['succeeded', 'done']),
    )
  })

  test('keeps its caller waiting only for a while, and goes on', async () => {
    const logged: string[] = []
    const requests = play(fails(new TypeError('fetch failed')))
    const options = { log: (message: string) => logged.push(message), reportWithinMs: 120 }
    expect(await guardCall(requests, 'shop', CALL, async () => 'done', options)).toMatchObject({
      kind: 'ran',
      result: 'done',
    })
    expect(logged).toEqual([expect.stringContaining('hold hold-1')])
    const before = requests.reports.length
    await expect.poll(() => requests.reports.length).toBeGreaterThan(before)
  })

  test('because of its result is made without it', async () => {
    const requests = play(fails(new RefusedError(413, 'BODY_TOO_LARGE', '', {})), taken)
    expect(await guardCall(requests, 'shop', CALL, async () => ({ rows: [1] }))).toMatchObject({ kind: 'ran' })
    expect(requests.reports.map(({ result }) => result)).toEqual([{ rows: [1] }, expect.stringContaining('It ran.')])
  })

  test('since another outcome stands is given up, and logged', async () => {
    const logged: string[] = []
    const requests = play(fails(new RefusedError(409, 'CONFLICT', 'It stands otherwise.', {})))
    const options = { log: (message: string) => logged.push(message) }
    expect(await guardCall(requests, 'shop', CALL, async () => 'done', options)).toMatchObject({ kind: 'ran' })
    expect(requests.reports).toHaveLength(1)
    expect(logged).toEqual([expect.stringContaining('It stands otherwise.')])
  })
})

describe('what is kept of a result', () => {
  test.each([
    ['nothing', undefined, null],
    ['what JSON spells otherwise', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['what JSON cannot spell', { big: 1n }, expect.stringContaining('could not be kept')],
    ['what is too large', 'x'.repeat(1_000_001), expect.stringContaining('could not be kept')],
  ])('%s', async (_what, result, kept) => {
    const requests = play(taken)
    const guarded = await guardCall(requests, 'shop', CALL, async () => result)
    expect(guarded).toMatchObject({ kind: 'ran' })
    if (guarded.kind === 'ran') expect(guarded.result).toBe(result)
    expect(requests.reports).toEqual([{ attempt: 'try-1', kind: 'succeeded', result: kept }])
  })
})

test('given up in the middle of its run, its outcome is unknown', async () => {
  const requests = play(taken)
  const gone = new AbortController()
  const running = guardCall(requests, 'shop', { ...CALL, signal: gone.signal }, async () => {
    gone.abort()
    gone.signal.throwIfAborted()
  })
  await expect(running).rejects.toThrow('aborted')
  expect(requests.reports).toMatchObject([{ kind: 'unknown' }])
})

test('what the policy lets pass runs at once, and is no hold', async () => {
  const requests: HoldRequests = {
    ...play(),
    ask: async () => ({ state: 'passes', risk: 'low', rule: 'observe', receipt: '' }),
  }
  const about: unknown[] = []
  const guarded = await guardCall(requests, 'shop', CALL, async (args, more) => {
    about.push(args, more)
    return 1
  })
  expect(guarded).toEqual({ kind: 'ran', result: 1, hold: null, edited: false })
  expect(about).toEqual([{ sku: 'a' }, { hold: null, edited: false }])
})

test('paused after the approval: nothing runs, and it can be collected later', async () => {
  const requests: HoldRequests = {
    ...play(),
    claim: async () => {
      throw new RefusedError(409, 'NOT_NOW', 'Everything is paused.', {})
    },
  }
  expect(await guardCall(requests, 'shop', CALL, async () => 1)).toMatchObject({
    kind: 'waiting',
    text: expect.stringMatching(/^NOT RUN YET.*paused/) as string,
  })
})

test.each([
  ['the question', { ask: fails(new Error('disk full')) }],
  ['the claim', { claim: fails(new Error('disk full')) }],
])('an error of any kind in %s runs nothing', async (_what, broken) => {
  const ran: unknown[] = []
  const requests = {
    ...play(),
    ...Object.fromEntries(Object.entries(broken).map(([name, fail]) => [name, async () => fail()])),
  }
  const guarded = await guardCall(requests, 'shop', CALL, async () => ran.push(1))
  expect(guarded).toMatchObject({ kind: 'refused', code: 'NOT_ASKED' })
  expect(ran).toEqual([])
})
