/**
 * The link of a call that waits leads somewhere after its own host ended, as long as any process of the home is there.
 */
import { expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

const status = async (url: string): Promise<number> => {
  try {
    return (await fetch(url)).status
  } catch {
    return 0
  }
}

/** Polls: nobody tells when another process has taken the port. */
async function untilAnswers(url: string, expected: number): Promise<void> {
  let last = -1
  let asking: Promise<void> | null = null
  await waitFor(`${url} to answer ${expected}`, () => {
    asking ??= status(url).then((answered) => {
      last = answered
      asking = null
    })
    return last === expected ? true : undefined
  })
}

test('[X11.F5] an idle process of the home takes the page over where it was; a later one serves it there again', async () => {
  const home = createTemporaryHome()
  const idle = await startWrap(home, { clientName: 'idle' })
  const asking = await startWrap(home, { clientName: 'asking' })
  const {
    approval_url: url,
    approval_id: id,
    next_step: step,
  } = envelopeOf(await asking.client.call('delete_item', { id: 7 }))
  expect(step).toContain(`holdpoint open ${id}`)
  expect(await status(url)).toBe(200)
  await endWrap(asking)
  await untilAnswers(url, 200)
  expect(idle.stderr()).toContain(`the page is at ${new URL(url).origin}`)

  // With the last process of the home the page is gone, and nothing was left running for it.
  await endWrap(idle)
  expect(await status(url)).toBe(0)
  const next = await startWrap(home, { clientName: 'next' })
  await untilAnswers(url, 200)
  await endWrap(next)
})

test('[X11.F5] where nothing waits nobody takes anything over', async () => {
  const home = createTemporaryHome()
  const first = await startWrap(home)
  await first.client.call('get_item', { id: 1 })
  await endWrap(first)
  const idle = await startWrap(home)
  await idle.client.call('get_item', { id: 1 })
  expect(idle.stderr()).not.toContain('the page is at')
  await endWrap(idle)
})
