/** The part of the contract about platforms that refuse, break off or stay away. */
import { ChannelError } from '@holdpoint/channels'
import { expect, test } from 'vitest'
import { ANA, QUESTION, rememberingReceiver } from './channel-under-test.ts'
import type { ChannelUnderTest, MakeChannel } from './channel-under-test.ts'

export function describeFailures(make: MakeChannel): void {
  test('"too many" is to be tried again later, and nothing was sent', async () => {
    const under = await opened(make)
    under.refuseNext(1, 2000)
    const delivery = { id: 'd1', place: under.place, message: QUESTION }
    const error = await errorOf(under.channel.deliver(delivery))
    expect(error.kind).toBe('later')
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(under.traits.tellsRetryAfter ? 2000 : 0)
    expect(under.drawn()).toHaveLength(0)
    await under.channel.deliver(delivery)
    expect(under.drawn()).toHaveLength(1)
    await expectNoSecret(under, [error])
    await under.close()
  })

  test('a place that is not there is named so', async () => {
    const under = await opened(make)
    const sent = under.channel.deliver({ id: 'd1', place: under.unknownPlace, message: QUESTION })
    const said = under.channel.say(under.unknownPlace, 'hello')
    const errors = await Promise.all([errorOf(sent), errorOf(said)])
    expect(errors.map(({ kind }) => kind)).toEqual(['no-such-place', 'no-such-place'])
    await expectNoSecret(under, errors)
    await under.close()
  })

  test('a message whose answer was lost may have arrived, and nothing else is claimed', async () => {
    const under = await opened(make)
    under.loseNextAnswer()
    const delivery = { id: 'd1', place: under.place, message: QUESTION }
    const error = await errorOf(under.channel.deliver(delivery))
    expect(error.kind).toBe('unknown')
    await under.channel.deliver(delivery)
    expect(under.drawn()).toHaveLength(under.traits.dedupes ? 1 : 2)
    await expectNoSecret(under, [error])
    await under.close()
  })

  test('a platform that is away is tried again later', async () => {
    const under = await opened(make)
    under.away(true)
    const error = await errorOf(under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION }))
    expect(['later', 'unknown']).toContain(error.kind)
    under.away(false)
    await expectNoSecret(under, [error])
    await under.close()
  })

  test('opened without a receiver it tries the credentials, and takes nothing from another that receives', async () => {
    const under = await make('good')
    await under.channel.open(null)
    expect(under.channel.health()).toMatchObject({ state: 'connected', problem: null })
    await under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION })
    expect(under.drawn()).toHaveLength(1)
    expect(under.listening()).toBe(0)
    await under.close()
    const bad = await make('bad')
    expect((await errorOf(bad.channel.open(null))).kind).toBe('refused')
    expect(bad.channel.health().state).toBe('refused')
    await bad.close()
  })

  test('credentials that are refused: open rejects, and health says what to do', async () => {
    const under = await make('bad')
    const error = await errorOf(under.channel.open(rememberingReceiver()))
    expect(error.kind).toBe('refused')
    expect(under.channel.health()).toMatchObject({ state: 'refused', problem: expect.stringMatching(/\w+ .*\w+/) })
    const attempts = under.connections().length
    await passing(300)
    expect(under.connections(), 'trying again does not help').toHaveLength(attempts)
    const later = await errorOf(under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION }))
    expect(later.kind).toBe('refused')
    await expectNoSecret(under, [error, later])
    await under.close()
  })

  test('a connection that is dropped is opened again, and events arrive again', { timeout: 30_000 }, async () => {
    const under = await make('good')
    const receiver = rememberingReceiver()
    await under.channel.open(receiver)
    expect(under.channel.health()).toMatchObject({ state: 'connected', problem: null })
    for (const text of under.traits.longConnection ? ['one', 'two', 'three'] : []) {
      const before = under.connections().length
      under.drop()
      await expect.poll(() => under.connections().length, { timeout: 20_000 }).toBeGreaterThan(before)
      await expect.poll(() => under.channel.health().state, { timeout: 20_000 }).toBe('connected')
      await under.write(text, ANA, { event: `m-${text}` })
      await expect.poll(() => receiver.replies.at(-1)?.text, { timeout: 20_000 }).toBe(text)
    }
    expect(receiver.replies, 'each once').toHaveLength(under.traits.longConnection ? 3 : 0)
    await expectNoSecret(under, [])
    await under.close()
  })

  test('while the platform is away the pauses grow, one attempt at a time', { timeout: 30_000 }, async () => {
    const under = await opened(make)
    if (under.traits.longConnection) {
      const before = under.connections().length
      under.away(true)
      under.drop()
      await expect.poll(() => under.connections().length - before, { timeout: 25_000 }).toBeGreaterThanOrEqual(5)
      expect(under.channel.health()).toMatchObject({ state: 'connecting', problem: expect.stringMatching(/\w+ .*\w+/) })
      const times = under.connections().slice(before)
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      expect(pauses[3], `pauses: ${pauses.join(', ')}`).toBeGreaterThan((pauses[0] ?? 0) * 1.5)
      under.away(false)
      await expect.poll(() => under.channel.health().state, { timeout: 25_000 }).toBe('connected')
    }
    await expectNoSecret(under, [])
    await under.close()
  })

  test('closed is closed: nothing arrives, no connection and no timer is left', { timeout: 20_000 }, async () => {
    await passing(20)
    const timers = runningTimers()
    const under = await make('good')
    const receiver = rememberingReceiver()
    await under.channel.open(receiver)
    await under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION })
    await under.channel.close()
    await under.channel.close()
    expect(under.channel.health()).toMatchObject({ state: 'closed' })
    const attempts = under.connections().length
    under.drop()
    await Promise.race([under.write('late', ANA).catch(() => undefined), passing(200)])
    await passing(100)
    expect(receiver.replies).toEqual([])
    expect(under.connections()).toHaveLength(attempts)
    await errorOf(under.channel.deliver({ id: 'd2', place: under.place, message: QUESTION }))
    await under.close()
    for (let waited = 0; waited < 5000 && runningTimers() > timers; waited += 50) await passing(50)
    expect(runningTimers()).toBeLessThanOrEqual(timers)
  })

  test('closed while it connects anew is closed as well', { timeout: 20_000 }, async () => {
    const under = await opened(make)
    under.away(true)
    under.drop()
    await passing(30)
    const closing = under.channel.close()
    under.away(false)
    await closing
    // One that was on its way may still arrive there.
    await passing(300)
    const attempts = under.connections().length
    await passing(500)
    expect(under.connections()).toHaveLength(attempts)
    expect(under.channel.health().state).toBe('closed')
    await under.close()
  })
}

async function opened(make: MakeChannel): Promise<ChannelUnderTest> {
  const under = await make('good')
  await under.channel.open(rememberingReceiver())
  return under
}

async function errorOf(promise: Promise<unknown>): Promise<ChannelError> {
  const error = await promise.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ChannelError)) throw error
  return error
}

/** Neither in what was logged, nor in errors and what caused them, nor in the health. */
async function expectNoSecret(under: ChannelUnderTest, errors: readonly ChannelError[]): Promise<void> {
  const { inspect } = await import('node:util')
  const said = [
    ...under.logged(),
    ...errors.map((error) => inspect(error, { depth: 12, showHidden: true })),
    JSON.stringify(under.channel.health()),
  ].join('\n')
  for (const secret of under.secrets) expect(said.includes(secret), 'a secret was said').toBe(false)
}

/** Those that keep a process alive. */
function runningTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
}

function passing(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
