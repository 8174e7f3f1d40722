/** Why a person should care: what the call does and what was found in it, and never where its rating comes from. */
import { describe, expect, test } from 'vitest'
import { describeCall } from '../../src/preview/call-description.ts'
import { describeTitles } from '../../src/description/describe-titles.ts'
import { sampleHold } from '@holdpoint/testing'
import { createRuleCall, NOTHING_KNOWN } from '../../src/policy/index.ts'
import type { Policy } from '../../src/policy/index.ts'
import { loadSqlReader } from '../../src/sql/index.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { policyOf, sampleCall, sampleRule, sampleTool } from '../policy/policy-sample.ts'

const rule = createRuleCall({
  now: () => 0,
  known: () => NOTHING_KNOWN,
  loadSql: loadSqlReader,
  readLongSql: async (_requester, statements) => statements.map(() => ({ kind: 'read', why: '' })),
})

async function reasonsFor(
  tool: string,
  args: JsonObject = {},
  policy: Policy = policyOf(),
): Promise<readonly string[]> {
  const call = sampleCall(tool, args)
  const { why, rule: name } = await rule(policy, call, sampleTool(tool, {}, Object.keys(args)))
  const { effect } = describeTitles({ ...call, argumentsText: JSON.stringify(args) })
  const { preview } = sampleHold()
  const described = describeCall({ ...preview, effect, why, rule: name, warnings: [] })
  expect(described.facts).toMatchObject({ why, rule: name })
  return described.reasons
}

describe('[X12.2] the reasons of a call', () => {
  test('what it does is the reason; which verb, rule or setting rates it is none', async () => {
    expect(await reasonsFor('delete_contact')).toEqual(['Deletes what it names.'])
    expect(await reasonsFor('send_mail')).toEqual(['Sends a message to others; it cannot be called back.'])
    const ruled = policyOf({ rules: [sampleRule({ name: 'outside mail', risk: 'high' })] })
    expect(await reasonsFor('send_mail', {}, ruled)).toEqual(['Sends a message to others; it cannot be called back.'])
    expect(await reasonsFor('frobnicate', {}, policyOf({ rules: [sampleRule({ name: 'x', risk: 'high' })] }))).toEqual(
      [],
    )
  })

  test('of a tool that nobody knows, the policy says why it asks', async () => {
    expect(await reasonsFor('frobnicate')).toEqual(['Nothing rates this tool, so it is high.'])
  })

  test('what was found in this very call stands behind it, whatever the call does', async () => {
    const hidden = await reasonsFor('update_note', { text: 'a\u202eb' })
    expect(hidden).toEqual(['Changes what is there now.', expect.stringMatching(/^The arguments contain hidden/)])
    expect(await reasonsFor('execute_sql', { sql: 'DROP TABLE a' })).toEqual([
      "Runs a command on the server's machine.",
      expect.stringMatching(/^The SQL writes/),
    ])
  })
})
