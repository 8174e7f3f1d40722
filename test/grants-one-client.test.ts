/** What a person allows in one host's own dialog holds in that host: another one of theirs runs another agent, and asks. */
import { expect, test } from 'vitest'
import { heldBy, textOf } from './harness/answers.ts'
import { holdpoint } from './harness/decide.ts'
import { answerForms } from './harness/read-form.ts'
import { endWrap, startWrap } from './harness/run-wrap.ts'
import type { RunningWrap } from './harness/run-wrap.ts'
import { createTemporaryHome } from './harness/temporary-home.ts'

const HALF_AN_HOUR = 'Run it, and this tool for the next 30 minutes'

test("[X7] 30 minutes on one host's word open nothing in another host of the same person", async () => {
  const home = createTemporaryHome('wait: 60s')
  const start = async (clientName: string): Promise<RunningWrap> =>
    await startWrap(home, { clientName, capabilities: { elicitation: {} } })
  const [one, other] = await Promise.all([start('desk-one'), start('desk-two')])
  const asked = [answerForms(one, () => HALF_AN_HOUR), answerForms(other, () => "Don't run it")] as const

  expect(heldBy(await one.client.call('delete_item', { id: 1 }))).toMatchObject({ state: 'succeeded' })
  expect(textOf(await one.client.call('delete_item', { id: 2 }))).not.toContain('declined')
  expect(asked[0]()).toBe(1)

  expect(textOf(await other.client.call('delete_item', { id: 3 }))).toContain('declined by user')
  expect(asked[1]()).toBe(1)

  // A new conversation of the same host is still the same host.
  const again = await start('desk-one')
  const askedAgain = answerForms(again, () => "Don't run it")
  expect(textOf(await again.client.call('delete_item', { id: 4 }))).not.toContain('declined')
  expect(askedAgain()).toBe(0)

  const listed = await holdpoint(home, ['grants', 'list', '--json'])
  expect(JSON.parse(listed.stdout)).toMatchObject({
    grants: [{ client: 'desk-one', assurance: 'host', used: { count: 2 } }],
  })
  expect((await holdpoint(home, ['grants', 'list'])).stdout).toContain(
    'any arguments, through "desk-one" alone, until ',
  )
  await Promise.all([one, other, again].map((wrap) => endWrap(wrap)))
})
