/**
 * What the guard promises, alike for the engine in this process and for a service: a call runs once, after a person approved it, with what they approved; whatever
 * else is presented runs nothing.
 */
import type { JsonObject } from '@holdpoint/core'
import { OutcomeUnknownError } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCallGuard, guardCall } from '../../src/guard/guard-call.ts'
import type { Guarded, GuardedCall } from '../../src/guard/guarded-call.ts'
import type { HoldRequests } from '../../src/requests/hold-requests.ts'
import { GUARD_WORLDS } from './guard-world.ts'
import type { GuardWorld } from './guard-world.ts'

const SERVER = 'shop-agent'

describe.each(GUARD_WORLDS)('asked of %s', (_name, createWorld) => {
  let world: GuardWorld
  let requests: HoldRequests
  let ran: JsonObject[]

  beforeEach(async () => {
    world = await createWorld()
    requests = world.open()
    ran = []
  })
  afterEach(async () => {
    await requests.close()
    await world.close()
  })

  const CALL: GuardedCall = {
    tool: 'delete_product',
    arguments: { sku: 'CHR-1005' },
    call: { scope: 'thread-1', id: 'call-1' },
    risk: 'high',
    irreversible: true,
    definition: { inputSchema: { type: 'object', properties: { sku: { type: 'string' } } } },
    wait: 5,
  }

  async function present(
    about: Partial<GuardedCall> = {},
    from: HoldRequests = requests,
  ): Promise<Guarded<{ readonly deleted: unknown }>> {
    return await guardCall(from, SERVER, { ...CALL, ...about }, async (args) => {
      ran.push(args)
      return { deleted: args['sku'] }
    })
  }

  async function stateOf(id: string): Promise<string | undefined> {
    return (await world.store.holds.get(id))?.state
  }

  test('runs once a person approved it, and its outcome is kept', async () => {
    const presented = present()
    const question = await world.question()
    expect(question.preview.title).toContain('CHR-1005')
    expect(ran).toEqual([])
    await world.approve()
    expect(await presented).toEqual({
      kind: 'ran',
      result: { deleted: 'CHR-1005' },
      hold: question.id,
      edited: false,
    })
    expect(ran).toEqual([{ sku: 'CHR-1005' }])
    expect(await stateOf(question.id)).toBe('succeeded')
  })

  test('a demand raises what the policy would let pass', async () => {
    const guarded = await present({ tool: 'get_product', wait: 0 })
    expect(guarded.kind).toBe('waiting')
    expect(ran).toEqual([])
  })

  test('asked and come back: nothing ran, the agent is told so; presented again it is collected', async () => {
    const first = await present({ wait: 0 })
    expect(first).toMatchObject({ kind: 'waiting', text: expect.stringMatching(/^NOT RUN YET/) as string })
    // A framework that says it was approved changes nothing.
    expect(await present({ wait: 0 })).toMatchObject({ kind: 'waiting' })
    await world.approve()
    expect(await present({ wait: 0 })).toMatchObject({ kind: 'ran', result: { deleted: 'CHR-1005' } })
    expect(ran).toHaveLength(1)
  })

  test('[B5] two resumes at once, and a third in another process: one runs, all get the same outcome', async () => {
    await present({ wait: 0 })
    await world.approve()
    const other = world.open()
    const answers = await Promise.all([present(), present(), present({}, other)])
    expect(ran).toHaveLength(1)
    expect(answers.filter(({ kind }) => kind === 'ran')).toHaveLength(1)
    const later = answers.filter((answer) => answer.kind === 'ran-before')
    expect(later).toHaveLength(2)
    expect(later.map(({ result }) => result)).toEqual([{ deleted: 'CHR-1005' }, { deleted: 'CHR-1005' }])
    await other.close()
  })

  test('a replay runs nothing: it gets the outcome, also in another process', async () => {
    const presented = present()
    await world.approve()
    await presented
    const other = world.open()
    for (const from of [requests, other]) {
      expect(await present({}, from)).toMatchObject({ kind: 'ran-before', result: { deleted: 'CHR-1005' } })
    }
    expect(ran).toHaveLength(1)
    await other.close()
  })

  test('the same call id with other arguments, or of another tool, is none: the approval stays with what was shown', async () => {
    await present({ wait: 0 })
    await world.approve()
    for (const about of [{ arguments: { sku: 'ALL' } }, { tool: 'delete_everything' }]) {
      expect(await present({ ...about, wait: 0 })).toMatchObject({ kind: 'refused', code: 'INVALIDATED' })
    }
    expect(ran).toEqual([])
    expect(await present({ wait: 0 })).toMatchObject({ kind: 'ran' })
  })

  test('the same arguments in another thread are another call', async () => {
    await present({ wait: 0 })
    await world.approve()
    expect(await present({ call: { scope: 'thread-2', id: 'call-1' }, wait: 0 })).toMatchObject({ kind: 'waiting' })
    expect(ran).toEqual([])
  })

  test('edited arguments are what runs', async () => {
    const presented = present()
    await world.approve({ sku: 'CHR-2000' })
    expect(await presented).toMatchObject({ kind: 'ran', result: { deleted: 'CHR-2000' }, edited: true })
    expect(ran).toEqual([{ sku: 'CHR-2000' }])
  })

  test('the reason of a refusal reaches the agent, each time it is presented', async () => {
    const presented = present()
    await world.decline('It is still being sold.')
    const refused = {
      kind: 'refused',
      code: 'DECLINED',
      text: expect.stringContaining('It is still being sold.') as string,
    }
    expect(await presented).toMatchObject(refused)
    expect(await present({ wait: 0 })).toMatchObject(refused)
    expect(ran).toEqual([])
  })

  test('nobody decides in time: it expires, and runs nothing', async () => {
    await present({ wait: 0 })
    await world.advance(366 * 24 * 3_600_000)
    expect(await present({ wait: 0 })).toMatchObject({ kind: 'refused', code: 'EXPIRED' })
    expect(ran).toEqual([])
  })

  test('a restart loses nothing: the next process collects what was approved meanwhile', async () => {
    await present({ wait: 0 })
    await requests.close()
    await world.approve()
    requests = world.open()
    expect(await present({ wait: 0 })).toMatchObject({ kind: 'ran' })
    expect(ran).toHaveLength(1)
  })

  test('[H6] a process that ends in the middle: the outcome is unknown, and nothing runs again', async () => {
    await present({ wait: 0 })
    await world.approve()
    void guardCall(requests, SERVER, CALL, async (args) => {
      ran.push(args)
      await new Promise<void>(() => {})
    })
    await expect.poll(() => ran.length).toBe(1)
    await requests.close()
    await world.advance(3_600_000)
    requests = world.open()
    expect(await present({ wait: 0 })).toMatchObject({ kind: 'refused', code: 'OUTCOME_UNKNOWN' })
    expect(ran).toHaveLength(1)
  })

  test('what fails is reported as failed, and thrown on; a replay is told how it failed', async () => {
    const failing = guardCall(requests, SERVER, CALL, async () => {
      throw new Error('the warehouse is locked')
    })
    const caught = expect(failing).rejects.toThrow('the warehouse is locked')
    const { id } = await world.question()
    await world.approve()
    await caught
    expect(await stateOf(id)).toBe('failed')
    expect(await present()).toMatchObject({ kind: 'ran-before', result: 'the warehouse is locked' })
  })

  test('what cannot tell whether it took effect is unknown', async () => {
    const failing = guardCall(requests, SERVER, CALL, async () => {
      throw new OutcomeUnknownError('no answer from the warehouse')
    })
    const caught = expect(failing).rejects.toThrow(OutcomeUnknownError)
    await world.approve()
    await caught
    expect(await present()).toMatchObject({ kind: 'refused', code: 'OUTCOME_UNKNOWN' })
  })

  describe('the preview', () => {
    const shown = (stock: number) => async () => ({ title: 'Delete Oak chair?', details: { name: 'Oak chair', stock } })

    test('is shown to the person, and looked at again before it runs', async () => {
      let looks = 0
      const preview: GuardedCall['preview'] = async () => {
        looks += 1
        return await shown(3)()
      }
      const presented = present({ preview })
      const { entity } = (await world.question()).preview
      expect(JSON.stringify(entity)).toContain('Oak chair')
      await world.approve()
      expect(await presented).toMatchObject({ kind: 'ran' })
      expect(looks).toBe(2)
    })

    test('other than the one that was approved: nothing runs, and the next presentation asks anew', async () => {
      await present({ preview: shown(3), wait: 0 })
      await world.approve()
      expect(await present({ preview: shown(300), wait: 0 })).toMatchObject({ kind: 'refused', code: 'INVALIDATED' })
      expect(ran).toEqual([])
      expect(await present({ preview: shown(300), wait: 0 })).toMatchObject({ kind: 'waiting' })
    })

    test('[S2.1] of nothing asks nobody; of what a call has removed it tells the outcome', async () => {
      const nothing = async (): Promise<null> => null
      expect(await present({ preview: nothing })).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' })
      expect(await world.store.holds.inState('pending', 1)).toEqual([])
      const presented = present({ preview: shown(3) })
      await world.approve()
      await presented
      expect(await present({ preview: nothing })).toMatchObject({ kind: 'ran-before', result: { deleted: 'CHR-1005' } })
    })

    test('that cannot be read asks nobody, and after the approval runs nothing', async () => {
      const broken = async (): Promise<null> => {
        throw new Error('database is locked')
      }
      const refused = { kind: 'refused', code: 'PREVIEW_FAILED', text: expect.stringContaining('locked') as string }
      expect(await present({ preview: broken })).toMatchObject(refused)
      await present({ preview: shown(3), wait: 0 })
      await world.approve()
      expect(await present({ preview: broken, wait: 0 })).toMatchObject(refused)
      expect(ran).toEqual([])
    })
  })

  describe('nobody is asked about', () => {
    test.each([
      ['a date', { at: new Date(0) }, '"at"'],
      ['a map inside', { rows: [1, { by: new Map([[1, 2]]) }] }, '"rows[1].by"'],
      ['a number beyond JSON', { amount: Number.NaN }, '"amount"'],
    ])('%s among the arguments', async (_what, args, place) => {
      const text = expect.stringContaining(place) as string
      expect(await present({ arguments: args as unknown as JsonObject })).toMatchObject({
        kind: 'refused',
        code: 'VALIDATION_ERROR',
        text,
      })
      expect(await world.store.holds.inState('pending', 1)).toEqual([])
    })

    test('an argument that would be cut out as one of ours, unless the schema names it', async () => {
      const args = { sku: 'CHR-1005', preview: false }
      expect(await present({ arguments: args })).toMatchObject({ kind: 'refused', code: 'VALIDATION_ERROR' })
      const definition = { inputSchema: { type: 'object', properties: { sku: {}, preview: {} } } }
      const presented = present({ arguments: args, definition, call: { scope: 'thread-1', id: 'call-2' } })
      await world.approve()
      expect(await presented).toMatchObject({ kind: 'ran' })
      expect(ran).toEqual([args])
    })

    test('a call without a name, or one that was given up', async () => {
      expect(await present({ call: { scope: '', id: 'a' } })).toMatchObject({ code: 'VALIDATION_ERROR' })
      expect(await present({ signal: AbortSignal.abort() })).toMatchObject({ kind: 'refused' })
      expect(ran).toEqual([])
    })
  })

  test('only asked about it is never claimed: how it stands is told, and it runs when it is presented', async () => {
    const guard = createCallGuard(async () => requests, SERVER)
    expect(await guard.ask({ ...CALL, wait: 0 })).toMatchObject({ kind: 'waiting' })
    await world.approve()
    expect(await guard.ask(CALL)).toMatchObject({
      kind: 'approved',
      hold: { decided_by: expect.any(String) as string },
    })
    expect(await guard.ask(CALL)).toMatchObject({ kind: 'approved' })
    expect(await guard.guard(CALL, async () => 'deleted')).toMatchObject({ kind: 'ran', result: 'deleted' })
    expect(await guard.ask(CALL)).toMatchObject({ kind: 'ran-before', result: 'deleted' })
    const other = { ...CALL, call: { scope: 'thread-1', id: 'call-9' } }
    await guard.ask({ ...other, wait: 0 })
    await world.decline('no')
    expect(await guard.ask(other)).toMatchObject({ kind: 'refused', code: 'DECLINED' })
  })

  test('given up while a person was waited for: nothing runs, and the question stays', async () => {
    const gone = new AbortController()
    const presented = present({ signal: gone.signal })
    const { id } = await world.question()
    gone.abort()
    expect((await presented).kind).toMatch(/refused|waiting/)
    expect(await stateOf(id)).toBe('pending')
    await world.approve()
    expect(await present()).toMatchObject({ kind: 'ran', hold: id })
    expect(ran).toHaveLength(1)
  })
})

test('what cannot be opened asks nobody and runs nothing', async () => {
  const guard = createCallGuard(async () => {
    throw new Error('the home is not writable')
  }, SERVER)
  const call: GuardedCall = { tool: 'a', arguments: {}, call: { scope: 's', id: 'i' }, risk: 'high' }
  const refused = { kind: 'refused', code: 'NOT_ASKED', text: expect.stringContaining('not writable') as string }
  expect(await guard.ask(call)).toMatchObject(refused)
  const ran: unknown[] = []
  expect(await guard.guard(call, async () => ran.push(1))).toMatchObject(refused)
  expect(ran).toEqual([])
})
