/** A request that goes on to its server, its record, and its answer: in whatever order they come. */
import { recordDraft } from '@holdpoint/core'
import type { RecordDraft } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import type { RecordWaiter } from '../../src/calls/audit-trail.ts'
import { newInFlight } from '../../src/calls/in-flight.ts'
import { RelayedRequest } from '../../src/calls/relayed-request.ts'
import type { RelayEnds, RewriteAnswer } from '../../src/calls/relayed-request.ts'

interface Play {
  readonly request: RelayedRequest
  readonly seen: string[]
  readonly waiting: RecordWaiter[]
}

const RECORD = recordDraft({ kind: 'call-passed', tenant: 'default', tool: 'get_item' })

function play(record: (() => RecordDraft) | null = () => RECORD, rewrite: RewriteAnswer | null = null): Play {
  const seen: string[] = []
  const waiting: RecordWaiter[] = []
  const ends: RelayEnds = {
    trail: {
      appendFor: ({ kind }, waiter) => {
        seen.push(kind)
        waiting.push(waiter)
      },
    },
    replied: (_id, _flying, _message, text) => void seen.push(`answered ${text}`),
    reply: (_id, _flying, text) => void seen.push(`answered ${text}`),
    fail: (_id, _flying, message) => void seen.push(`failed ${message}`),
    related: () => true,
  }
  return { request: new RelayedRequest(ends, 1, newInFlight('tools/call', undefined), record, rewrite), seen, waiting }
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('[X12.5] a relayed request', () => {
  test('an answer that comes at once, from a server in this process, waits for its record', async () => {
    const { request, seen, waiting } = play()
    request.answered({ result: {} }, 'A', null)
    request.leaving()
    expect(seen).toEqual([])
    await tick()
    expect(seen).toEqual(['call-passed'])
    waiting[0]?.recorded('committed')
    expect(seen).toEqual(['call-passed', 'answered A'])
  })

  test('its record is written after it has left, and only once', async () => {
    const { request, seen, waiting } = play()
    request.leaving()
    expect(seen).toEqual([])
    await tick()
    waiting[0]?.recorded('buffered')
    request.answered({ result: {} }, 'A', null)
    request.writeRecord()
    expect(seen).toEqual(['call-passed', 'answered A'])
  })

  test('where the record is refused, the answer is withheld', async () => {
    const { request, seen, waiting } = play()
    request.leaving()
    await tick()
    request.answered({ result: {} }, 'A', null)
    waiting[0]?.recorded('refused')
    expect(seen).toEqual(['call-passed', expect.stringMatching(/^failed STORE_UNAVAILABLE/)])
  })

  test('a request that fails before its record is written is on record, and is answered once', async () => {
    const { request, seen, waiting } = play()
    request.leaving()
    request.failed({ certainty: 'perhaps-sent', message: 'gone' })
    request.failed({ certainty: 'perhaps-sent', message: 'gone' })
    request.answered({ result: {} }, 'late', null)
    await tick()
    waiting[0]?.recorded('committed')
    expect(seen).toEqual(['failed gone', 'call-passed'])
  })

  test('a rewritten answer waits for its record too', async () => {
    const { request, seen, waiting } = play(
      () => RECORD,
      async (_message, text) => `${text} rewritten`,
    )
    request.leaving()
    request.answered({ result: {} }, 'A', null)
    await tick()
    expect(seen).toEqual(['call-passed'])
    waiting[0]?.recorded('committed')
    expect(seen).toEqual(['call-passed', 'answered A rewritten'])
  })

  test('what is on record already leaves at once', () => {
    const { request, seen } = play(null)
    request.leaving()
    request.answered({ result: {} }, 'A', null)
    expect(seen).toEqual(['answered A'])
  })
})
