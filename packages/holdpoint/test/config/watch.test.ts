import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { RecordDraft } from '@holdpoint/core'
import { NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/testing'
import { acceptedKey, confirmLoosening, watchConfig } from '../../src/config/watch-config.ts'
import { loadPolicyFile } from '../../src/config/load-policy-file.ts'
import type { ConfigEvent, ConfigWatcher } from '../../src/config/watch-config.ts'

const watchers: ConfigWatcher[] = []

afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close()
})

async function startWatching(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'holdpoint-watch-')), 'holdpoint.yaml')
  writeFileSync(file, text)
  const load = () =>
    loadPolicyFile({ file, environment: {}, sha256, protectedPaths: NOTHING_PROTECTED, projects: NO_PROJECTS })
  const first = await load()
  if (!first.ok) throw new Error('the first configuration is to be good')
  const events: ConfigEvent[] = []
  const stored = new Map<string, string>()
  const records: RecordDraft[] = []
  const settings = {
    get: async (key: string) => stored.get(key) ?? null,
    put: async (key: string, value: string | null, record: RecordDraft | null) => {
      if (value !== null) stored.set(key, value)
      if (record !== null) records.push(record)
    },
  }
  const clock = { now: 1_000_000 }
  const watcher = watchConfig({
    file,
    current: first.loaded,
    load,
    settings,
    now: () => clock.now,
    onEvent: (event) => events.push(event),
    settleMs: 10,
  })
  watchers.push(watcher)
  return { file, watcher, events, settings, records, clock, profile: () => watcher.current().config.profile }
}

test('[H22] a bad reload keeps the last good policy and says so, once', async () => {
  const { file, watcher, events, profile } = await startWatching('profile: balanced\n')
  for (const bad of ['profil: strict\n', 'rules: [\n', '', 'rules: [{ name: a, approvers: [] }]\n']) {
    writeFileSync(file, bad)
    await watcher.check()
    await watcher.check()
    expect(profile()).toBe('balanced')
    expect(events.splice(0)).toMatchObject([{ kind: 'policy-refused', problems: [{ file }] }])
  }
  rmSync(file)
  await watcher.check()
  expect(events.at(-1)).toMatchObject({ kind: 'policy-refused', problems: [{ message: 'There is no such file.' }] })
  expect(profile()).toBe('balanced')
})

test('a tightening takes effect at once, by the file alone', async () => {
  const { file, events, profile } = await startWatching('profile: balanced\n')
  writeFileSync(`${file}.new`, 'profile: strict\n')
  renameSync(`${file}.new`, file)
  await expect.poll(profile, { interval: 10 }).toBe('strict')
  expect(events).toMatchObject([{ kind: 'policy-reloaded', confirmed: false }])
})

test('[L3] a loosening is not in effect until a person confirms exactly that', async () => {
  const { file, watcher, events, settings, records, clock, profile } = await startWatching('profile: strict\n')
  writeFileSync(file, 'profile: observe\n')
  await watcher.check()
  await watcher.check()
  expect(profile()).toBe('strict')
  const [waits] = events.splice(0)
  if (waits?.kind !== 'policy-loosening-waits') throw new Error('the loosening is to wait')
  expect(waits.loosening).toEqual(['The profile goes from strict to observe.'])

  await confirmLoosening(settings, { ...waits, tenant: 'default', configHash: 'another', by: 'ann', at: clock.now })
  await watcher.check()
  expect(profile()).toBe('strict')

  await confirmLoosening(settings, { ...waits, tenant: 'default', by: 'ann', at: clock.now })
  await watcher.check()
  expect(profile()).toBe('observe')
  expect(events).toMatchObject([{ kind: 'policy-reloaded', confirmed: true }])
  expect(records.at(-1)).toMatchObject({ kind: 'policy-accepted', actor: 'ann' })
})

test('[L3] an old confirmation does not bring a loose file back', async () => {
  const { file, watcher, events, settings, clock, profile } = await startWatching('profile: strict\n')
  writeFileSync(file, 'profile: observe\n')
  await watcher.check()
  const waits = events[0]
  if (waits?.kind !== 'policy-loosening-waits') throw new Error('the loosening is to wait')
  await settings.put(acceptedKey(waits.configHash), JSON.stringify({ by: 'ann', at: clock.now }), null)
  clock.now += 11 * 60_000
  await watcher.check()
  expect(profile()).toBe('strict')
  await settings.put(acceptedKey(waits.configHash), 'garbage', null)
  await watcher.check()
  expect(profile()).toBe('strict')
})

test('[L3] going back to what is in force withdraws the question', async () => {
  const { file, watcher, events, profile } = await startWatching('profile: strict\n')
  writeFileSync(file, 'profile: observe\n')
  await watcher.check()
  writeFileSync(file, 'profile: strict\n')
  await watcher.check()
  writeFileSync(file, 'profile: observe\n')
  await watcher.check()
  expect(events.map((event) => event.kind)).toEqual(['policy-loosening-waits', 'policy-loosening-waits'])
  expect(profile()).toBe('strict')
})

test('[X13.4] what a change takes from accounts in chats counts at once, also while the change waits', async () => {
  const people = (identities: string): string =>
    `tokens: [{ name: ana, role: approver, sha256: ${'ab'.repeat(32)} }]\npeople: { ana: { identities: [${identities}] } }\n`
  const before = people('token:ana, feishu:t1/ou_ana, slack:T1/UANA')
  const { file, watcher, events, profile } = await startWatching(`profile: strict\n${before}`)
  const identities = (): unknown => watcher.current().config.people['ana']?.identities
  writeFileSync(file, `profile: observe\n${people('token:ana, slack:T1/UANA, slack:T1/UNEW')}`)
  await watcher.check()
  expect(events.splice(0)).toMatchObject([{ kind: 'policy-loosening-waits' }])
  expect([profile(), identities()]).toEqual(['strict', ['token:ana', 'slack:T1/UANA']])
  // A file that cannot be read gives nothing back.
  writeFileSync(file, 'rules: [\n')
  await watcher.check()
  expect(identities()).toEqual(['token:ana', 'slack:T1/UANA'])
  writeFileSync(file, `profile: strict\n${before}`)
  await watcher.check()
  expect(identities()).toEqual(['token:ana', 'feishu:t1/ou_ana', 'slack:T1/UANA'])
  events.length = 0
  writeFileSync(file, `profile: strict\n${people('token:ana')}`)
  await watcher.check()
  expect([events, identities()]).toMatchObject([[{ kind: 'policy-reloaded', confirmed: false }], ['token:ana']])
})
