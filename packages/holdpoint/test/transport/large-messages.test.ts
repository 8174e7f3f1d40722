/** Large messages wait for their turn, small ones never. */
import { expect, test } from 'vitest'
import { createLargeMessages } from '../../src/transport/large-messages.ts'

test('[X11.C2] large messages are taken one after the other, the callers in turn, and small ones at once', async () => {
  const large = createLargeMessages()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const take = (caller: string, name: string, bytes = 2_000_000): boolean =>
    large.take(caller, bytes, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  for (const name of ['a1', 'a2', 'a3']) take('a', name)
  take('b', 'b1')
  take('b', 'small', 100)
  expect(begun).toEqual(['a1', 'small'])
  for (const next of ['a2', 'b1', 'a3']) {
    for (const end of ends.splice(0)) end()
    await expect.poll(() => begun.at(-1)).toBe(next)
  }
  for (let index = 0; index < 64; index++) expect(take('c', `c${index}`)).toBe(true)
  expect(take('c', 'too many')).toBe(false)
  for (const end of ends.splice(0)) end()
})
