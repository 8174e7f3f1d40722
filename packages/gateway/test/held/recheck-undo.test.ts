/** The second look at an offer to take a call back: by the policy itself, whatever ruling the offer was stored with. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEntitlement } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { NOTHING_KNOWN } from '@holdpoint/core/policy'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdIn, sampleVerdict } from '@holdpoint/testing'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { sampleTool } from '../../../core/test/policy/policy-sample.ts'
import { loadPolicy } from '../../../holdpoint/src/config/policy-source.ts'
import type { PolicyInForce } from '../../../holdpoint/src/config/policy-source.ts'
import { createRecheck } from '../../src/held/recheck.ts'
import { openRuleCall } from '../../src/calls/open-rule-call.ts'

const RULES = `version: 1
tokens:
  - { name: ben, role: approver, sha256: ${'ab'.repeat(32)} }
rules:
  - { name: two, match: { tool: create_contact }, risk: high, quorum: 2 }
  - { name: never, match: { tool: drop_contacts }, answer: deny }
`

let home: TestStore
let folder: string

beforeEach(async () => {
  home = await openTestStore()
  folder = mkdtempSync(join(tmpdir(), 'holdpoint-recheck-'))
})

afterEach(async () => {
  await home.end()
  rmSync(folder, { recursive: true })
})

async function policyInForce(): Promise<PolicyInForce> {
  const flag = join(folder, 'holdpoint.yaml')
  writeFileSync(flag, RULES)
  const loading = await loadPolicy({ flag, home: folder, workingDirectory: folder })
  if (!loading.ok) throw new Error(JSON.stringify(loading.problems))
  return loading
}

test.each([
  ['create_contact', 'the policy now asks for more'],
  ['drop_contacts', 'the policy now denies it: '],
  ['delete_contact', null],
  ['get_contact', null],
])('an approved offer of %s, under the very policy it was made with: %s', async (tool, reason) => {
  const policy = await policyInForce()
  const recheck = createRecheck({
    store: home.store,
    policy: () => policy,
    rule: openRuleCall({ known: () => NOTHING_KNOWN, now: Date.now }),
    entitlement: createEntitlement({ store: async () => home.store, tokens: () => policy.config.tokens, kinds: {} }),
  })
  const approved: Hold = holdIn('approved', {
    call: { tool },
    policyHash: policy.policy.hash,
    verdicts: [sampleVerdict('approve')],
    undoOf: 'hold-0',
  })
  const said = await recheck(approved, sampleTool(tool))
  if (reason === null) expect(said).toBeNull()
  else expect(said).toContain(reason)
  const { undoOf: _undo, ...ordinary } = approved
  expect(await recheck(ordinary, sampleTool(tool))).toBeNull()
})
