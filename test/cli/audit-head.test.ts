/**
 * What a writer of the files can do to the log and to what was approved, tried on the files of real processes: killed,
 * cut, emptied, hashed anew, restored, with and without their head. The commands and the route must say what is
 * missing.
 */
import { createServer } from 'node:http'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { chainRecord, digestArguments, GENESIS_HASH, recordDraft } from '@holdpoint/core'
import type { AuditRecord } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy } from '../harness/answers.ts'
import { approve, holdpoint, showHold } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { connectAgent, heldAs } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer } from '../harness/serve-harness.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const call = { id: 7, note: 'once' }
const runs = (home: TemporaryHome): number => readLedger(home, 'delete_item').length
const database = (home: TemporaryHome): string => join(home.path, 'holdpoint.db')
const head = (home: TemporaryHome): string => join(home.path, 'audit-head-of-holdpoint.db')

function inDatabase(home: TemporaryHome, work: (database: InstanceType<typeof DatabaseSync>) => void): void {
  const opened = new DatabaseSync(database(home), { timeout: 5000 })
  try {
    work(opened)
  } finally {
    opened.close()
  }
}

function backUp(home: TemporaryHome, name = 'backup'): void {
  inDatabase(home, (opened) => opened.exec('pragma wal_checkpoint(truncate)'))
  copyFileSync(database(home), join(home.folder, name))
}

function restore(home: TemporaryHome, name = 'backup'): void {
  for (const side of ['', '-wal', '-shm']) rmSync(database(home) + side, { force: true })
  copyFileSync(join(home.folder, name), database(home))
}

/** A hold that is pending while its wrap is gone. */
async function heldInHome(home: TemporaryHome): Promise<string> {
  const wrap = await startWrap(home)
  const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', call))
  await endWrap(wrap)
  return id
}

const verify = async (home: TemporaryHome, ...args: string[]) => await holdpoint(home, ['audit', 'verify', ...args])

describe.concurrent('the log against its head', () => {
  const attacks: { readonly [name: string]: (home: TemporaryHome) => void } = {
    'its tail cut together with the checkpoints': (home) =>
      inDatabase(home, (opened) =>
        opened.exec('delete from audit_records where sequence > 2; delete from audit_checkpoints'),
      ),
    emptied: (home) =>
      inDatabase(home, (opened) => opened.exec('delete from audit_records; delete from audit_checkpoints')),
    'hashed anew without the key': (home) =>
      inDatabase(home, (opened) => {
        let previousHash = GENESIS_HASH
        const rows = opened
          .prepare('select *, previous_hash as previousHash from audit_records order by position')
          .all()
        const update = opened.prepare(
          'update audit_records set hash = ?, previous_hash = ?, detail = ? where sequence = ?',
        )
        for (const row of rows as unknown as AuditRecord[]) {
          const record = chainRecord({ ...recordDraft(row), detail: 'rewritten' }, { ...row, previousHash }, sha256)
          update.run(record.hash, previousHash, 'rewritten', record.sequence)
          previousHash = record.hash
        }
        opened.exec('delete from audit_checkpoints')
      }),
    'its head removed': (home) => rmSync(head(home)),
    'its database removed': (home) => {
      for (const side of ['', '-wal', '-shm']) rmSync(database(home) + side, { force: true })
    },
  }
  for (const [name, attack] of Object.entries(attacks)) {
    test(`[X11.D1] after kill -9, ${name}: verify says so, until a person accepts it`, async () => {
      const home = createTemporaryHome('wait: 0s')
      const wrap = await startWrap(home)
      await wrap.client.call('list_items', {})
      envelopeOf(await wrap.client.call('delete_item', call))
      await wrap.kill('SIGKILL')
      attack(home)
      const found = await verify(home)
      expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('NOT sound')])
      expect(found.stdout).toMatch(/counts \d+ records, the log had \d+|is not the one that|is missing/)
      expect(await verify(home, '--json')).toMatchObject({ code: 1 })
      const alone = await holdpoint(home, ['audit', 'accept'], { as: 'approver' })
      expect(alone.code).toBe(1)
      const accepted = await holdpoint(home, ['audit', 'accept'], { as: 'admin' })
      expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringContaining('Accepted')])
      expect(await verify(home)).toMatchObject({ code: 0 })
    })
  }

  test('[X11.D1] a notice that somebody takes out of the database is still in the log', async () => {
    const home = createTemporaryHome('wait: 0s')
    await heldInHome(home)
    inDatabase(home, (opened) =>
      opened.exec('delete from audit_records where sequence > 2; delete from audit_checkpoints'),
    )
    expect(await verify(home)).toMatchObject({ code: 1 })
    inDatabase(home, (opened) => opened.exec("delete from settings where key like 'store/notice/%'"))
    const found = await verify(home)
    expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('The store was restored or cut')])
  })

  test('[X11.D1] a receipt tells of a home that was set back as a whole', async () => {
    const home = createTemporaryHome('wait: 0s')
    await heldInHome(home)
    backUp(home)
    copyFileSync(head(home), join(home.folder, 'old-head'))
    const wrap = await startWrap(home)
    envelopeOf(await wrap.client.call('delete_item', { ...call, id: 8 }))
    await wrap.kill('SIGKILL')
    const receipt = join(home.folder, 'receipt.txt')
    const printed = await holdpoint(home, ['audit', 'head'])
    expect(printed.stdout).toMatch(/^holdpoint-head-1 \S+ \S+ main=\d+:[0-9a-f]{64} [0-9a-f]{64}\n$/)
    writeFileSync(receipt, `Kept by Ana.\n${printed.stdout}`)
    expect(await verify(home, '--receipt', receipt)).toMatchObject({ code: 0 })
    restore(home)
    copyFileSync(join(home.folder, 'old-head'), head(home))
    expect(await verify(home)).toMatchObject({ code: 0 })
    const found = await verify(home, '--receipt', receipt)
    expect([found.code, found.stdout]).toEqual([1, expect.stringMatching(/missing: the receipt of \S+ counts \d+/)])
    const forged = join(home.folder, 'forged.txt')
    writeFileSync(forged, readFileSync(receipt, 'utf8').replace(/main=\d+:[0-9a-f]{64}/, `main=1:${'0'.repeat(64)}`))
    expect(await verify(home, '--receipt', forged)).toMatchObject({ code: 1 })
    writeFileSync(forged, 'no receipt at all')
    expect(await verify(home, '--receipt', forged)).toMatchObject({ code: 2 })
  })

  test('[X11.D2] a witness hears of each head, and tells of a home set back as a whole', async () => {
    const home = createTemporaryHome()
    const witness = join(home.folder, 'witness')
    home.configure(`wait: 0s\naudit: { witness: ${witness} }`)
    await heldInHome(home)
    backUp(home)
    copyFileSync(head(home), join(home.folder, 'old-head'))
    const wrap = await startWrap(home)
    envelopeOf(await wrap.client.call('delete_item', { ...call, id: 8 }))
    await endWrap(wrap)
    expect(readFileSync(witness, 'utf8').split('\n').length).toBeGreaterThan(2)
    restore(home)
    copyFileSync(join(home.folder, 'old-head'), head(home))
    const found = await verify(home)
    expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('the witness of')])
  })

  test('[X11.D2] a witness that is away, or that knows nothing of the log, is told of by verify', async () => {
    const home = createTemporaryHome()
    const witness = join(home.folder, 'witness')
    home.configure(`wait: 0s\naudit: { witness: ${witness} }`)
    await heldInHome(home)
    expect((await verify(home)).stdout).not.toContain('itness')
    rmSync(witness)
    expect((await verify(home)).stdout).toContain('The witness knows nothing of this log')
    mkdirSync(witness)
    expect((await verify(home)).stdout).toContain(`The witness ${witness} cannot be read`)
  })

  test('[X11.D2] a witness that knows a later head shows in health, also once it takes ours again', async () => {
    let status = 409
    const server = createServer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(status).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const place = createPlace()
    const service = await place.serve({
      wait: '0s',
      servers: { ledger: stdioServer() },
      audit: { witness: `http://127.0.0.1:${port}/heads` },
    })
    const agent = await connectAgent(service.url, { era: '2025' })
    heldAs(await agent.call('delete_item', { id: 'a' }))
    const problems = async (): Promise<string> =>
      JSON.stringify(((await service.get('/admin/audit/head')).json as { problems: unknown }).problems)
    await eventually(async () => ((await problems()).includes('knows a later head') ? true : undefined))
    expect(service.stderr()).toContain('the home may have been restored')
    status = 204
    heldAs(await agent.call('delete_item', { id: 'b' }))
    expect((await service.get('/healthz')).json).toMatchObject({ audit: 'attention' })
    expect(await problems()).toContain('knows a later head')
    server.close()
    await place.close()
  })

  test('[X11.D2] a witness that does not answer holds nothing up and shows', async () => {
    const bodies: string[] = []
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()))
      if (bodies.length > 0) response.writeHead(503).end()
      else request.on('end', () => response.writeHead(204).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const home = createTemporaryHome(`wait: 0s\naudit: { witness: "http://127.0.0.1:${port}/heads" }`)
    await heldInHome(home)
    expect(bodies[0]).toMatch(/^holdpoint-head-1 /)
    server.close()
    server.closeAllConnections()
    const wrap = await startWrap(home)
    const started = performance.now()
    envelopeOf(await wrap.client.call('delete_item', { ...call, id: 9 }))
    expect(performance.now() - started).toBeLessThan(4000)
    await endWrap(wrap)
  })
})

describe.concurrent('what was approved', () => {
  test('[X11.B6] and ran does not run again from a restored database', async () => {
    const home = createTemporaryHome('wait: 0s')
    const id = await heldInHome(home)
    await approve(home, id)
    backUp(home)
    const wrap = await startWrap(home)
    expect(heldBy(await wrap.client.call('delete_item', call))).toMatchObject({ id, state: 'succeeded' })
    await endWrap(wrap)
    expect(runs(home)).toBe(1)
    restore(home)
    const again = await startWrap(home)
    expect(codeOf(await again.client.call('delete_item', call))).toBe('INVALIDATED')
    envelopeOf(await again.client.call('delete_item', call))
    await endWrap(again)
    expect(runs(home)).toBe(1)
    expect(await showHold(home, id)).toMatchObject({ state: 'invalidated' })
  })

  for (const [what, change] of [
    ['arguments changed in the file', (body: string) => body.replaceAll('\\"id\\":7', '\\"id\\":70')],
    [
      'arguments and digest changed in the file',
      (body: string) => {
        const hold = JSON.parse(body) as { call: { argumentsText: string; digest: string } }
        hold.call.argumentsText = '{"id":70,"note":"once"}'
        hold.call.digest = sha256('{"id":70,"note":"once"}')
        return JSON.stringify(hold)
      },
    ],
    ['tool changed in the file', (body: string) => body.replaceAll('"tool":"delete_item"', '"tool":"drop_table"')],
  ] as const) {
    test(`[X11.D3] never runs with its ${what}`, async () => {
      const home = createTemporaryHome('wait: 30s\nundo_window: 3s')
      const wrap = await startWrap(home)
      const answer = wrap.client.call('delete_item', call)
      const id = await waitForQuestion(wrap)
      await approve(home, id)
      inDatabase(home, (opened) => {
        const { body } = opened.prepare('select body from holds where id = ?').get(id) as { body: string }
        const changed = change(body)
        expect(changed).not.toBe(body)
        opened.prepare('update holds set body = ? where id = ?').run(changed, id)
      })
      expect(codeOf(await answer)).toBe('INVALIDATED')
      await endWrap(wrap)
      expect(runs(home)).toBe(0)
    })
  }

  test('[X11.D3] never runs with other arguments than were asked, whoever approved those', async () => {
    const home = createTemporaryHome('wait: 0s')
    const id = await heldInHome(home)
    const other = { id: 70, note: 'once' }
    inDatabase(home, (opened) => {
      const { body } = opened.prepare('select body from holds where id = ?').get(id) as { body: string }
      const hold = JSON.parse(body) as { call: { argumentsText: string; arguments: object; digest: string } }
      hold.call = {
        ...hold.call,
        argumentsText: JSON.stringify(other),
        arguments: other,
        digest: digestArguments(other, sha256),
      }
      opened.prepare('update holds set body = ? where id = ?').run(JSON.stringify(hold), id)
    })
    await approve(home, id)
    const wrap = await startWrap(home)
    expect(codeOf(await wrap.client.call('delete_item', call))).toBe('INVALIDATED')
    await endWrap(wrap)
    expect(runs(home)).toBe(0)
  })

  test('[X11.D3] and ran does not run again from a row that was set back', async () => {
    const home = createTemporaryHome('wait: 0s')
    const id = await heldInHome(home)
    await approve(home, id)
    let before = {}
    inDatabase(home, (opened) => {
      before = opened.prepare('select state, revision, body from holds where id = ?').get(id) as object
    })
    const wrap = await startWrap(home)
    expect(heldBy(await wrap.client.call('delete_item', call))).toMatchObject({ id, state: 'succeeded' })
    await endWrap(wrap)
    inDatabase(home, (opened) => {
      const { state, revision, body } = before as { state: string; revision: number; body: string }
      opened.prepare('update holds set state = ?, revision = ?, body = ? where id = ?').run(state, revision, body, id)
    })
    const again = await startWrap(home)
    expect(codeOf(await again.client.call('delete_item', call))).toBe('INVALIDATED')
    await endWrap(again)
    expect(runs(home)).toBe(1)
  })

  test('[X11.D3] by nobody the log knows of never runs', async () => {
    const home = createTemporaryHome('wait: 0s')
    const id = await heldInHome(home)
    inDatabase(home, (opened) => {
      const { body } = opened.prepare('select body from holds where id = ?').get(id) as { body: string }
      const hold = JSON.parse(body) as { [name: string]: unknown }
      const at = Date.now()
      const verdict = {
        answer: 'approve',
        by: 'ana',
        via: 'terminal',
        assurance: 'host',
        at,
        reason: null,
        edits: null,
      }
      const forged = { ...hold, state: 'approved', verdicts: [verdict], decidedAt: at, executeBy: at + 600_000 }
      opened
        .prepare("update holds set state = 'approved', execute_by = ?, body = ? where id = ?")
        .run(at + 600_000, JSON.stringify(forged), id)
    })
    const wrap = await startWrap(home)
    expect(codeOf(await wrap.client.call('delete_item', call))).toBe('INVALIDATED')
    await endWrap(wrap)
    expect(runs(home)).toBe(0)
    await expectLedgerJustified(home)
  })
})
