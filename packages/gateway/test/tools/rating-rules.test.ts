/** What a list says of a tool is what the policy would answer: coaching and a card where a person may be asked. */
import { NO_CAPABILITIES } from '@holdpoint/core'
import { DEFAULT_TENANT, MATCH_ANYTHING } from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { describe, expect, test } from 'vitest'
import { policyOf, sampleRule, sampleTool } from '../../../core/test/policy/policy-sample.ts'
import { createMayAskAbout } from '../../src/tools/may-ask.ts'
import { ratingRules } from '../../src/tools/server-tools.ts'
import { rewriteTool, showsCard } from '../../src/tools/tools-list.ts'
import type { ListedTool } from '../../src/tools/tools-list.ts'

const SERVER = { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' } as const

function listing(parts: Partial<PolicyConfig>): ReturnType<typeof ratingRules> {
  return ratingRules({
    policy: policyOf(parts),
    server: SERVER,
    tenant: 'default',
    destructiveHintFor: () => null,
    previewsFirst: () => false,
    rationale: { kind: 'off' },
    capabilities: { ...NO_CAPABILITIES, apps: true },
    cheatsheet: null,
  })
}

const entry = (name: string) => ({ definition: sampleTool(name), drifted: false, hasView: false })

function listed(name: string, parts: Partial<PolicyConfig> = {}): ListedTool {
  return listing(parts).rate(entry(name))
}

const rule = (over: Partial<Parameters<typeof sampleRule>[0]>) => sampleRule({ name: 'r', ...over })

describe('[S0.4] a tool in the list', () => {
  test('of a low tier is coached, and gets the card, where a rule asks about it', () => {
    const parts = { rules: [rule({ match: { ...MATCH_ANYTHING, tool: ['get_secret'] }, answer: 'ask' })] }
    expect(listed('get_secret', parts)).toMatchObject({ risk: 'low', asks: true })
    expect(showsCard(entry('get_secret'), listing(parts))).toBe(true)
    const { description } = rewriteTool({ name: 'get_secret' }, entry('get_secret'), listing(parts)) as {
      description: string
    }
    expect(description).toMatch(/NOT RUN YET/)
    expect(description).not.toMatch(/HIGH-RISK/)
    expect(listed('get_contact', parts).asks).toBe(false)
  })

  test('of a tier that nobody is asked about is not coached', () => {
    expect(listed('update_contact', { profile: 'relaxed' })).toMatchObject({ risk: 'medium', asks: false })
    expect(listed('update_contact', { profile: 'balanced' }).asks).toBe(true)
    expect(listed('delete_contact', { profile: 'relaxed' }).asks).toBe(true)
    expect(rewriteTool({ name: 'update_contact' }, entry('update_contact'), listing({ profile: 'relaxed' }))).toEqual({
      name: 'update_contact',
    })
  })

  test('that a rule lets pass, or denies, is not coached', () => {
    expect(listed('delete_contact', { rules: [rule({ answer: 'pass' })] }).asks).toBe(false)
    expect(listed('delete_contact', { rules: [rule({ answer: 'deny' })] }).asks).toBe(false)
  })

  test('is coached where it depends on the arguments whether somebody is asked', () => {
    const when = rule({ when: 'args.secret == true', risk: 'high' })
    expect(listed('get_contact', { rules: [when] })).toMatchObject({ risk: 'low', asks: true })
  })

  test('that a rule asks about is not told to be unguarded where the rest of the gate is off', () => {
    const tenants = { default: { ...DEFAULT_TENANT, autoApproveHighRisk: true } }
    const asked = { rules: [rule({ match: { ...MATCH_ANYTHING, tool: ['delete_contact'] }, answer: 'ask' })], tenants }
    expect(listed('delete_contact', asked)).toMatchObject({ asks: true, gateOff: false })
    expect(listed('delete_order', asked)).toMatchObject({ gateOff: true })
    expect(listed('get_order', asked)).toMatchObject({ gateOff: true })
  })
})

test('[S1.5] whether calls of a tool may be asked about follows the policy in force, for each tenant', () => {
  const tenants = { open: { ...DEFAULT_TENANT, autoApproveHighRisk: true } }
  let policy = policyOf({ tenants })
  const mayAskAbout = createMayAskAbout(() => policy)
  const tool = sampleTool('delete_contact')
  const asked = (tenant: string): boolean => mayAskAbout({ server: SERVER, tenant }, tool)
  expect([asked('default'), asked('open'), asked('default')]).toEqual([true, false, true])
  expect(mayAskAbout({ server: SERVER, tenant: 'default' }, sampleTool('get_contact'))).toBe(false)
  policy = policyOf({ rules: [rule({ match: { ...MATCH_ANYTHING, tool: ['delete_contact'] }, answer: 'pass' })] })
  expect(asked('default')).toBe(false)
})
