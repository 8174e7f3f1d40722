/** Which rail the ladder takes, and that it says why it did not take a better one. */
import type { Rail } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../src/gateway/caller.ts'
import { createDoubts } from '../src/gateway/rails/doubts.ts'
import { createElicitationRail } from '../src/gateway/rails/elicitation-rail.ts'
import type { HostProfile } from '../src/gateway/rails/host-profiles.ts'
import { createLadder } from '../src/gateway/rails/ladder.ts'
import type { Asked, HostRail } from '../src/gateway/rails/rail.ts'
import { createSeal } from '../src/gateway/rails/seal.ts'
import { sampleHold } from '../../core/test/hold-sample.ts'

const HOLD = sampleHold()
const CLIENT = { name: 'a host', version: '1' }

function profile(avoid: readonly Rail[]): HostProfile {
  return { host: 'A host', names: /^a host$/, cutsAfterMs: null, waitsLonger: 'no', avoid, sources: [] }
}

/** Asks on rails that can all be used, and tells which one was taken. */
async function askWith(setting: {
  readonly profile?: HostProfile
  readonly hold?: typeof HOLD
  readonly doubted?: Rail
}): Promise<{ readonly asked: Asked | null; readonly log: string }> {
  const log: string[] = []
  const seal = createSeal(Buffer.alloc(32, 7))
  const doubts = createDoubts()
  const hold = setting.hold ?? HOLD
  if (setting.doubted !== undefined)
    doubts.add({ ...hold.call, client: CLIENT }, setting.doubted, 'it answered in 3 ms')
  const rail = (name: Rail): HostRail => ({
    name,
    unusable: () => null,
    ask: () => Promise.resolve({ kind: 'undecided', why: name }),
  })
  const ladder = createLadder({
    elicitation: createElicitationRail({
      store: null as never,
      seal,
      doubts,
      now: () => 0,
      shown: () => {},
      newGrantId: () => 'g',
    }),
    rails: [rail('elicitation'), rail('card'), rail('url')],
    doubts,
    profileOf: ({ name }) => (name === CLIENT.name ? (setting.profile ?? null) : null),
    seal,
    now: () => 0,
    holdOf: () => Promise.resolve(null),
    log: (message) => void log.push(message),
  })
  const never = new Promise<void>(() => {})
  const asked = await ladder.ask({
    hold,
    caller: { client: CLIENT } as Caller,
    approvalUrl: () => Promise.resolve('http://localhost/'),
    over: never,
    decided: never,
  })
  return { asked, log: log.join('\n') }
}

describe('[X1] the ladder', () => {
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

  test('a profile only takes rails away: what the rule refuses stays refused, what is doubted stays doubted', async () => {
    const identified = sampleHold({ ruling: { assurance: 'identified' } })
    const narrowed = await askWith({ hold: identified, profile: profile([]) })
    expect(narrowed.asked).toEqual({ kind: 'undecided', why: 'url' })
    expect(narrowed.log).toContain('elicitation: the rule demands assurance "identified"')
    const doubtful = await askWith({ profile: profile([]), doubted: 'elicitation' })
    expect(doubtful.asked).toEqual({ kind: 'undecided', why: 'card' })
    expect(doubtful.log).toContain('it is doubtful for this client: it answered in 3 ms')
  })
})
