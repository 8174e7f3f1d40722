/**
 * What a person allows in one host's own dialog holds in that host: another one of theirs runs another agent, and asks.
 */
import { expect, test } from 'vitest'
import { heldBy, textOf } from '../harness/answers.ts'
import { holdpoint } from '../harness/decide.ts'
import { answerForms, offeredIn } from '../harness/read-form.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'

test("[X7] the rest of a session on one host's word opens nothing in another host of the same person, nor in its next session", async () => {
  const home = createTemporaryHome('wait: 60s')
  const start = async (clientName: string): Promise<RunningWrap> =>
    await startWrap(home, { clientName, capabilities: { elicitation: {} } })
  const [one, other] = await Promise.all([start('desk-one'), start('desk-two')])
  const asked = [
    answerForms(one, (question) => offeredIn(question).find((choice) => choice.endsWith('for this session')) ?? ''),
    answerForms(other, () => 'No'),
  ] as const

  expect(heldBy(await one.client.call('create_item', { name: 'a' }))).toMatchObject({ state: 'succeeded' })
  expect(textOf(await one.client.call('create_item', { name: 'b' }))).toBe('created')
  expect(asked[0]()).toBe(1)

  expect(textOf(await other.client.call('create_item', { name: 'c' }))).toContain('declined by user')
  expect(asked[1]()).toBe(1)

  const again = await start('desk-one')
  const askedAgain = answerForms(again, () => 'No')
  expect(textOf(await again.client.call('create_item', { name: 'd' }))).toContain('declined by user')
  expect(askedAgain()).toBe(1)

  const listed = await holdpoint(home, ['grants', 'list', '--json'])
  expect(JSON.parse(listed.stdout)).toMatchObject({
    grants: [{ client: 'desk-one', assurance: 'host', used: { count: 1 } }],
  })
  expect((await holdpoint(home, ['grants', 'list'])).stdout).toContain('"desk-one" alone')
  await Promise.all([one, other, again].map((wrap) => endWrap(wrap)))
})
