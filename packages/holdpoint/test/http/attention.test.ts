import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { NO_CHATS, createAttention } from '../../src/http/attention.ts'
import { sampleHold } from '@holdpoint/testing'

let home: TestStore

beforeEach(async () => {
  home = await openTestStore()
})

afterEach(async () => {
  await home.end()
})

function attentionThat(opens: boolean): ReturnType<typeof createAttention> {
  return createAttention({
    chats: NO_CHATS,
    store: () => Promise.resolve(home.store),
    page: { ensure: () => Promise.resolve({ url: 'http://localhost:7433', servedHere: true }), close: async () => {} },
    mayOpenBrowser: () => true,
    openSignedIn: () => Promise.resolve(opens),
    log: () => {},
  })
}

async function shown(): Promise<readonly (string | null)[]> {
  return (await home.records()).filter(({ kind }) => kind === 'question-shown').map(({ hold }) => hold)
}

test('a browser that was opened for a hold is on record; one that could not be opened is not', async () => {
  expect(await attentionThat(false).summon(sampleHold({ id: 'unseen' }))).toEqual({ reachable: false })
  const attention = attentionThat(true)
  expect(await attention.summon(sampleHold({ id: 'first' }))).toEqual({ reachable: true })
  // It is open already: nobody was shown this one in particular.
  expect(await attention.summon(sampleHold({ id: 'second' }))).toEqual({ reachable: true })
  await expect.poll(shown).toEqual(['first'])
  expect((await home.records()).at(-1)).toMatchObject({ client: 'desk', detail: 'browser' })
})

test('[X4] a browser that is open reaches nobody for a hold that the page may not decide', async () => {
  const attention = attentionThat(true)
  expect(await attention.summon(sampleHold({ id: 'first' }))).toEqual({ reachable: true })
  const { ruling } = sampleHold({})
  const elsewhere = sampleHold({ id: 'second', ruling: { ...ruling, rails: ['elicitation'] } })
  expect(await attention.summon(elsewhere)).toEqual({ reachable: false })
  const here = sampleHold({ id: 'third', ruling: { ...ruling, rails: ['page'] } })
  expect(await attention.summon(here)).toEqual({ reachable: true })
})
