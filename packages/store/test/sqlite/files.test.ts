/** The file itself: who may read it, what happens when it cannot be used, which versions share it. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { StoreUnavailableError } from '../../src/store-unavailable-error.ts'
import { verifyChain, waitingHold, withDirectory } from '@holdpoint/testing/store'
import { openStore } from '../open-store.ts'
import { sampleRecord } from '@holdpoint/testing'

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

describe.skipIf(process.platform === 'win32')('the modes of files', () => {
  test('a missing directory is made, and only the owner may look into it or read the files', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'new', 'home', 'holdpoint.db')
      const umask = process.umask(0)
      try {
        const store = await openStore(file)
        await store.audit.append(sampleRecord())
        expect(mode(join(directory, 'new', 'home'))).toBe('700')
        expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual(['600', '600', '600'])
        await store.close()
      } finally {
        process.umask(umask)
      }
    })
  })

  test('what was open to others before is closed to them', async () => {
    await withDirectory(async (directory) => {
      const home = join(directory, 'home')
      const file = join(home, 'holdpoint.db')
      const first = await openStore(file)
      await first.audit.append(sampleRecord())
      for (const path of [file, `${file}-wal`, `${file}-shm`]) chmodSync(path, 0o666)
      chmodSync(home, 0o755)
      const second = await openStore(file)
      expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual(['600', '600', '600'])
      expect(mode(home)).toBe('700')
      await first.close()
      await second.close()
    })
  })

  test('a directory that is shared on purpose is left as it is, and that is said', async () => {
    await withDirectory(async (directory) => {
      const shared = join(directory, 'shared')
      mkdirSync(shared)
      chmodSync(shared, 0o1777)
      const problems: string[] = []
      const store = await openStore(join(shared, 'holdpoint.db'), {
        onProblem: (problem) => problems.push(problem.kind),
      })
      await store.close()
      expect(mode(shared)).toBe('777')
      expect(problems).toEqual(['directory-open'])
    })
  })
})

describe('a file that cannot be used', () => {
  async function refusal(file: string): Promise<StoreUnavailableError> {
    const error: unknown = await openStore(file).then(
      () => null,
      (caught: unknown) => caught,
    )
    if (!(error instanceof StoreUnavailableError)) throw new Error(`Expected a refusal, got ${String(error)}`)
    return error
  }

  test('says what is wrong and what to do, whatever is wrong', async () => {
    await withDirectory(async (directory) => {
      const garbage = join(directory, 'garbage.db')
      writeFileSync(garbage, 'this is not a database, and it is long enough to be read as a header '.repeat(40))
      const inFile = join(garbage, 'below', 'holdpoint.db')
      for (const file of [garbage, inFile, directory]) {
        const error = await refusal(file)
        expect(error.code, file).toBe('STORE_UNAVAILABLE')
        expect(error.message).toContain(file)
        expect(error.hint).not.toBe('')
        expect(error.cause).toBeDefined()
      }
      expect(readFileSync(garbage, 'utf8')).toContain('this is not a database')
    })
  })

  test('a damaged page is an error of the store, not an answer', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const store = await openStore(file)
      for (let index = 0; index < 50; index++) {
        const hold = waitingHold({ id: `h${index}`, call: { argumentsText: JSON.stringify('x'.repeat(3000)) } })
        await store.holds.changeNewest(hold.key, () => ({
          do: 'write',
          hold,
          record: sampleRecord(),
          before: null,
          answer: null,
        }))
      }
      await store.close()
      const bytes = readFileSync(file)
      bytes.fill(0xff, 4096, bytes.length)
      writeFileSync(file, bytes)
      await expect(
        (async () => {
          const broken = await openStore(file)
          await broken.holds.get('h7')
        })(),
      ).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    })
  })
})

describe('[H25] versions that share a file', () => {
  test('a newer schema that only added is used as it is', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const old = await openStore(file)
      const database = new DatabaseSync(file, { timeout: 1000 })
      database.exec("alter table holds add column added text default 'x'; create table added (id text)")
      database.exec('pragma user_version = 99')
      database.close()
      const hold = waitingHold({ id: 'h1' })
      await old.holds.changeNewest(hold.key, () => ({
        do: 'write',
        hold: { ...hold, fieldOfANewerVersion: 'kept' } as typeof hold,
        record: sampleRecord(),
        before: null,
        answer: null,
      }))
      const reopened = await openStore(file)
      await reopened.holds.change('h1', (found) => ({
        do: 'write',
        hold: { ...(found ?? hold), revision: 2 },
        record: sampleRecord(),
        before: null,
        answer: null,
      }))
      expect(await old.holds.get('h1')).toMatchObject({ revision: 2, fieldOfANewerVersion: 'kept' })
      await old.close()
      await reopened.close()
    })
  })

  test('a newer schema that older versions must not touch is refused with words', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      await (await openStore(file)).close()
      const database = new DatabaseSync(file)
      database.exec('pragma user_version = 99; update store_state set minimum_reader = 98')
      database.close()
      await expect(openStore(file)).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('newer version'),
        hint: expect.stringContaining('Update'),
      })
    })
  })
})

test('[H19] a record that was edited in the file is named', async () => {
  await withDirectory(async (directory) => {
    const file = join(directory, 'holdpoint.db')
    const store = await openStore(file)
    for (let index = 0; index < 20; index++) await store.audit.append(sampleRecord({ detail: String(index) }))
    await store.audit.checkpoint()
    const database = new DatabaseSync(file, { timeout: 1000 })
    database.exec("update audit_records set detail = 'nothing happened' where sequence = 7")
    expect(await verifyChain(store)).toMatchObject({ ok: false, sequence: 7 })
    database.exec(
      "update audit_records set detail = '6' where sequence = 7; delete from audit_records where sequence > 15",
    )
    expect(await verifyChain(store)).toMatchObject({ ok: false, sequence: 16 })
    database.close()
    await store.close()
  })
})

test('[X11.C1] a large hold that an older version changed is listed as it stands, and what it takes is counted by an index alone', async () => {
  await withDirectory(async (directory) => {
    const file = join(directory, 'holdpoint.db')
    const store = await openStore(file)
    const hold = waitingHold({ id: 'h1', call: { argumentsText: JSON.stringify({ why: 'x'.repeat(100_000) }) } })
    await store.holds.changeNewest(hold.key, () => ({
      do: 'write',
      hold,
      record: sampleRecord({ kind: 'hold-created', hold: 'h1' }),
      before: null,
      answer: null,
    }))
    const database = new DatabaseSync(file)
    const changed = JSON.stringify({ ...hold, state: 'declined', revision: 2 })
    database.prepare("update holds set state = 'declined', revision = 2, body = ? where id = 'h1'").run(changed)
    expect(await store.holds.look('h1')).toMatchObject({ state: 'declined', leftOut: ['arguments', 'preview'] })
    const plan = database
      .prepare(
        `explain query plan select sum(octet_length(body)) from holds
          where tenant = 'default' and state in ('pending', 'approved', 'dispatching')`,
      )
      .all() as readonly { readonly detail: string }[]
    expect(plan.map(({ detail }) => detail).join()).toMatch(/USING (?:COVERING )?INDEX holds_open_bytes/)
    database.close()
    await store.close()
  })
})
