/** Attacks on the files of a store, and what it says of them when it is opened next. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { chainRecord, GENESIS_HASH, readHeads, recordDraft, toHeadLine } from '@holdpoint/core'
import type { AuditRecord } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import type { HeadWitness } from '../../src/continuity/head-witness.ts'
import { sha256 } from '../../src/sha256.ts'
import { runChild } from '../child-process.ts'
import { approve, verifyChain } from '@holdpoint/testing/store'
import { ask, askAndApprove, withStore } from '../asked-store.ts'
import { openStore } from '../open-store.ts'
import { sampleGrant } from '@holdpoint/testing'
import { sampleRecord } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'
import { leaveSpool, ownKinds, passed, spoolIn, withPlace } from '../sqlite/spool-place.ts'
import type { Place } from '../sqlite/spool-place.ts'

function inDatabase(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

function backUp({ file }: Place): void {
  inDatabase(file, 'pragma wal_checkpoint(truncate)')
  copyFileSync(file, `${file}.backup`)
}

function restore({ file }: Place): void {
  for (const side of ['', '-wal', '-shm']) rmSync(file + side, { force: true })
  copyFileSync(`${file}.backup`, file)
}

async function noticesOf(file: string): Promise<readonly string[]> {
  let found: readonly string[] = []
  await withStore(file, async (store) => {
    found = (await store.continuity.notices()).map(({ kind, what }) => `${kind}: ${what}`)
  })
  return found
}

async function fill(file: string): Promise<void> {
  await withStore(file, async (store) => {
    for (let index = 0; index < 5; index++) await store.audit.append(sampleRecord({ kind: 'call-intended' }))
    await askAndApprove(store, 'a')
  })
}

/** Writes every record again, consistently, as a person without the key would. */
function rehash(file: string, change: (record: AuditRecord) => AuditRecord): void {
  const database = new DatabaseSync(file)
  const rows = database.prepare('select *, previous_hash as previousHash from audit_records order by position').all()
  let previousHash = GENESIS_HASH
  const update = database.prepare('update audit_records set hash = ?, previous_hash = ?, detail = ? where sequence = ?')
  for (const row of rows as unknown as AuditRecord[]) {
    const record = chainRecord(recordDraft(change(row)), { ...row, previousHash }, sha256)
    update.run(record.hash, record.previousHash, record.detail, record.sequence)
    previousHash = record.hash
  }
  database.exec('delete from audit_checkpoints')
  database.close()
}

describe('a log that is not what its head says', () => {
  const attacks: { readonly [name: string]: (place: Place) => void } = {
    'the tail cut together with its checkpoints': ({ file }) =>
      inDatabase(file, 'delete from audit_records where sequence > 3; delete from audit_checkpoints'),
    'one record cut': ({ file }) =>
      inDatabase(
        file,
        'delete from audit_records where sequence = (select max(sequence) from audit_records); delete from audit_checkpoints',
      ),
    'the log emptied': ({ file }) => inDatabase(file, 'delete from audit_records; delete from audit_checkpoints'),
    'every record hashed anew without the key': ({ file }) =>
      rehash(file, (record) => ({ ...record, detail: 'rewritten' })),
    'its tail cut, and the generation raised': ({ file }) =>
      inDatabase(
        file,
        'update store_state set generation = 9; delete from audit_records where sequence > 3; delete from audit_checkpoints',
      ),
    'the head removed': ({ head }) => rmSync(head),
    'the head emptied': ({ head }) => writeFileSync(head, ''),
    'the head written without the key': ({ head: kept }) => {
      const [head] = readHeads(readFileSync(kept, 'utf8'))
      if (head === undefined) throw new Error('There is no head.')
      const chains = [{ chain: 'main', length: 1, hash: GENESIS_HASH }]
      writeFileSync(kept, `${toHeadLine({ ...head, chains })}\n`)
    },
    'the database removed': ({ file }) => {
      for (const side of ['', '-wal', '-shm']) rmSync(file + side, { force: true })
    },
    'another database in its place': ({ file }) => {
      for (const side of ['', '-wal', '-shm']) rmSync(file + side, { force: true })
      copyFileSync(`${file}.other`, file)
    },
    'the name of the log taken out of the database, its tail cut': ({ file }) =>
      inDatabase(
        file,
        'update store_state set store = null; delete from audit_records where sequence > 3; delete from audit_checkpoints',
      ),
  }
  for (const [name, attack] of Object.entries(attacks)) {
    test(`[X11.D1] is noticed, voids approvals and is reported until a person accepts it: ${name}`, async () => {
      await withPlace(async (place) => {
        await fill(`${place.file}.other`)
        inDatabase(`${place.file}.other`, 'pragma wal_checkpoint(truncate)')
        await fill(place.file)
        expect(await noticesOf(place.file)).toEqual([])
        attack(place)
        const [notice, ...others] = await noticesOf(place.file)
        expect(notice).toMatch(/^restored: .*What was approved before does not run/)
        expect(others).toEqual([])
        await withStore(place.file, async (store) => {
          expect((await store.holds.get('a'))?.state ?? 'gone').toMatch(/^(invalidated|gone)$/)
          expect(await ownKinds(store)).toContain('restore-noticed')
          const standing = await store.continuity.notices()
          const record = recordDraft({ kind: 'notice-accepted', tenant: 'default', actor: 'ana' })
          expect(await store.continuity.accept(standing, record)).toEqual(standing)
          expect(await store.continuity.accept(standing, record)).toEqual([])
        })
        expect(await noticesOf(place.file)).toEqual([])
      })
    })
  }

  test('[X11.D1] a head that is behind its log is fine', async () => {
    await withPlace(async (place) => {
      await fill(place.file)
      const old = readFileSync(place.head)
      await withStore(place.file, async (store) => await askAndApprove(store, 'b'))
      writeFileSync(place.head, old)
      expect(await noticesOf(place.file)).toEqual([])
      await withStore(place.file, async (store) => expect((await store.holds.get('b'))?.state).toBe('approved'))
    })
  })

  test('[X11.D1] the head covers every acknowledged record, whenever the process is killed', async () => {
    await withPlace(async ({ file, head }) => {
      const child = runChild('intend-and-wait.mjs', [file, '7'])
      await child.line('intended')
      child.process.kill('SIGKILL')
      await child.ended
      const heads = readHeads(readFileSync(head, 'utf8'))
      expect(heads.at(-1)?.chains).toMatchObject([{ chain: 'main', length: 7 }])
      inDatabase(file, 'delete from audit_records where sequence > 4')
      expect(await noticesOf(file)).toEqual([expect.stringContaining('counts 7 records, the log had 4')])
    })
  })

  test('[X11.D1] a head that cannot be written lets nothing above low go on, and passed reads do', async () => {
    await withPlace(async ({ file, head }) => {
      const store = await openStore(file)
      rmSync(head)
      mkdirSync(head)
      await ask(store, 'first')
      await expect(ask(store, 'a')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      await expect(store.audit.append(sampleRecord({ kind: 'call-intended' }))).rejects.toThrow('cannot be written')
      await store.audit.append(passed('read'))
      expect(store.continuity.problems()).toEqual([expect.stringContaining('cannot be written')])
      rmSync(head, { recursive: true })
      await ask(store, 'b')
      expect(store.continuity.problems()).toEqual([])
      await store.close()
    })
  })

  test('the head grows no further than it is useful, and stays sound', async () => {
    await withPlace(async ({ file, head }) => {
      await withStore(file, async (store) => {
        for (let index = 0; index < 700; index++) await store.audit.append(sampleRecord({ kind: 'call-intended' }))
      })
      expect(readFileSync(head).length).toBeLessThan(70_000)
      expect(await noticesOf(file)).toEqual([])
    })
  })
})

describe('a database that was restored', () => {
  test('[X11.B6] runs nothing that was approved before, and stands under a notice until accepted', async () => {
    await withPlace(async (place) => {
      await withStore(place.file, async (store) => await askAndApprove(store, 'a'))
      backUp(place)
      await withStore(place.file, async (store) => {
        await store.holds.change('a', (hold) => ({
          ...approve(hold),
          hold: { ...approve(hold).hold, state: 'succeeded' },
        }))
      })
      restore(place)
      await withStore(place.file, async (store) => {
        const hold = await store.holds.get('a')
        expect([hold?.state, hold?.note]).toEqual(['invalidated', expect.stringContaining('The store was restored')])
        expect(await store.continuity.notices()).toMatchObject([{ kind: 'restored' }])
        await askAndApprove(store, 'after')
      })
      await withStore(place.file, async (store) => expect((await store.holds.get('after'))?.state).toBe('approved'))
      restore(place)
      expect(await noticesOf(place.file)).toHaveLength(1)
    })
  })

  test('[X11.B6] a call that was under way when the copy was made counts as perhaps sent', async () => {
    await withPlace(async (place) => {
      await withStore(place.file, async (store) => {
        await askAndApprove(store, 'a')
        await store.holds.change('a', (hold) => {
          const { owner: by } = waitingHold({ id: 'a' })
          const attempt = { id: 'attempt-1', by, startedAt: 1, round: 1, awaitingInput: null }
          const approved = approve(hold)
          return { ...approved, hold: { ...approved.hold, state: 'dispatching', attempt } }
        })
      })
      backUp(place)
      await withStore(place.file, async (store) => await ask(store, 'b'))
      restore(place)
      await withStore(place.file, async (store) => expect((await store.holds.get('a'))?.state).toBe('unknown'))
    })
  })

  test('[X11.D1] a head that cannot be read keeps the store shut, with a hint', async () => {
    await withPlace(async ({ file, head }) => {
      await fill(file)
      rmSync(head)
      mkdirSync(head)
      await expect(openStore(file)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      rmSync(head, { recursive: true })
      expect(await noticesOf(file)).toHaveLength(1)
    })
  })

  test('[X11.B6] a permission from before counts only once the restore is accepted, a denial always', async () => {
    await withPlace(async (place) => {
      const allowed = sampleGrant({ id: 'allowed', createdAt: Date.now() })
      const query = { ...allowed, session: 's1' }
      await withStore(place.file, async (store) => {
        for (const grant of [allowed, sampleGrant({ id: 'denied', createdAt: Date.now(), effect: 'deny' })]) {
          const record = sampleRecord({ kind: 'grant-made' })
          await store.grants.add(() => ({ do: 'write', grant, record, answer: null }))
        }
      })
      backUp(place)
      await withStore(place.file, async (store) => await ask(store, 'a'))
      restore(place)
      await withStore(place.file, async (store) => {
        expect((await store.grants.standing(query)).map(({ id }) => id)).toEqual(['denied'])
        const record = recordDraft({ kind: 'notice-accepted', tenant: 'default' })
        await store.continuity.accept(await store.continuity.notices(), record)
        expect(await store.grants.standing(query)).toHaveLength(2)
      })
    })
  })

  test('[X11.B6] without its last pages (the write-ahead log is gone) it is noticed too', async () => {
    await withPlace(async ({ file }) => {
      const child = runChild('intend-and-wait.mjs', [file, '3'])
      await child.line('intended')
      child.process.kill('SIGKILL')
      await child.ended
      rmSync(`${file}-wal`)
      rmSync(`${file}-shm`, { force: true })
      expect(await noticesOf(file)).toEqual([expect.stringContaining('restored')])
    })
  })

  test('[X11.B6] written over while it is open, it is noticed with the next change', async () => {
    await withPlace(async ({ file }) => {
      const store = await openStore(file)
      await askAndApprove(store, 'a')
      await store.audit.append(sampleRecord({ kind: 'call-intended' }))
      inDatabase(file, 'delete from audit_records where sequence > 2; delete from audit_checkpoints')
      await store.audit.append(passed('read'))
      await ask(store, 'b')
      expect(await store.continuity.notices()).toMatchObject([{ kind: 'restored' }])
      expect((await store.holds.get('a'))?.state).toBe('invalidated')
      await store.close()
      expect(await noticesOf(file)).toHaveLength(1)
    })
  })

  test('[X11.B6] restored together with its head, only a witness can tell, and does', async () => {
    await withPlace(async (place) => {
      const lines: string[] = []
      const witness: HeadWitness = {
        tellsBack: true,
        tell: (line) => void lines.push(line),
        heads: async () => readHeads(lines.join('\n')),
        problems: () => [],
        close: async () => {},
      }
      await withStore(place.file, async (store) => await askAndApprove(store, 'a'), { witness })
      backUp(place)
      copyFileSync(place.head, `${place.head}.backup`)
      await withStore(place.file, async (store) => await ask(store, 'b'), { witness })
      restore(place)
      copyFileSync(`${place.head}.backup`, place.head)
      await withStore(place.file, async (store) => expect(await store.continuity.notices()).toEqual([]))
      await withStore(
        place.file,
        async (store) => expect(await store.continuity.notices()).toMatchObject([{ kind: 'restored' }]),
        { witness },
      )
    })
  })
})

describe('a spool that was changed from outside', () => {
  const attacks: { readonly [name: string]: (place: Place) => void } = {
    removed: (place) => rmSync(spoolIn(place)),
    'removed with its folder': (place) => rmSync(place.directory, { recursive: true }),
    emptied: (place) => writeFileSync(spoolIn(place), ''),
    'cut at its beginning': (place) => {
      const lines = readFileSync(spoolIn(place), 'utf8').split('\n')
      writeFileSync(spoolIn(place), [lines[0], ...lines.slice(3)].join('\n'))
    },
    'filled with something else': (place) => writeFileSync(spoolIn(place), 'nothing to see here\n'),
  }
  for (const [name, attack] of Object.entries(attacks)) {
    test(`[X11.D1] after its process was killed is reported: ${name}`, async () => {
      await withPlace(async (place) => {
        await leaveSpool(place.file, 'a', 5)
        attack(place)
        expect(await noticesOf(place.file)).toEqual([expect.stringContaining('spool-lost')])
        await withStore(place.file, async (store) => expect(await ownKinds(store)).toContain('spool-lost'))
      })
    })
  }

  test('left alone, it is recovered, and the log says that it was', async () => {
    await withPlace(async (place) => {
      await leaveSpool(place.file, 'a', 5)
      expect(await noticesOf(place.file)).toEqual([])
      await withStore(place.file, async (store) => expect(await ownKinds(store)).toEqual(['spool-recovered']))
    })
  })

  test('a process that ends in order leaves no notice, nor does one whose spool is taken while it lives', async () => {
    await withPlace(async (place) => {
      const store = await openStore(place.file)
      await store.audit.append(passed('one'))
      rmSync(spoolIn(place))
      expect(await noticesOf(place.file)).toEqual([])
      await store.audit.append(passed('two'))
      await store.close()
      expect(await noticesOf(place.file)).toEqual([])
      await withStore(place.file, async (other) => expect((await verifyChain(other)).ok).toBe(true))
    })
  })
})
