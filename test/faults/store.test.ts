/**
 * A store that is full, locked, broken or gone: reads go on, nothing above low runs, and no decision lives in memory
 * only.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, expectAuditIntact, holdpoint, listHolds, showHold } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { HOLDPOINT, crashPoint } from '../harness/paths.ts'
import { LEDGER_COMMAND, endWrap, startProcess, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import type { RunningProcess, RunningWrap } from '../harness/run-wrap.ts'
import { createStdioClient } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

const STACK = /\n\s+at .*:\d+:\d+/
const database = (home: TemporaryHome): string => join(home.path, 'holdpoint.db')

const atCommit = (kind: string, when: string) => ({
  nodeOptions: ['--import', crashPoint('at-commit.mjs')],
  environment: { CRASH_KIND: kind, CRASH_WHEN: when },
})

/** A home whose store exists already, so that a fault meets the work and not the migration. */
async function createUsedHome(yaml = ''): Promise<TemporaryHome> {
  const home = createTemporaryHome(yaml)
  await expectAuditIntact(home)
  return home
}

/** The wrap under a limit on the size of any file it writes: what a full disk does, at a byte of our choice. */
async function startLimited(home: TemporaryHome, kilobytes: number): Promise<RunningWrap> {
  const words = [process.execPath, HOLDPOINT, 'wrap', '--name', 'ledger', '--', ...LEDGER_COMMAND]
  const command = words.map((word) => `'${word}'`).join(' ')
  // Ignored, the signal becomes an error of write(2), as on a full disk.
  const script = `trap '' XFSZ; ulimit -f ${kilobytes}; exec ${command}`
  const running = startProcess('bash', ['-c', script], { cwd: home.folder, environment: home.environment })
  const wrap = { ...running, client: createStdioClient(running.child) }
  await wrap.client.initialize()
  return wrap
}

/** So long a write waits for a store that another process has locked; a read waits for none. */
const STORE_PATIENCE_MS = 30_000

async function lockStore(home: TemporaryHome): Promise<RunningProcess & { release(): Promise<void> }> {
  const locker = startProcess(process.execPath, [crashPoint('lock-store.mjs'), database(home)], {
    cwd: home.folder,
    environment: home.environment,
  })
  let said = ''
  locker.child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await waitFor('the lock', () => said.includes('locked'))
  return {
    ...locker,
    async release() {
      locker.child.stdin.end()
      await locker.exited
    },
  }
}

describe.concurrent('a disk that is full', () => {
  // The shared-memory file needs 32 KB; from there on each step cuts off another write of the same story.
  test.each([36, 44, 52, 60, 70, 80, 95, 120])(
    '[H15] after %i KB: reads pass, nothing runs unapproved or twice',
    async (limit) => {
      const home = await createUsedHome('wait: 1s')
      const wrap = await startLimited(home, limit)
      const { client } = wrap
      expect(textOf(await client.call('get_item', { id: 1 }))).toBe('item 1')
      const answers = []
      for (let id = 0; id < 3; id++) {
        const answer = await client.call('delete_item', { id })
        answers.push(answer)
        if (codeOf(answer) === null && heldBy(answer) === null) {
          await holdpoint(home, ['approve', envelopeOf(answer).approval_id], { as: 'approver' })
        } else expect(['STORE_UNAVAILABLE', 'OUTCOME_UNKNOWN']).toContain(codeOf(answer))
        expect(textOf(await client.call('get_item', { id }))).toBe(`item ${id}`)
      }
      for (const { id, tool } of await listHolds(home)) expect([id, tool]).toEqual([id, 'delete_item'])
      await endWrap(wrap)
      expect(wrap.stderr()).not.toMatch(STACK)
      const next = await startWrap(home)
      for (let id = 0; id < 3; id++) await next.client.call('delete_item', { id })
      await endWrap(next)
      for (let id = 0; id < 3; id++) {
        const sent = readLedger(home, 'delete_item').filter(({ argumentsText }) => argumentsText === `{"id":${id}}`)
        expect(sent.length).toBeLessThanOrEqual(1)
      }
      await expectLedgerJustified(home)
    },
  )

  test('[H15] the limit really bites: under the smallest, a risky call is refused', async () => {
    const home = await createUsedHome()
    const wrap = await startLimited(home, 36)
    const codes = []
    for (let id = 0; id < 4; id++) codes.push(codeOf(await wrap.client.call('delete_item', { id })))
    expect(codes).toContain('STORE_UNAVAILABLE')
    expect(readLedger(home)).toEqual([])
    expect(wrap.stderr()).toMatch(/store/)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})

describe.concurrent('a store that fails', () => {
  test('[H17] right after the approval: nothing is sent, the caller is told, the approval runs later', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home, atCommit('hold-dispatched', 'down'))
    const call = wrap.client.call('delete_item', { id: 1 })
    const hold = await waitForQuestion(wrap)
    await approve(home, hold)
    expect(codeOf(await call)).toBe('STORE_UNAVAILABLE')
    expect(readLedger(home)).toEqual([])
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    expect(codeOf(await wrap.client.call('delete_item', { id: 2 }))).toBe('STORE_UNAVAILABLE')
    await wrap.kill()
    expect((await showHold(home, hold)).state).toBe('approved')
    const next = await startWrap(home)
    expect(heldBy(await next.client.call('delete_item', { id: 1 }))?.id).toBe(hold)
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[H17] when the outcome is to be stored: the caller is not told a success that is not on record', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home, atCommit('hold-succeeded', 'down'))
    // The store is tried for ten seconds before the caller hears.
    const call = wrap.client.call('delete_item', { id: 1 })
    const hold = await waitForQuestion(wrap)
    await approve(home, hold)
    expect(codeOf(await call)).toMatch(/^(STORE_UNAVAILABLE|OUTCOME_UNKNOWN)$/)
    await wrap.kill()
    expect((await showHold(home, hold)).state).toBe('unknown')
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await expectLedgerJustified(home)
  })

  test('[H18] whose audit record cannot be committed takes no decision either', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const told = await holdpoint(home, ['approve', hold], { as: 'approver', ...atCommit('hold-approved', 'down') })
    expect(told.code).toBe(1)
    expect(told.stderr).not.toMatch(STACK)
    expect(told.stderr).toMatch(/store/i)
    expect((await showHold(home, hold)).state).toBe('pending')
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})

describe.concurrent('a store that another process has locked', () => {
  test('[H16] for 30 s: reads pass, risky calls get STORE_UNAVAILABLE, decisions fail, nothing is sent', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const lock = await lockStore(home)
    const risky = wrap.client.call('delete_item', { id: 2 }, {}, 2 * STORE_PATIENCE_MS)
    const decided = holdpoint(home, ['approve', hold], { as: 'approver' })
    for (let id = 0; id < 20; id++) {
      const begun = performance.now()
      expect(textOf(await wrap.client.call('get_item', { id }))).toBe(`item ${id}`)
      expect(performance.now() - begun).toBeLessThan(STORE_PATIENCE_MS / 2)
    }
    expect(codeOf(await risky)).toBe('STORE_UNAVAILABLE')
    const told = await decided
    expect(told.code).toBe(1)
    expect(told.stderr).toMatch(/store|lock|busy/i)
    expect(told.stderr).not.toMatch(STACK)
    expect(readLedger(home, 'delete_item')).toEqual([])
    await lock.release()
    expect((await showHold(home, hold)).state).toBe('pending')
    envelopeOf(await wrap.client.call('delete_item', { id: 2 }))
    expect((await approve(home, hold, '--wait')).state).toBe('succeeded')
    await endWrap(wrap)
    const exported = await holdpoint(home, ['audit', 'export', '--format', 'jsonl'])
    expect(exported.stdout.split('\n').filter((line) => line.includes('"call-passed"'))).toHaveLength(20)
    await expectLedgerJustified(home)
  })

  test('[H16] for a second: the call and the decision are only slower', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const lock = await lockStore(home)
    const other = wrap.client.call('delete_item', { id: 2 })
    const decided = approve(home, hold, '--wait')
    setTimeout(() => void lock.release(), 1000)
    envelopeOf(await other)
    expect((await decided).state).toBe('succeeded')
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[H16] before the wrap starts: reads pass at once', async () => {
    const home = await createUsedHome()
    const lock = await lockStore(home)
    const wrap = await startWrap(home)
    const begun = performance.now()
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    expect(performance.now() - begun).toBeLessThan(STORE_PATIENCE_MS / 2)
    await lock.release()
    envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})

describe.concurrent('a store that is', () => {
  test('corrupt: reads pass, risky calls are refused, commands say what to do, without a stack trace', async () => {
    const home = createTemporaryHome()
    writeFileSync(database(home), 'this is no database, and it is long enough to be looked at '.repeat(200))
    const before = readFileSync(database(home))
    const wrap = await startWrap(home)
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    expect(codeOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('STORE_UNAVAILABLE')
    expect(codeOf(await wrap.client.call('create_item', { id: 1 }))).toBe('STORE_UNAVAILABLE')
    expect(readLedger(home).map(({ tool }) => tool)).toEqual(['get_item'])
    expect(wrap.stderr()).toContain('the store cannot be opened')
    await endWrap(wrap)
    expect(wrap.stderr()).not.toMatch(STACK)
    for (const args of [['list'], ['approve', 'x'], ['audit', 'verify']]) {
      const told = await holdpoint(home, args, { as: 'approver' })
      expect(told.code, args.join(' ')).toBe(1)
      expect(told.stderr).toMatch(/holdpoint\.db/)
      expect(told.stderr).not.toMatch(STACK)
    }
    expect(readFileSync(database(home)).equals(before)).toBe(true)
  })

  test('deleted while a wrap runs: what waited there never runs, and nothing new is held or run without a record', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    for (const end of ['', '-wal', '-shm']) rmSync(`${database(home)}${end}`, { force: true })
    expect(codeOf(await wrap.client.call('delete_item', { id: 2 }))).toBe('STORE_UNAVAILABLE')
    // Another process begins a new store in its place; what this one has open is still not the store.
    expect((await holdpoint(home, ['approve', hold], { as: 'approver' })).code).toBe(1)
    expect(codeOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('STORE_UNAVAILABLE')
    expect(textOf(await wrap.client.call('get_item', { id: 3 }))).toBe('item 3')
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
  })

  test('missing: it is made, private to the account', async () => {
    const home = createTemporaryHome()
    expect(existsSync(database(home))).toBe(false)
    const wrap = await startWrap(home)
    envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    for (const file of ['holdpoint.db', 'holdpoint.db-wal', 'checkpoint.key', 'service.json']) {
      expect(statSync(join(home.path, file)).mode & 0o077, file).toBe(0)
    }
    await endWrap(wrap)
  })
})
