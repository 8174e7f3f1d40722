/** The pause: one key for each tenant, read as one whatever stands there, and told in one sentence. */
import { describe, expect, test } from 'vitest'
import { describePause, findPause, pauseGate, readPause, resumeGate } from '../../src/operations/gate-pause.ts'
import type { Store } from '../../src/store/store.ts'

/** Settings alone: nothing else of the store has to do with a pause. */
function settingsOf(stored: Map<string, string>): Store {
  const settings: Pick<Store['settings'], 'get' | 'under' | 'swap'> = {
    get: async (key) => stored.get(key) ?? null,
    under: async (prefix) =>
      [...stored].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => ({ key, value })),
    swap: async (key, before, after) => {
      if ((stored.get(key) ?? null) !== before) return false
      if (after === null) stored.delete(key)
      else stored.set(key, after)
      return true
    },
  }
  return { settings, now: async () => Date.UTC(2026, 10, 17) } as unknown as Store
}

const OPERATOR = { by: 'local:ana', tenant: 'default', operator: true }
const ACME = { by: 'ben', tenant: 'acme', operator: false }

describe('[X12.2] the pause', () => {
  test.each(['', 'null', '[]', '{', '{"by":5,"at":"never"}', '{"at":1e999}', '{"by":"ana"}', '0', 'false'])(
    'whatever stands under its key is one: %j',
    async (value) => {
      for (const key of ['gate/paused', 'gate/paused/acme']) {
        const store = settingsOf(new Map([[key, value]]))
        expect(await findPause(store, 'acme')).not.toBeNull()
        const told = await readPause(store, { tenant: 'acme', operator: false, decides: true })
        expect(told).toMatchObject({ at: '', can_resume: key !== 'gate/paused' })
      }
    },
  )

  test('a tenant’s own is nobody else’s, and the operator’s is everybody’s', async () => {
    const store = settingsOf(new Map())
    await pauseGate(store, ACME, null)
    expect(await findPause(store, 'acme')).toMatchObject({ by: 'ben', tenant: 'acme' })
    expect(await findPause(store, 'default')).toBeNull()
    expect(await findPause(store, 'acm')).toBeNull()
    await pauseGate(store, OPERATOR, null)
    expect(await findPause(store, 'default')).toMatchObject({ by: 'local:ana', tenant: null })
    expect(await resumeGate(store, { ...ACME, tenant: 'other' }, null)).toMatchObject({ kind: 'refused' })
  })

  test('a reader is told whether they may end it', async () => {
    const store = settingsOf(new Map())
    await pauseGate(store, OPERATOR, null)
    const told = async (reader: Parameters<typeof readPause>[1]) => (await readPause(store, reader))?.can_resume
    expect(await told({ tenant: null, operator: true, decides: true })).toBe(true)
    expect(await told({ tenant: 'acme', operator: false, decides: true })).toBe(false)
    expect(await told({ tenant: 'default', operator: true, decides: false })).toBe(false)
    expect(await readPause(settingsOf(new Map()), { tenant: null, operator: true, decides: true })).toBeNull()
  })

  test('one sentence says so, in one line, with the command as it is typed here', () => {
    const pause = { by: 'a\nb', at: '', tenant: null, can_resume: true }
    expect(describePause(pause, 'npx holdpoint')).toBe(
      'PAUSED by a⟦U+000A⟧b: everything above low risk is denied. End it: npx holdpoint resume',
    )
    expect(describePause({ ...pause, by: 'ben', tenant: 'acme', can_resume: false }, 'holdpoint')).toBe(
      'PAUSED by ben for the tenant acme: everything above low risk is denied. Only an operator of this home can end it.',
    )
  })
})
