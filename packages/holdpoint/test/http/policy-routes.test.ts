/** Other ratings, tried on recorded calls by the function that rules them: what would change, and that nothing does. */
import { recordDraft } from '@holdpoint/core'
import {
  compilePolicy,
  DEFAULT_CONFIG,
  DEFAULT_SERVER,
  NO_PROJECTS,
  NOTHING_KNOWN,
  NOTHING_PROTECTED,
} from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { openRuleCall } from '@holdpoint/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRatingTrial } from '../../src/http/try-ratings.ts'
import type { TriedRatings } from '../../src/http/try-ratings.ts'
import type { PolicyInForce } from '../../src/config/policy-source.ts'
import { sha256, startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

const ENVIRONMENT = { sha256, protectedPaths: NOTHING_PROTECTED, projects: NO_PROJECTS, conditions: null }
const CONFIG: PolicyConfig = { ...DEFAULT_CONFIG, servers: { crm: { ...DEFAULT_SERVER } } }

let service: TestService
let inForce: PolicyInForce

beforeAll(async () => {
  const compiled = compilePolicy(CONFIG, ENVIRONMENT)
  if (!compiled.ok) throw new Error('The policy does not compile.')
  inForce = {
    file: null,
    config: CONFIG,
    policy: compiled.policy,
    compileOther: (config) => compilePolicy(config, ENVIRONMENT),
    configHash: 'hash',
    cheatsheets: {},
    warnings: [],
    unset: {},
    unmetQuorums: () => [],
    unusableChats: () => [],
  }
  service = await startService({
    tryRatings: async (...asked) =>
      await createRatingTrial({
        store: service.store,
        policy: () => inForce,
        rule: openRuleCall({ known: () => NOTHING_KNOWN, now: Date.now }),
      })(...asked),
  })
})
afterAll(async () => await service.close())

async function tryOut(token: string, ratings: readonly object[]): Promise<{ status: number; body: TriedRatings }> {
  const answer = await service.call('POST', '/admin/policy/replay', { token, body: { ratings } })
  return { status: answer.status, body: answer.json as unknown as TriedRatings }
}

describe('POST /admin/policy/replay', () => {
  test('says which recorded calls would have been ruled otherwise, and that a lower rating has to be confirmed', async () => {
    const token = await service.token('approver', 'ben')
    const held = await service.hold({ tool: 'delete_contact', arguments: { id: 'c_1' } })
    // Its arguments rate it besides: its name alone does not decide.
    const hidden = await service.hold({ tool: 'delete_contact', arguments: { id: 'c\u202e2' } })
    await service.hold({ tool: 'delete_deal' })
    const passed = {
      tenant: 'home',
      server: 'crm',
      tool: 'delete_contact',
      principal: 'agent-7',
      risk: 'high',
    } as const
    await service.store.audit.append(recordDraft({ kind: 'call-intended', ...passed }))
    await service.store.audit.append(recordDraft({ kind: 'call-intended', ...passed, tool: 'delete_deal' }))
    const before = await service.audit()
    const { status, body } = await tryOut(token, [{ server: 'crm', tool: 'delete_contact', risk: 'low' }])
    expect(status).toBe(200)
    expect(body).toMatchObject({ calls: 2, passed: 1 })
    expect(body.changed.map(({ hold }) => hold)).toEqual([held.id])
    expect(body.changed[0]).toMatchObject({
      titles: { en: 'Delete contact c_1' },
      before: { risk: 'high', answer: 'ask', asking: 'each' },
      after: { risk: 'low', answer: 'pass', asking: 'never' },
    })
    expect(body.loosens).toHaveLength(1)
    expect(hidden.id).not.toBe(held.id)
    // Nothing was put in force, and nothing is on record as if it had been.
    expect(inForce.config.servers['crm']?.tools).toEqual({})
    expect(await service.audit()).toEqual(before)
  })

  test('a higher rating loosens nothing; a server that is not configured is rated by a rule of its name', async () => {
    const token = await service.token('approver', 'ben')
    const { body } = await tryOut(token, [{ server: 'crm', tool: 'delete_contact', risk: 'high' }])
    expect(body).toMatchObject({ loosens: [], changed: [] })
    const { body: other } = await tryOut(token, [{ server: 'elsewhere', tool: 'send_mail', risk: 'low' }])
    expect(other).toMatchObject({ calls: 0, passed: 0, changed: [] })
    expect(other.loosens.length).toBeGreaterThan(0)
  })

  test('is for those who may decide; another tenant’s calls are not among them', async () => {
    const viewer = await service.token('viewer', 'vera')
    const rating = { server: 'crm', tool: 'delete_contact', risk: 'low' }
    expect((await tryOut(viewer, [rating])).status).toBe(403)
    const acme = await service.token('approver', 'ada', 'acme')
    expect((await tryOut(acme, [rating])).body).toMatchObject({ calls: 0, passed: 0, changed: [] })
    const token = await service.token('approver', 'ben')
    expect((await tryOut(token, [])).status).toBe(400)
    expect((await tryOut(token, [{ ...rating, risk: 'none' }])).status).toBe(400)
    expect((await tryOut(token, [{ ...rating, answer: 'pass' }])).status).toBe(400)
    expect((await service.call('GET', '/admin/policy/replay', { token })).status).toBe(405)
  })
})
