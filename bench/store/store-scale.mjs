/**
 * 100,000 holds in one SQLite store: what a page of the list takes, and whether a new hold still costs what the first
 * ones did. New holds go in turns into the full store and into a nearly empty one, by the way a real call opens one.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { callKey, openHold, recordDraft } from '@holdpoint/core'
import { openStore, sha256 } from './open-store.mjs'
import { createHome } from '../processes.mjs'
import { holdRequest } from '../sample-call.mjs'
import { median, quantile } from '../statistics.mjs'

const PAGE = 50
const BATCH = 200
const ANY = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, limit: PAGE, cursor: null }

const client = (number) => `client-${number % 1_000}-${Math.floor(number / 20_000)}`

/** A hold as it lies in a store that has been in use: asked, declined, delivered, written in one step to save time. */
async function addDeclined(store, pattern, number) {
  const { call, id } = holdRequest(number, client(number))
  const { arguments: _parsed, ...held } = call
  const key = callKey(call, sha256)
  await store.holds.changeNewest(key, (_newest, now) => {
    const verdict = { answer: 'decline', by: 'bench', via: 'terminal', assurance: 'identified', at: now, reason: null }
    const ended = { verdicts: [verdict], decidedAt: now, endedAt: now, deliveredAt: now }
    const hold = { ...pattern, id, key, call: held, state: 'declined', createdAt: now, ...ended }
    const record = recordDraft({
      kind: 'hold-declined',
      tenant: call.tenant,
      tool: call.tool,
      hold: id,
      digest: call.digest,
    })
    return { do: 'write', hold, record, before: null, answer: undefined }
  })
}

/** One of twenty still waits: no client may have more than 20 open questions. */
async function fill(store, holds) {
  const first = await openHold(store, holdRequest(0, client(0)))
  for (let from = 1; from < holds; from += BATCH) {
    await Promise.all(
      Array.from({ length: Math.min(BATCH, holds - from) }, async (_value, index) => {
        const number = from + index
        if (number % 20 !== 0) return addDeclined(store, first.hold, number)
        const opened = await openHold(store, holdRequest(number, client(number)))
        if (opened.kind !== 'asked') throw new Error(`Filling the store: ${JSON.stringify(opened)}`)
      }),
    )
  }
}

async function timed(action) {
  const before = performance.now()
  const result = await action()
  return { took: performance.now() - before, result }
}

async function measureList(store, samples) {
  const times = {}
  const shapes = {
    newest: () => ANY,
    pending: () => ({ ...ANY, state: 'pending' }),
    'one tool': () => ({ ...ANY, tool: 'send_email', risk: 'high' }),
    'a word': (index) => ({ ...ANY, text: `person-${index * 37}` }),
  }
  for (const [shape, query] of Object.entries(shapes)) {
    times[shape] = []
    let cursor = null
    for (let index = 0; index < samples; index++) {
      const asked = { ...query(index), cursor: shape === 'a word' ? null : cursor }
      const { took, result } = await timed(() => store.holds.list(asked))
      times[shape].push(took)
      cursor = result.nextCursor
    }
  }
  return times
}

async function measureNewHolds(full, small, samples) {
  const times = { full: [], small: [] }
  for (let index = 0; index < samples; index++) {
    const request = () => holdRequest(10_000_000 + index, `late-${Math.floor(index / 15)}`)
    for (const [name, store] of index % 2 === 0
      ? [
          ['full', full],
          ['small', small],
        ]
      : [
          ['small', small],
          ['full', full],
        ]) {
      const { took } = await timed(() => openHold(store, request()))
      times[name].push(took)
    }
  }
  return times
}

export async function measureStoreAtScale({ quick }) {
  const holds = quick ? 10_000 : 100_000
  const home = createHome()
  const full = await openStore(path.join(home, 'full.db'))
  const small = await openStore(path.join(home, 'small.db'))
  try {
    const filling = await timed(() => fill(full, holds))
    const list = await measureList(full, quick ? 100 : 300)
    const fresh = await measureNewHolds(full, small, quick ? 100 : 400)
    const pages = Object.values(list).flat()
    const shapes = Object.entries(list).map(([shape, values]) => `${shape} ${quantile(values, 0.99).toFixed(1)} ms`)
    return [
      {
        name: `a list page with ${holds.toLocaleString('en')} holds in the store: p99`,
        measured: quantile(pages, 0.99),
        target: { atMost: 50 },
        unit: 'ms',
        detail: `${shapes.join(', ')}; filled in ${(filling.took / 1_000).toFixed(0)} s`,
      },
      {
        name: `a new hold with ${holds.toLocaleString('en')} in the store against an empty one: p50`,
        measured: median(fresh.full) / median(fresh.small),
        target: { atMost: 1.5 },
        unit: '×',
        detail: `${median(fresh.full).toFixed(2)} ms against ${median(fresh.small).toFixed(2)} ms`,
      },
    ]
  } finally {
    await Promise.all([full.close(), small.close()])
    rmSync(home, { recursive: true, force: true })
  }
}
