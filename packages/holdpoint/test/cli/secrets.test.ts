/** What the command line prints of secrets: masks in lists, cards and exports, one approval whole as JSON. */
import { recordDraft } from '@holdpoint/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { visitInbox } from '../terminal/inbox/player.ts'
import { createCliHome } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

const GITHUB = 'ghp_abcdefghijklmnopqrstuvwxyz0123459fA2'
const ARGUMENTS = { command: `push ${GITHUB}; rm -rf /`, password: 'hunter2' }

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

async function held(): Promise<string> {
  const { id } = await home.addHold({ argumentsText: JSON.stringify(ARGUMENTS), rationale: `because of ${GITHUB}` })
  return id
}

test('list, its JSON and a card mask; show --json is whole', async () => {
  const id = await held()
  for (const args of [['list'], ['list', '--json'], ['show', id]]) {
    const { out } = await home.run(args)
    expect(out).not.toContain(GITHUB)
    expect(out).not.toContain('hunter2')
  }
  const card = (await home.run(['show', id])).out
  expect(card).toContain('push ⟦ghp_…9fA2 (40 characters)⟧; rm -rf /')
  const whole = JSON.parse((await home.run(['show', id, '--json'])).out) as object
  expect(whole).toMatchObject({ arguments: ARGUMENTS, rationale: `because of ${GITHUB}` })
})

test.each(['jsonl', 'csv'])(
  'an export as %s masks, keeps the hash of each record, and the log stays sound',
  async (format) => {
    await home.store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'local', tool: 'x', detail: GITHUB }))
    const stored = await home.records()
    const { out } = await home.run(['audit', 'export', '--format', format])
    expect(out).not.toContain(GITHUB)
    expect(out).toContain('⟦ghp_…9fA2 (40 characters)⟧')
    for (const { hash } of stored) expect(out).toContain(hash)
    expect((await home.run(['audit', 'tail'])).out).not.toContain(GITHUB)
    expect((await home.run(['audit', 'verify'])).exitCode).toBe(0)
  },
)

test('in the inbox v shows one secret at a time, and then none', async () => {
  await held()
  await visitInbox(
    home,
    async (player) => {
      await player.press('j', '<enter>')
      expect(player.screen()).not.toMatch(/ghp_abc|hunter2/)
      expect(player.screen()).toContain('v show secret')
      await player.press('v')
      expect(player.screen()).toContain(GITHUB)
      expect(player.screen()).not.toContain('hunter2')
      expect(player.screen()).toContain('Secret 1 of 2 is shown: command.')
      await player.press('v')
      expect(player.screen()).not.toContain(GITHUB)
      expect(player.screen()).toContain('hunter2')
      await player.press('v')
      expect(player.screen()).not.toMatch(/ghp_abc|hunter2/)
    },
    { size: [100, 50], secret: await home.addToken('ana', 'approver') },
  )
})

test('who may only look is shown none', async () => {
  await held()
  await visitInbox(
    home,
    async (player) => {
      await player.press('j', '<enter>', 'v')
      expect(player.screen()).toContain('Only who may decide may see what is masked.')
      expect(player.screen()).not.toMatch(/ghp_abc|hunter2/)
    },
    { size: [100, 50], secret: await home.addToken('eve', 'viewer') },
  )
})
