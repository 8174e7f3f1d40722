/** Whether somebody who decided could still do so, whatever they decided with. */
import { describe, expect, test } from 'vitest'
import { createEntitlement } from '../../src/people/entitlement.ts'
import type { EntitlementOptions, PastDecider } from '../../src/people/entitlement.ts'
import type { Store, TokenRow } from '../../src/store/store.ts'

const NOW = 1000

function entitlement(rows: readonly Partial<TokenRow>[], parts: Partial<EntitlementOptions> = {}) {
  const stored = rows.map((row) => ({ tenant: 'default', role: 'approver', revokedAt: null, expiresAt: null, ...row }))
  const tokens = { list: async (tenant: string | null) => stored.filter((row) => row.tenant === tenant) }
  const store = { tokens, now: async () => NOW } as unknown as Store
  return createEntitlement({ store: async () => store, tokens: () => [], kinds: {}, ...parts })
}

const by = (name: string, parts: Partial<PastDecider> = {}): PastDecider => ({
  by: name,
  tenant: 'default',
  assurance: 'identified',
  ...parts,
})

describe('[X12.2] whether a decider is still entitled', () => {
  test.each<readonly [string, readonly Partial<TokenRow>[], boolean]>([
    ['a token', [{ name: 'ana' }], true],
    ['an admin’s token', [{ name: 'ana', role: 'admin' }], true],
    ['none', [], false],
    ['a token of another tenant', [{ name: 'ana', tenant: 'acme' }], false],
    ['a viewer’s token', [{ name: 'ana', role: 'viewer' }], false],
    ['an agent’s token', [{ name: 'ana', role: 'agent' }], false],
    ['a revoked token', [{ name: 'ana', revokedAt: 1 }], false],
    ['an expired token', [{ name: 'ana', expiresAt: NOW }], false],
    [
      'an expired token and a valid one',
      [
        { name: 'ana', expiresAt: 1 },
        { name: 'ana', expiresAt: NOW + 1 },
      ],
      true,
    ],
  ])('by %s', async (_what, rows, entitled) => {
    expect(await entitlement(rows).mayStillDecide(by('ana'))).toBe(entitled)
    expect(
      await entitlement(rows).mayStillGrant({ tenant: 'default', createdBy: 'ana', assurance: 'identified' }),
    ).toBe(entitled)
  })

  test('by a token of the configuration, in its tenant and role', async () => {
    const tokens = (): EntitlementOptions['tokens'] => () => [{ name: 'ops', role: 'approver', tenant: 'acme' }]
    const { mayStillDecide } = entitlement([], { tokens: tokens() })
    expect(await mayStillDecide(by('ops', { tenant: 'acme' }))).toBe(true)
    expect(await mayStillDecide(by('ops'))).toBe(false)
  })

  test('the host’s word is the requester’s own; a grant by the account outlives the browser it signed in with', async () => {
    const { mayStillDecide, mayStillGrant } = entitlement([])
    expect(await mayStillDecide(by('agent', { assurance: 'host' }))).toBe(true)
    expect(await mayStillDecide(by('local:ana'))).toBe(false)
    expect(await mayStillGrant({ tenant: 'default', createdBy: 'local:ana', assurance: 'identified' })).toBe(true)
  })

  test('people who sign in otherwise are asked about where they sign in; an unknown kind and an error are no', async () => {
    const kinds = {
      oidc: async ({ by: who }: PastDecider) => who === 'oidc:ana',
      chat: async () => await Promise.reject(new Error('cannot be reached')),
    }
    const { mayStillDecide } = entitlement([{ name: 'ana' }], { kinds })
    expect(await mayStillDecide(by('oidc:ana'))).toBe(true)
    expect(await mayStillDecide(by('oidc:ben'))).toBe(false)
    expect(await mayStillDecide(by('chat:ana'))).toBe(false)
    expect(await mayStillDecide(by('saml:ana'))).toBe(false)
    expect(await mayStillDecide(by('constructor:ana'))).toBe(false)
  })
})
