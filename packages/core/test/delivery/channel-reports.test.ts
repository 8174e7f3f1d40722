/** How processes tell each other of their chats: for a while, in words for people. */
import { expect, test } from 'vitest'
import {
  CHANNEL_REPORT_LASTS_MS,
  readChannelReports,
  readChannelReportsOf,
  reportChannels,
} from '../../src/delivery/channel-reports.ts'
import type { ChannelReport } from '../../src/delivery/channel-reports.ts'
import { openTestStore } from '../operations/operations-store.ts'

const SLACK: ChannelReport = {
  name: 'slack',
  platform: 'slack',
  state: 'connected',
  problem: null,
  since: 5,
  lastConnected: 5,
}

test('[X13.4] what a process reports stands until it takes it back, and no longer than it is renewed', async () => {
  const { store, clock } = await openTestStore()
  const refused: ChannelReport = { ...SLACK, state: 'refused', problem: 'Correct the token.', lastConnected: null }
  await reportChannels(store, 'one', [SLACK])
  await reportChannels(store, 'two', [refused])
  expect(await readChannelReports(store)).toEqual([SLACK, refused])
  expect(await readChannelReportsOf(store, 'two')).toEqual([refused])
  expect(await readChannelReportsOf(store, 'three')).toEqual([])
  await reportChannels(store, 'two', null)
  expect(await readChannelReports(store)).toEqual([SLACK])
  clock.now += CHANNEL_REPORT_LASTS_MS
  expect(await readChannelReports(store)).toEqual([])
  expect(await readChannelReportsOf(store, 'one')).toEqual([])
  // Whoever reports next clears it away.
  await reportChannels(store, 'three', [refused])
  expect(await store.settings.under('channel-reports/')).toHaveLength(1)
})

test('[X13.4] a report that cannot be read counts as none, and hidden characters in one are shown', async () => {
  const { store, clock } = await openTestStore()
  const until = clock.now + 10_000
  const channels = [{ ...SLACK, problem: 'a\u202eb\n' }, { ...SLACK, platform: 'pigeons' }, { name: 'slack' }, 5]
  const texts = ['', '{', '5', '[]', '{"until":"never","channels":[]}', JSON.stringify({ until, channels })]
  for (const [index, text] of texts.entries()) await store.settings.put(`channel-reports/${index}`, text, null)
  expect(await readChannelReports(store)).toEqual([{ ...SLACK, problem: 'a⟦U+202E⟧b⟦U+000A⟧' }])
})
