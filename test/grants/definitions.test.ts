/** A permission is for a tool as it was defined: a server that redefines it, and says nothing, has lost it for good. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import { approve, expectAuditIntact, holdpoint, reject, showHold } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const SILENT = fileURLToPath(new URL('../fixtures/silent-server.mjs', import.meta.url))

interface Place {
  readonly home: TemporaryHome
  readonly wrap: RunningWrap
  readonly restart: () => Promise<RunningWrap>
  /** The server says nothing about it. */
  readonly redefine: (variant: 'plain' | 'schema' | 'description' | 'gone' | 'mute') => void
  readonly ran: () => readonly unknown[]
}

async function open(): Promise<Place> {
  const home = createTemporaryHome('wait: 0s')
  const file = join(home.folder, 'variant')
  const restart = async (): Promise<RunningWrap> =>
    await startWrap(home, {
      name: 'silent',
      command: [process.execPath, SILENT],
      environment: { VARIANT_FILE: file },
    })
  return {
    home,
    wrap: await restart(),
    restart,
    redefine: (variant) => writeFileSync(file, variant),
    ran: () => readLedger(home).map((entry) => (entry as unknown as { arguments: unknown }).arguments),
  }
}

/** Allows the tool with any arguments until somebody revokes it. */
async function allow({ home, wrap }: Place): Promise<void> {
  const { approval_id: id } = envelopeOf(await wrap.client.call('delete_shelf', { id: 'a' }))
  await approve(home, id, '--allow', 'always', '--wait')
  expect(textOf(await wrap.client.call('delete_shelf', { id: 'b' }))).toBe('deleted b')
}

const records = async (home: TemporaryHome): Promise<string> =>
  (await holdpoint(home, ['audit', 'tail', '--limit', '100', '--json'])).stdout

describe.concurrent('a permission, once the server redefines its tool in silence', () => {
  test.each(['schema', 'description'] as const)(
    '[H24] (%s) counts no more: the next call is asked',
    async (variant) => {
      const place = await open()
      const { home, wrap, redefine, ran } = place
      await allow(place)
      redefine(variant)
      const { approval_id: id } = envelopeOf(await wrap.client.call('delete_shelf', { id: 'c' }))
      expect((await showHold(home, id)).warnings.join()).toMatch(/changed the definition/)
      expect(ran()).toEqual([{ id: 'a' }, { id: 'b' }])
      // It was asked by the definition that stands now: the approval runs.
      expect((await approve(home, id, '--wait')).state).toBe('succeeded')
      expect(ran()).toHaveLength(3)
      await endWrap(wrap)
      await expectAuditIntact(home)
    },
  )

  test('[H24] does not revive when the server takes it back, and the log says why', async () => {
    const place = await open()
    const { home, wrap, restart, redefine, ran } = place
    await allow(place)
    redefine('schema')
    envelopeOf(await wrap.client.call('delete_shelf', { id: 'c' }))
    redefine('plain')
    envelopeOf(await wrap.client.call('delete_shelf', { id: 'd' }))
    await endWrap(wrap)
    const next = await restart()
    envelopeOf(await next.client.call('delete_shelf', { id: 'e' }))
    expect(ran()).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(await records(home)).toMatch(/"kind": ?"grant-revoked"[^}]*"actor": ?"policy \(the definition changed\)"/)
    expect((await holdpoint(home, ['grants', 'list'])).stdout).toMatch(/revoked/)
    await endWrap(next)
    await expectAuditIntact(home)
  })

  test('[H24] is gone also where it was only a list that showed the change', async () => {
    const place = await open()
    const { home, wrap, redefine, ran } = place
    await allow(place)
    redefine('description')
    await wrap.client.request('tools/list')
    redefine('plain')
    await wrap.client.request('tools/list')
    envelopeOf(await wrap.client.call('delete_shelf', { id: 'c' }))
    expect(ran()).toEqual([{ id: 'a' }, { id: 'b' }])
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test.each(['gone', 'mute'] as const)(
    '[H24] (%s) counts not while nobody can say what the tool is',
    async (variant) => {
      const place = await open()
      const { wrap, redefine, ran } = place
      await allow(place)
      redefine(variant)
      envelopeOf(await wrap.client.call('delete_shelf', { id: 'c' }))
      expect(ran()).toEqual([{ id: 'a' }, { id: 'b' }])
      redefine('plain')
      expect(textOf(await wrap.client.call('delete_shelf', { id: 'd' }))).toBe('deleted d')
      await endWrap(wrap)
    },
  )

  test('a denial outlives the change and the change back', async () => {
    const { home, wrap, redefine, ran } = await open()
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_shelf', { id: 'a' }))
    await reject(home, id, '--deny', 'always')
    expect(codeOf(await wrap.client.call('delete_shelf', { id: 'a' }))).toBe('DECLINED')
    expect(codeOf(await wrap.client.call('delete_shelf', { id: 'b' }))).toBe('DENIED_BY_POLICY')
    redefine('schema')
    await wrap.client.request('tools/list')
    envelopeOf(await wrap.client.call('delete_shelf', { id: 'b' }))
    redefine('plain')
    await wrap.client.request('tools/list')
    expect(codeOf(await wrap.client.call('delete_shelf', { id: 'c' }))).toBe('DENIED_BY_POLICY')
    expect(ran()).toEqual([])
    await endWrap(wrap)
    await expectAuditIntact(home)
  })
})
