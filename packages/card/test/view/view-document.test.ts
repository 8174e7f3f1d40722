/** The view as one document: what it weighs, and what it has no way to do. Needs a build. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cardDocument } from '@holdpoint/card/view'

const FACTS = {
  pending: 'holdpoint_pending',
  status: 'holdpoint_status',
  decide: 'holdpoint_decide',
  server: 'ledger',
  server_trust: 'trusted',
  server_state: 'connected',
}

/** Names are the users' own, and what is long and like nothing else compresses badly. */
const LONG_NAME = 'Warehouse-of_the.northern-region (staging) no.42 qzjxkvwyphb'

describe('the view', () => {
  const view = cardDocument(FACTS)

  test.each([
    [6, 'ledger'],
    [9, 'ledger'],
    [6, LONG_NAME],
    [9, LONG_NAME],
  ])('card and bridge are one document of at most 30 kB: level %i, for %s', (level, server) => {
    expect(gzipSync(cardDocument({ ...FACTS, server }), { level }).length).toBeLessThanOrEqual(30_000)
  })

  test('loads nothing, reaches nobody but its host, and makes no code from text', () => {
    const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(view)?.[1] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|unsafe-eval|\*|connect-src/)
    expect(view).not.toMatch(/<link|<script[^>]+src|@import|url\((?!data:)/)
    expect(view).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\(/)
    expect(view).not.toMatch(/\beval\(|new Function|document\.write/)
  })

  test('knows its tools and its server by name, and no name can end the element it stands in', () => {
    const hostile = { ...FACTS, server: '</script><script>alert(1)</script>$&' }
    expect(factsIn(view)).toEqual(FACTS)
    expect(factsIn(cardDocument(hostile))).toEqual(hostile)
    expect(cardDocument(hostile)).not.toContain('alert(1)</script>')
  })
})

function factsIn(document: string): unknown {
  return JSON.parse(/id="facts"[^>]*>([^<]*)</.exec(document)?.[1] ?? '')
}
