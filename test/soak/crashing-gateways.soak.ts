/** Several gateways share one home for a long while, are killed at random and asked again; the ledger is the oracle. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createSqliteStore, sha256 } from '@holdpoint/store'
import { approvalsOf, decide } from '@holdpoint/core'
import type { HoldPage, HoldQuery, Store } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { openHomeDirectory } from '@holdpoint/store/home'
import { expectAuditIntact } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10)
const GATEWAYS = 3
const SEED = Number(process.env['SOAK_SEED'] ?? 1)

/** A small generator, so that a run can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const ANY_HOLD: HoldQuery = {
  tenant: null,
  state: null,
  server: null,
  tool: null,
  risk: null,
  text: null,
  limit: 20,
  cursor: null,
}

async function decideAtRandom(store: Store, random: () => number): Promise<void> {
  const { holds } = await store.holds.list({ ...ANY_HOLD, state: 'pending', limit: 20 })
  for (const { id } of holds) {
    const answer = random() < 0.8 ? 'approve' : 'decline'
    const verdict = { answer, by: 'local:soak', via: 'terminal', assurance: 'host', reason: null } as const
    await decide(store, { hold: id, tenant: null, verdict })
  }
}

async function gateway(home: TemporaryHome, index: number, until: number): Promise<void> {
  const random = randomFrom(SEED * 1000 + index)
  let wrap: RunningWrap | null = null
  while (Date.now() < until) {
    try {
      wrap ??= await startWrap(home, { clientName: `client-${index}` })
      const item = `${index}-${Math.floor(random() * 5)}`
      await wrap.client.call(random() < 0.7 ? 'get_item' : 'delete_item', { id: item }, {}, 10_000)
    } catch {
      // Killed while it was asked: the next one asks again.
      wrap = null
    }
    if (wrap !== null && random() < 0.03) {
      await wrap.kill('SIGKILL')
      wrap = null
    }
  }
  await wrap?.kill('SIGTERM')
}

test(`${GATEWAYS} gateways, ${MINUTES} minutes, killed at random: nothing runs unasked, nothing twice`, async () => {
  const home = createTemporaryHome('decline_sticks: 1s')
  const until = Date.now() + MINUTES * 60_000
  const random = randomFrom(SEED)
  const { databaseFile, checkpointKey } = openHomeDirectory(home.path)
  const store = await createSqliteStore({
    file: databaseFile,
    now: Date.now,
    sha256,
    checkpointKey: checkpointKey(() => crypto.randomUUID()),
    randomId: () => crypto.randomUUID(),
  })
  const decider = (async () => {
    while (Date.now() < until) {
      await decideAtRandom(store, random)
      await sleep(50 + random() * 200)
    }
  })()
  await Promise.all([decider, ...Array.from({ length: GATEWAYS }, (_, index) => gateway(home, index, until))])
  const runs = new Map<string, number>()
  for (const { argumentsText = '' } of readLedger(home, 'delete_item')) {
    runs.set(argumentsText, (runs.get(argumentsText) ?? 0) + 1)
  }
  expect(runs.size).toBeGreaterThan(0)
  for (const [argumentsText, ran] of runs) {
    expect(ran, argumentsText).toBeLessThanOrEqual(await countApproved(store, argumentsText))
  }
  await store.close()
  await expectAuditIntact(home)
})

/** Holds that a person approved and that may have run. */
async function countApproved(store: Store, argumentsText: string): Promise<number> {
  let approved = 0
  let cursor: string | null = null
  do {
    const page: HoldPage = await store.holds.list({ ...ANY_HOLD, limit: 500, cursor })
    approved += page.holds.filter(
      (hold) => hold.call.argumentsText === argumentsText && hold.attempt !== null && approvalsOf(hold).length > 0,
    ).length
    cursor = page.nextCursor
  } while (cursor !== null)
  return approved
}
