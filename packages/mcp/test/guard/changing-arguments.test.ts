/** Arguments that change while they are judged: what runs is what was asked about, or nothing. */
import { expect, test } from 'vitest'
import type { JsonObject } from '@holdpoint/core'
import { guardCall } from '../../src/guard/guard-call.ts'
import type { GuardedCall } from '../../src/guard/guarded-call.ts'
import type { HoldRequests } from '../../src/requests/hold-requests.ts'

interface Trial {
  readonly asked: unknown[]
  readonly ran: unknown[]
  guard(args: JsonObject, more?: Partial<GuardedCall>): Promise<void>
}

/** The policy lets everything pass, so that nothing but the arguments can stop a call. */
function trial(whileAsked: () => void = () => {}): Trial {
  const asked: unknown[] = []
  const ran: unknown[] = []
  const never = async (): Promise<never> => await Promise.reject(new Error('not used'))
  const requests: HoldRequests = {
    async ask({ arguments: args }) {
      asked.push(JSON.parse(JSON.stringify(args)))
      whileAsked()
      return { state: 'passes', risk: 'low', rule: 'observe', receipt: '' }
    },
    look: never,
    claim: never,
    report: never,
    close: async () => {},
  }
  return {
    asked,
    ran,
    async guard(args, more = {}) {
      const call = { tool: 'transfer', arguments: args, call: { scope: 'thread', id: 'one' }, risk: 'high' } as const
      await guardCall(requests, 'bank', { ...call, ...more }, async (given) => {
        ran.push(JSON.parse(JSON.stringify(given)))
      })
    },
  }
}

test('[C7] by whoever holds the object, while a person is asked', async () => {
  const args: { amount: number; to: string[] } = { amount: 1, to: ['ana'] }
  const it = trial(() => {
    args.amount = 1000
    args.to.push('mallory')
  })
  await it.guard(args)
  expect(it.asked).toEqual([{ amount: 1, to: ['ana'] }])
  expect(it.ran).toEqual(it.asked)
})

test('[C7] by the preview that reads them', async () => {
  const it = trial()
  let looks = 0
  await it.guard(
    { amount: 1, to: ['ana'] },
    {
      async preview(args) {
        looks += 1
        ;(args['to'] as string[]).push('mallory')
        return { title: 'Transfer?' }
      },
    },
  )
  expect(looks).toBeGreaterThan(0)
  expect(it.asked).toEqual([{ amount: 1, to: ['ana'] }])
  expect(it.ran).toEqual(it.asked)
})

test('[C7] by themselves, whenever they are read', async () => {
  const it = trial()
  let amount = 0
  const args = {
    get amount() {
      amount += 1
      return amount
    },
  }
  await it.guard(args)
  expect(it.ran).toEqual(it.asked)
})

test('[C7] too deep to be written down, they run nothing', async () => {
  const it = trial()
  let deep: JsonObject = {}
  for (let level = 0; level < 20_000; level++) deep = { deep }
  await it.guard(deep)
  expect(it.ran).toEqual([])
})
