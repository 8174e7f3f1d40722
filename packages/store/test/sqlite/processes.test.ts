/** Real processes on one file: what is acknowledged is kept, no process blocks another, no call is claimed twice. */
import { mkdirSync } from 'node:fs'
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AuditPage, AuditRecord, Store } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { follow, runChild, scriptPath } from '../child-process.ts'
import type { Child } from '../child-process.ts'
import { verifyChain, waitingHold, withDirectory } from '@holdpoint/testing/store'
import { openStore } from '../open-store.ts'
import { sampleRecord } from '@holdpoint/testing'

const TEMPLATE = JSON.stringify(waitingHold({ id: 'template' }))

async function start(children: readonly Child[]): Promise<void> {
  await Promise.all(children.map(async (child) => await child.line('ready')))
  for (const child of children) child.say('go')
}

async function end(children: readonly Child[]): Promise<void> {
  for (const child of children) expect(await child.ended, child.errors()).toBe(0)
}

async function expectSoundChain(store: Store): Promise<number> {
  const verification = await verifyChain(store)
  if (!verification.ok) throw new Error(`${verification.sequence}: ${verification.reason}`)
  return verification.records
}

const OTHER_ACCOUNT = { uid: 65_534, gid: 65_534 }

describe('several processes on one SQLite file', () => {
  test('[H25] four that start at once on a fresh file migrate it once, 20 times over', async () => {
    await withDirectory(async (directory) => {
      const children = Array.from({ length: 4 }, () => runChild('open-and-close.mjs', []))
      await Promise.all(children.map(async (child) => await child.line('ready')))
      for (let round = 0; round < 20; round++) {
        const file = join(directory, `${round}.db`)
        for (const child of children) child.say(file)
        await Promise.all(children.map(async (child) => await child.line(file)))
        const store = await openStore(file)
        expect(await expectSoundChain(store)).toBe(4)
        await store.close()
      }
      for (const child of children) child.process.stdin?.end()
      await end(children)
    })
  })

  test('kill -9 in a stream of writes loses nothing that was acknowledged', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const acknowledged: string[] = []
      for (let round = 0; round < 5; round++) {
        const children = ['a', 'b'].map((name) =>
          runChild('write-until-killed.mjs', [file, `${name}${round}`, TEMPLATE]),
        )
        await Promise.all(['a', 'b'].map(async (name, index) => await children[index]?.line(`${name}${round}-20`)))
        await new Promise((resolve) => setTimeout(resolve, 40 + round * 23))
        for (const child of children) child.process.kill('SIGKILL')
        for (const child of children) {
          await child.ended
          acknowledged.push(...child.lines)
        }
      }
      const store = await openStore(file)
      const records = await readAll(store)
      const passed = new Set(records.filter((record) => record.kind === 'call-passed').map((record) => record.detail))
      expect(acknowledged.length).toBeGreaterThan(200)
      for (const id of acknowledged) {
        expect(passed.has(id), id).toBe(true)
        expect((await store.holds.get(id))?.id).toBe(id)
      }
      expect(await expectSoundChain(store)).toBe(records.length)
      await store.close()
    })
  })

  test('four writers at once lose nothing, and no event loop stands still', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const children = ['a', 'b', 'c', 'd'].map((name) => runChild('write-many.mjs', [file, name, '400', TEMPLATE]))
      await start(children)
      await end(children)
      const blocks = children.map(
        (child) => (JSON.parse(child.lines.at(-1) ?? '') as { longestBlockMs: number }).longestBlockMs,
      )
      const store = await openStore(file)
      const records = await readAll(store)
      expect(records.filter((record) => record.kind === 'call-passed')).toHaveLength(1600)
      expect(records.filter((record) => record.kind === 'hold-created')).toHaveLength(400)
      expect(await expectSoundChain(store)).toBe(2000)
      await store.close()
      // Far more than four processes on two busy processors take from each other, far less than a wait for a lock may
      // last.
      const blockedFor = `blocked for ${blocks.map((block) => block.toFixed(0)).join(', ')} ms`
      expect(Math.max(...blocks), blockedFor).toBeLessThan(2_000)
    })
  })

  test('two processes that ask the same question at once make one hold', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const children = ['a', 'b'].map((name) => runChild('ask-once.mjs', [file, name, '100', TEMPLATE]))
      await start(children)
      await end(children)
      const [left, right] = children.map((child) => child.lines.slice(1))
      expect(left).toHaveLength(100)
      expect(left).toEqual(right)
    })
  })

  test('[H8] 1,000 races of approve, decline, expire and cancel have one winner each', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const store = await openStore(file)
      await Promise.all(
        Array.from({ length: 1000 }, async (_, seed) => {
          const hold = waitingHold({ id: `race-${seed}` })
          const record = sampleRecord({ kind: 'hold-created', hold: hold.id })
          await store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
        }),
      )
      const states = ['approved', 'declined', 'expired', 'cancelled']
      const children = states.map((state) => runChild('race.mjs', [file, state, '0', '1000']))
      await start(children)
      await end(children)
      const winners = new Map<string, string>()
      for (const [index, child] of children.entries()) {
        for (const id of JSON.parse(child.lines.at(-1) ?? '[]') as string[]) {
          expect(winners.has(id), id).toBe(false)
          winners.set(id, states[index] ?? '')
        }
      }
      expect(winners.size).toBe(1000)
      for (const [id, state] of winners) expect(await store.holds.get(id)).toMatchObject({ state, revision: 2 })
      expect(await expectSoundChain(store)).toBe(2000)
      await store.close()
    })
  })

  test('a change in one process is heard in another by word from its file, sooner than by looking', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const store = await openStore(file)
      const child = runChild('change-on-time.mjs', [file, '60'])
      await child.line('ready')
      const delays: number[] = []
      const pending: Promise<void>[] = []
      const stop = store.watch(() => {
        const heardAt = performance.timeOrigin + performance.now()
        pending.push(store.settings.get('sent').then((sent) => void delays.push(heardAt - Number(sent))))
      })
      child.say('go')
      expect(await child.ended, child.errors()).toBe(0)
      await Promise.all(pending)
      stop()
      await store.close()
      delays.sort((left, right) => left - right)
      const at = (part: number): number => delays[Math.floor(delays.length * part)] ?? Number.NaN
      process.stdout.write(
        `\nwake across processes: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, ${delays.length} of 60\n`,
      )
      expect(delays.length).toBeGreaterThanOrEqual(10)
      // Without word from the file, by a look every half a second, it would be 250.
      expect(at(0.5)).toBeLessThan(150)
    })
  })

  test('a process that watches and hears nothing costs next to no processor time', async () => {
    await withDirectory(async (directory) => {
      const store = await openStore(join(directory, 'holdpoint.db'))
      const stop = store.watch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 100))
      const before = process.cpuUsage()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const used = process.cpuUsage(before)
      stop()
      await store.close()
      const percent = (used.user + used.system) / 10_000
      process.stdout.write(`\nidle watch: ${percent.toFixed(2)} % of one processor\n`)
      expect(percent).toBeLessThan(10)
    })
  })

  test('[H15] a full disk refuses the change with words, and nothing of it is there', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      await (await openStore(file)).close()
      // A limit on file sizes makes the kernel refuse real writes, as a full disk does.
      const command = 'trap "" XFSZ; ulimit -f 2048; exec "$@"'
      const args = ['-c', command, 'bash', process.execPath, scriptPath('fill-disk.mjs'), file, TEMPLATE]
      const child = follow(spawn('bash', args, { stdio: 'pipe' }))
      expect(await child.ended, child.errors()).toBe(0)
      const printed = JSON.parse(child.lines.at(-1) ?? '{}') as {
        written: number
        refusal: { code: string; hint: string }
        there: unknown
        append: string
        problems: readonly string[]
      }
      expect(printed.refusal).toMatchObject({ code: 'STORE_UNAVAILABLE', name: 'StoreUnavailableError' })
      expect(printed.refusal.hint).not.toBe('')
      expect(printed.there).toBeNull()
      expect(printed.written).toBeGreaterThan(10)
      expect(printed.append).toBe('STORE_UNAVAILABLE retained true')
      expect(printed.problems).toContain('unavailable')
      const store = await openStore(file)
      expect(await expectSoundChain(store)).toBe(printed.written)
      await store.close()
    })
  })

  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'a file that cannot be written, or opened where no other account reaches it, gets a clear refusal',
    async () => {
      await withDirectory(async (directory) => {
        const file = join(directory, 'holdpoint.db')
        const script = scriptPath('try-to-open.mjs')
        const run = promisify(execFile)
        // A checkout in a private folder is out of reach for other accounts; there a folder takes the file's place.
        const look = `require('node:fs').accessSync(${JSON.stringify(script)})`
        const reaches = await run(process.execPath, ['-e', look], OTHER_ACCOUNT).then(
          () => true,
          () => false,
        )
        if (reaches) {
          await (await openStore(file)).close()
          await run('chmod', ['-R', 'a+rX', directory])
        } else mkdirSync(file)
        const child = follow(
          spawn(process.execPath, [script, file], { stdio: 'pipe', ...(reaches ? OTHER_ACCOUNT : {}) }),
        )
        expect(await child.ended, child.errors()).toBe(0)
        expect(JSON.parse(child.lines.at(-1) ?? '{}')).toMatchObject({ code: 'STORE_UNAVAILABLE' })
      })
    },
  )

  test('an exit without close loses nothing, and the file opens again', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const child = runChild('try-to-open.mjs', [file])
      expect(await child.ended, child.errors()).toBe(0)
      const store = await openStore(file)
      expect((await readAll(store)).map(({ kind }) => kind)).toEqual(['call-passed', 'spool-recovered'])
      expect(await expectSoundChain(store)).toBe(2)
      await store.close()
    })
  })
})

async function readAll(store: Store): Promise<readonly AuditRecord[]> {
  const all: AuditRecord[] = []
  let cursor: string | null = null
  do {
    const page: AuditPage = await store.audit.walk(cursor, 1000)
    all.push(...page.records)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}
