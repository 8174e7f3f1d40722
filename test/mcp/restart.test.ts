/**
 * [S9] A server that confirms its own tools, killed with kill -9 wherever it hurts: what a person approved runs once or not at all, and what cannot be known is said. The ledger that the tool itself
 * writes is the judge.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { approvedDigest, decide } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import { CONFIRMING_SERVER } from '../harness/paths.ts'
import { startProcess } from '../harness/run-wrap.ts'
import type { RunningProcess } from '../harness/run-wrap.ts'
import { createStdioClient } from '../harness/stdio-client.ts'
import type { StdioClient } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { usingStore } from '../harness/using-store.ts'
import { waitFor } from '../harness/wait-for.ts'

interface Server extends RunningProcess {
  readonly client: StdioClient
}

async function start(home: TemporaryHome, environment: NodeJS.ProcessEnv = {}): Promise<Server> {
  const running = startProcess(process.execPath, [CONFIRMING_SERVER], {
    cwd: home.folder,
    environment: { ...home.environment, LEDGER: home.ledgerFile, ...environment },
  })
  const client = createStdioClient(running.child)
  await client.initialize('agent')
  client.notify('notifications/initialized')
  return { ...running, client }
}

const ledger = (home: TemporaryHome): readonly string[] =>
  existsSync(home.ledgerFile) ? readFileSync(home.ledgerFile, 'utf8').trim().split('\n').filter(Boolean) : []

/** At the terminal of this machine, in a process beside the server. */
async function approve(home: TemporaryHome, id: string): Promise<void> {
  await usingStore(home, async (store) => {
    const hold = (await store.holds.get(id)) ?? expect.fail('no hold')
    const verdict = { by: 'local:tester', answer: 'approve', via: 'terminal', assurance: 'host', reason: null } as const
    const decision = await decide(store, { hold: id, tenant: null, verdict, shown: approvedDigest(hold) })
    expect(decision.kind).toBe('decided')
  })
}

const CALL = { code: 'A1', reason: 'sold out' }

describe.each(['v1', 'v2'] as const)('a %s server on SQLite', (LINE) => {
  test('killed after the approval, before the run: the next call runs it, once, and asks nobody again', async () => {
    const home = createTemporaryHome()
    const first = await start(home, { LINE })
    const { approval_id: id } = envelopeOf(await first.client.call('delete_product', CALL))
    await first.kill('SIGKILL')
    await approve(home, id)
    const second = await start(home, { LINE })
    expect(textOf(await second.client.call('delete_product', CALL))).toBe('✅ Deleted A1.')
    expect(ledger(home)).toEqual([JSON.stringify({ code: 'A1', hold: id })])
    await waitFor(
      'the note that it was told',
      async () =>
        await usingStore(home, async (store) => ((await store.holds.get(id))?.deliveredAt ?? null) !== null || null),
    )
    await second.kill('SIGKILL')
    // The answer was told: the same call again is a new question.
    const third = await start(home, { LINE })
    expect(envelopeOf(await third.client.call('delete_product', CALL)).approval_id).not.toBe(id)
    expect(ledger(home)).toHaveLength(1)
  })

  test('killed while it runs: the outcome is unknown, is said so, and nothing runs twice', async () => {
    const home = createTemporaryHome()
    const first = await start(home, { LINE, SLOW: '60000' })
    const { approval_id: id } = envelopeOf(await first.client.call('delete_product', CALL))
    await approve(home, id)
    await waitFor('the run', () => (ledger(home).length === 1 ? true : null))
    await first.kill('SIGKILL')
    const second = await start(home, { LINE })
    const answer = await second.client.call('delete_product', CALL)
    expect(codeOf(answer)).toBe('OUTCOME_UNKNOWN')
    expect(ledger(home)).toHaveLength(1)
    const again = envelopeOf(await second.client.call('delete_product', CALL))
    expect(again.approval_id).not.toBe(id)
    expect(ledger(home)).toHaveLength(1)
  })
})

test('six kills at odd moments between approval and answer: no approval runs more than once', async () => {
  const home = createTemporaryHome()
  for (let round = 0; round < 6; round++) {
    const server = await start(home, { SLOW: '20' })
    const call = { code: `A${round}` }
    const { approval_id: id } = envelopeOf(await server.client.call('delete_product', call))
    await approve(home, id)
    await new Promise((resolve) => setTimeout(resolve, round * 20))
    await server.kill('SIGKILL')
    const next = await start(home)
    const answer = await next.client.call('delete_product', call)
    const runs = ledger(home).filter((line) => line.includes(`"${call.code}"`))
    expect(runs.length).toBeLessThanOrEqual(1)
    // Whoever is told that it ran, it ran for; whoever is told that nobody knows, it may have.
    if (textOf(answer).startsWith('✅')) expect(runs).toHaveLength(1)
    else expect(['OUTCOME_UNKNOWN', null]).toContain(codeOf(answer))
    await next.kill('SIGKILL')
  }
  const holds = ledger(home).map((line) => (JSON.parse(line) as { readonly hold: string }).hold)
  expect(new Set(holds).size).toBe(holds.length)
})

test('in memory, a restart forgets: the call is asked anew, and what was approved before runs nothing', async () => {
  const home = createTemporaryHome()
  const first = await start(home, { STORE: 'memory' })
  const { approval_id: id } = envelopeOf(await first.client.call('delete_product', CALL))
  await first.kill('SIGKILL')
  const second = await start(home, { STORE: 'memory' })
  expect(envelopeOf(await second.client.call('delete_product', CALL)).approval_id).not.toBe(id)
  expect(ledger(home)).toEqual([])
})

test('a store that cannot be opened lets nothing run, and reads go on', async () => {
  const home = createTemporaryHome()
  const server = await start(home, { STORE: `${CONFIRMING_SERVER}/holds.db` })
  const answer = await server.client.call('delete_product', CALL)
  expect(answer.result?.isError).toBe(true)
  expect(textOf(answer)).toContain('did not run')
  expect(textOf(await server.client.call('read_product', { code: 'A1' }))).toBe('A1')
  expect(ledger(home)).toEqual([])
})

test('a folder that is not there yet is made, for this account alone', async () => {
  const home = createTemporaryHome()
  const folder = `${home.folder}/data/questions`
  const server = await start(home, { STORE: `${folder}/holds.db` })
  expect(envelopeOf(await server.client.call('delete_product', CALL)).approval_id).toMatch(/\w/)
  expect(existsSync(`${folder}/holds.db`)).toBe(true)
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o077).toBe(0)
})
