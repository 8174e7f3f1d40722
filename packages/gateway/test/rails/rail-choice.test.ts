/** Which rail is taken, that the log says why no better one was, and whose answer is taken back. */
import type { Call, Hold, Rail } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../src/calls/caller.ts'
import { createFailedRails } from '../../src/rails/failed-rails.ts'
import type { FailedRails } from '../../src/rails/failed-rails.ts'
import { createElicitationRail } from '../../src/rails/elicitation/elicitation-rail.ts'
import { HOST_PROFILES } from '../../src/rails/host-profiles.ts'
import type { HostProfile } from '../../src/rails/host-profiles.ts'
import { createRailChoice } from '../../src/rails/rail-choice.ts'
import type { RailChoice, TakenBack } from '../../src/rails/rail-choice.ts'
import type { Asked, HostRail } from '../../src/rails/rail.ts'
import { sealState } from '../../src/rails/request-state.ts'
import { createSeal } from '../../src/rails/seal.ts'
import { holdIn, sampleHold } from '@holdpoint/testing'

const HOLD = sampleHold()
const CLIENT = { name: 'a host', version: '1' }

function profile(avoid: readonly Rail[]): HostProfile {
  const [{ dialog }] = HOST_PROFILES as [HostProfile]
  return {
    host: 'A host',
    names: /^a host$/,
    cutsAfterMs: null,
    waitsLonger: 'no',
    avoid,
    dialog,
    headless: null,
    sources: [],
  }
}

const NO_FAILED_RAILS: FailedRails = { add: () => Promise.resolve(), of: () => Promise.resolve(new Map()) }

/** Asks on rails that can all be used, and tells which one was taken. */
async function askWith(setting: {
  readonly profile?: HostProfile
  readonly hold?: typeof HOLD
  readonly failed?: Rail
  readonly notReached?: readonly Rail[]
  readonly headless?: boolean
}): Promise<{ readonly asked: Asked | null; readonly log: string }> {
  const log: string[] = []
  const seal = createSeal(Buffer.alloc(32, 7))
  const { failed } = setting
  const failedRails: FailedRails =
    failed === undefined
      ? NO_FAILED_RAILS
      : { ...NO_FAILED_RAILS, of: () => Promise.resolve(new Map([[failed, 'it answered in 3 ms']])) }
  const hold = setting.hold ?? HOLD
  const rail = (name: Rail): HostRail => ({
    name,
    unusable: () => null,
    ask: () =>
      Promise.resolve({ kind: setting.notReached?.includes(name) === true ? 'not-reached' : 'undecided', why: name }),
  })
  const rails = createRailChoice({
    elicitation: createElicitationRail({
      program: () => 'holdpoint',
      store: null as never,
      seal,
      failedRails,
      now: () => 0,
      elapsed: () => performance.now(),
      shown: () => {},
      newGrantId: () => 'g',
    }),
    rails: [rail('elicitation'), rail('card'), rail('url')],
    failedRails,
    profileOf: ({ name }) => (name === CLIENT.name ? (setting.profile ?? null) : null),
    isHeadless: () => setting.headless === true,
    seal,
    now: () => 0,
    holdOf: () => Promise.resolve(null),
    newestOf: () => Promise.resolve(null),
    sha256: (text) => text,
    log: (message) => void log.push(message),
  })
  const never = new Promise<void>(() => {})
  const asked = await rails.ask({
    hold,
    caller: { client: CLIENT } as Caller,
    approvalUrl: () => Promise.resolve('http://localhost/'),
    over: never,
    decided: never,
  })
  return { asked, log: log.join('\n') }
}

describe('[X1] the choice of a rail', () => {
  test('takes the best rail where nothing speaks against it', async () => {
    const { asked, log } = await askWith({})
    expect(asked).toEqual({ kind: 'undecided', why: 'elicitation' })
    expect(log).toBe(`${HOLD.id} is asked via elicitation`)
  })

  test('skips what a host is known not to show, and says so', async () => {
    const { asked, log } = await askWith({ profile: profile(['elicitation']) })
    expect(asked).toEqual({ kind: 'undecided', why: 'card' })
    expect(log).toBe(`${HOLD.id} is asked via card (not elicitation: the host is known not to show it)`)
  })

  test('asks nobody in the host where its profile leaves no rail', async () => {
    const { asked, log } = await askWith({ profile: profile(['elicitation', 'card', 'url']) })
    expect(asked).toBeNull()
    expect(log).toMatch(
      /cannot be asked in the host \(elicitation: .*; card: .*; url: the host is known not to show it\)/,
    )
  })

  test('a profile only takes rails away: what the rule refuses stays refused, what failed stays failed', async () => {
    const identified = sampleHold({ ruling: { assurance: 'identified' } })
    const narrowed = await askWith({ hold: identified, profile: profile([]) })
    expect(narrowed.asked).toEqual({ kind: 'undecided', why: 'url' })
    expect(narrowed.log).toContain('elicitation: the rule demands assurance "identified"')
    const afterFailure = await askWith({ profile: profile([]), failed: 'elicitation' })
    expect(afterFailure.asked).toEqual({ kind: 'undecided', why: 'card' })
    expect(afterFailure.log).toContain('it is doubtful for this client: it answered in 3 ms')
  })
})

describe('[X11.F1] a host that answers by itself', () => {
  test('is asked on the next rail, and then nowhere', async () => {
    const next = await askWith({ notReached: ['elicitation'] })
    expect(next.asked).toEqual({ kind: 'undecided', why: 'card' })
    expect(next.log).toContain('is asked via card (not elicitation: elicitation)')
    const none = await askWith({ notReached: ['elicitation', 'card', 'url'] })
    expect(none.asked).toBeNull()
  })

  test('is not asked at all where it is known to run without a person', async () => {
    const { asked, log } = await askWith({ headless: true })
    expect(asked).toBeNull()
    expect(log).toContain('elicitation: the host runs without a person')
  })
})

describe('[X11.F1] what was learnt about a client', () => {
  const HOUR = 3_600_000

  function learn(): { readonly settings: Map<string, string>; at: number; open: (mode?: string) => FailedRails } {
    const settings = new Map<string, string>()
    const world = {
      settings,
      at: 1_000,
      open: (mode?: string): FailedRails =>
        createFailedRails(
          {
            now: () => Promise.resolve(world.at),
            settings: {
              get: (key) => Promise.resolve(settings.get(key) ?? null),
              swap: (key, expected, value) => {
                if ((settings.get(key) ?? null) !== expected) return Promise.resolve(false)
                settings.set(key, value ?? '')
                return Promise.resolve(true)
              },
              under: () => Promise.resolve([...settings].map(([key, value]) => ({ key, value }))),
              put: (key) => {
                settings.delete(key)
                return Promise.resolve()
              },
            },
          },
          mode ?? null,
        ),
    }
    return world
  }
  const who = (name: string, version = '1', principal = 'p'): Parameters<FailedRails['of']>[0] => ({
    tenant: 't',
    principal,
    client: { name, version },
  })
  const FAILURE = { why: 'it answered in 3 ms', lastsMs: 12 * HOUR }

  test('is known to the next process of the home, of that client only, and only for a while', async () => {
    const world = learn()
    await world.open().add(who('a'), 'elicitation', FAILURE)
    const next = world.open()
    expect(await next.of(who('a'))).toEqual(new Map([['elicitation', 'it answered in 3 ms']]))
    for (const other of [who('b'), who('a', '2'), who('a', '1', 'q')]) expect(await next.of(other)).toEqual(new Map())
    world.at += 12 * HOUR
    expect(await next.of(who('a'))).toEqual(new Map())
  })

  test('of a host in one mode says nothing of another mode', async () => {
    const world = learn()
    await world.open('sdk-cli').add(who('a'), 'elicitation', FAILURE)
    expect((await world.open('sdk-cli').of(who('a'))).size).toBe(1)
    expect((await world.open('cli').of(who('a'))).size).toBe(0)
  })

  test('is bounded: one that calls itself a thousand things crowds out its own, and what is old goes', async () => {
    const world = learn()
    const failedRails = world.open()
    await failedRails.add(who('mine', '1', 'other'), 'url', FAILURE)
    for (let n = 0; n < 120; n++) await failedRails.add(who(`name ${n}`.repeat(50)), 'elicitation', FAILURE)
    expect((await failedRails.of(who('mine', '1', 'other'))).size).toBe(1)
    expect(Math.max(...[...world.settings.values()].map(({ length }) => length))).toBeLessThan(20_000)
    for (let n = 0; n < 1_010; n++) {
      world.at += 1
      await failedRails.add(who('x', '1', `principal ${n}`), 'url', FAILURE)
    }
    expect(world.settings.size).toBe(1_000)
    world.at += 13 * HOUR
    await failedRails.add(who('later'), 'elicitation', FAILURE)
    expect(JSON.parse(world.settings.get('doubt/["t","p"]') ?? '')).toHaveLength(1)
  })

  test.each(['', 'nonsense', '{}', '[1,null,{}]', '[{"client":1}]'])(
    'that cannot be read (%j) is none',
    async (value) => {
      const world = learn()
      world.settings.set('doubt/["t","p"]', value)
      expect(await world.open().of(who('a'))).toEqual(new Map())
      await world.open().add(who('a'), 'elicitation', FAILURE)
      expect((await world.open().of(who('a'))).size).toBe(1)
    },
  )

  test('of two processes at once loses neither', async () => {
    const world = learn()
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => world.open().add(who(name), 'elicitation', FAILURE)))
    for (const name of ['a', 'b', 'c', 'd']) expect((await world.open().of(who(name))).size).toBe(1)
  })
})

describe('[L9] an answer that comes back', () => {
  const seal = createSeal(Buffer.alloc(32, 7))
  const CALL: Call = { ...HOLD.call, arguments: {} }
  const OURS = sealState(seal, HOLD, 'elicitation', 0)
  const RESPONSES = { holdpoint: { action: 'accept' } }

  /** The newest hold of the call while its server waits for an answer with this state. */
  function awaiting(state: string, over: Parameters<typeof holdIn>[1] = {}): Hold {
    const hold = holdIn('dispatching', over)
    if (hold.attempt === null) throw new Error('Nothing was dispatched.')
    const awaitingInput = { state: `hash of ${state}`, resultText: '{}', askedAt: 0 }
    return { ...hold, attempt: { ...hold.attempt, awaitingInput } }
  }

  function railsOver(newest: Hold | null): RailChoice {
    const failedRails = NO_FAILED_RAILS
    const now = (): number => 1
    const elicitation = createElicitationRail({
      program: () => 'holdpoint',
      store: null as never,
      seal,
      failedRails,
      now,
      elapsed: () => performance.now(),
      shown: () => {},
      newGrantId: () => 'g',
    })
    return createRailChoice({
      elicitation,
      rails: [elicitation],
      failedRails,
      profileOf: () => null,
      isHeadless: () => false,
      seal,
      now,
      holdOf: (id) => Promise.resolve(newest?.id === id ? newest : null),
      newestOf: () => Promise.resolve(newest),
      sha256: (text) => `hash of ${text}`,
      log: () => {},
    })
  }

  async function takeBack(newest: Hold | null, state: string): Promise<TakenBack['kind']> {
    const round = { state, membersText: '', responses: RESPONSES }
    return (await railsOver(newest).takeBack({ client: CLIENT, round } as unknown as Caller, CALL)).kind
  }

  test.each(['theirs', '', 'hp1.theirs.x', OURS])(
    'is the server’s with exactly the state that it waits for: %j',
    async (state) => {
      expect(await takeBack(awaiting(state), state)).toBe('foreign')
    },
  )

  test.each<[string, Hold | null]>([
    ['no hold', null],
    ['a question that is open', HOLD],
    ['a call that waits for another state', awaiting('another')],
    ['a call that runs and waits for none', holdIn('dispatching')],
    ['a call whose outcome is unknown', { ...awaiting('theirs'), state: 'unknown' }],
    ['a call that has ended', { ...awaiting('theirs'), state: 'succeeded' }],
  ])('is refused under our key with a state of nobody’s: %s', async (_what, newest) => {
    expect(await takeBack(newest, 'theirs')).toBe('refused')
    expect(await takeBack(newest, `${OURS}A`)).toBe('refused')
  })

  test('is ours with our state, and counts until an answer to that question or a later one decided nothing', async () => {
    expect(await takeBack(HOLD, OURS)).toBe('answered')
    expect(await takeBack({ ...HOLD, revision: 9, spentQuestion: HOLD.revision - 1 }, OURS)).toBe('answered')
    expect(await takeBack({ ...HOLD, revision: 9, spentQuestion: HOLD.revision }, OURS)).toBe('refused')
    expect(await takeBack({ ...HOLD, revision: 9, spentQuestion: HOLD.revision + 1 }, OURS)).toBe('refused')
    expect(await takeBack(awaiting('theirs'), OURS)).toBe('refused')
  })
})
