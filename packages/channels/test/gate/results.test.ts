import { spawnSync } from 'node:child_process'
import { OutcomeUnknownError } from '@holdpoint/channels/gate'
import type { Operation, RunResult } from '@holdpoint/channels/gate'
import { describe, expect, test } from 'vitest'
import { ANA, asked, startBot } from './bot.ts'

/** What comes of an operation that was confirmed. */
async function confirmed(operation: Operation): Promise<RunResult> {
  const bot = startBot()
  bot.gate.operation('act', operation)
  const running = bot.gate.run(ANA, { operation: 'act', arguments: {}, preview: { title: 'Act' } })
  await asked(bot, ANA)
  await bot.write(ANA, 'ok')
  const result = await running
  await bot.end()
  return result
}

describe('[X13.3] what an operation returns', () => {
  test.each([
    [{ rows: 3 }, '{"rows":3}'],
    ['three rows', 'three rows'],
    [3, '3'],
    [null, 'null'],
  ])('%j comes back as it is', async (value, text) => {
    expect(await confirmed(() => value)).toMatchObject({ kind: 'done', value, text })
  })

  test('nothing, or what JSON cannot spell, does not make it fail: it has run', async () => {
    expect(await confirmed(() => {})).toMatchObject({ kind: 'done', value: null })
    expect(await confirmed(() => 3n)).toMatchObject({ kind: 'done', value: '3' })
  })

  test('is whole for its caller, also where it is too large to be kept', async () => {
    const large = 'x'.repeat(2_000_000)
    expect(await confirmed(async () => large)).toMatchObject({ kind: 'done', value: large })
  })

  test('an operation that cannot tell whether it took effect is unknown', async () => {
    const result = await confirmed(() => {
      throw new OutcomeUnknownError('no answer from the bank')
    })
    expect(result).toMatchObject({ kind: 'unknown', text: expect.stringContaining('Check whether it took effect') })
  })

  test('it is given the stored arguments, and an id of its own for other systems', async () => {
    const seen: unknown[] = []
    await confirmed((given, { session, by, attempt }) => void seen.push(given, session, by, attempt.length > 10))
    expect(seen).toEqual([{}, ANA.session, ANA.by, true])
  })
})

test('[X13.3] a program that only waits for an answer does not end before it', () => {
  const program = `
    import { createChannelGate } from '@holdpoint/channels/gate'
    import { createMemoryStore } from '@holdpoint/store/memory'
    const gate = createChannelGate({ name: 'a', store: createMemoryStore(), send: async () => {}, decideWithinMs: 300 })
    const { kind } = await gate.confirm({ session: 's', by: 'b', isGroup: false }, { title: 'Act' })
    console.log(kind)`
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 30_000,
  })
  // And it ends by itself afterwards, without `close`.
  expect(ran).toMatchObject({ stdout: 'timeout\n', status: 0 })
})
