import { expect, test } from 'vitest'
import { untilStored } from '../../src/index.ts'

test('[X12.2] what happened is tried again, with growing pauses, until the store takes it', async () => {
  const pauses: number[] = []
  let tries = 0
  const stored = await untilStored(
    async () => {
      tries += 1
      if (tries <= 8) throw new Error('the store is away')
      return tries
    },
    async (milliseconds) => {
      pauses.push(milliseconds)
    },
  )
  expect(stored).toBe(9)
  expect(pauses).toEqual([50, 100, 200, 400, 800, 1600, 2000, 2000])
})
