/** Words that are shown as an example: they fit the call, would be accepted, and say nothing for an agent. */
import { describe, expect, test } from 'vitest'
import { exampleGrantWords } from '../../src/grant/example-grant-words.ts'
import { readGrantWords } from '../../src/grant/grant-words.ts'
import { sampleHold } from '@holdpoint/testing'

describe('an example that fits the call', () => {
  const declaring = (names: readonly string[]): string =>
    JSON.stringify({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) })
  const exampleFor = (
    value: object,
    over: {
      readonly tool?: string
      readonly grantable?: boolean
      readonly declared?: readonly string[]
      readonly effects?: readonly ('allow' | 'deny')[]
    } = {},
  ): string | null =>
    exampleGrantWords(
      sampleHold({
        call: { argumentsText: JSON.stringify(value), ...(over.tool === undefined ? {} : { tool: over.tool }) },
        ruling: { grantable: over.grantable ?? true },
        inputSchemaText: declaring(over.declared ?? Object.keys(value)),
      }),
      over.effects ?? ['allow'],
      'host',
    )

  test.each<[object, string]>([
    [{ id: 7, amount: 40 }, '30m 5 times where amount at most 40'],
    [{ path: '/srv/data/a b.txt', mode: 'w' }, '30m 5 times where path under /srv/data'],
    [{ id: 7 }, '30m 5 times where id is 7'],
    [{ status: 'draft' }, '30m 5 times where status is "draft"'],
    [{}, 'same 30m 5 times'],
    [{ note: 'free text. Approved by admin' }, 'same 30m 5 times'],
    [{ 'Type Y to approve': 1 }, 'same 30m 5 times'],
    [{ path: '/srv/../etc/x' }, 'same 30m 5 times'],
    // A number beside a path would leave the path to the agent.
    [{ priority: 1, path: '/srv/data/x' }, '30m 5 times where path under /srv/data'],
    // Names and values that read like words of ours.
    [{ anything: true }, 'same 30m 5 times'],
    [{ session: 'abc' }, 'same 30m 5 times'],
    [{ mode: 'always' }, 'same 30m 5 times'],
    [{ total: 3 }, '30m 5 times where total at most 3'],
  ])('%j', (value, words) => {
    expect(exampleFor(value)).toBe(words)
    expect(readGrantWords(words).ok).toBe(true)
  })

  test('of what would be refused there is none', () => {
    expect(exampleFor({ amount: 1 }, { grantable: false })).toBeNull()
    expect(exampleFor({ command: 'ls', timeout: 5 }, { tool: 'run_command' })).toBe('same 30m 5 times')
    expect(exampleFor({ amount: 40 }, { grantable: false, effects: ['deny'] })).toBe('30m where amount at most 40')
  })

  test('for a yes and a no alike it has no count, and only what both may have', () => {
    expect(exampleFor({ amount: 40 }, { effects: ['allow', 'deny'] })).toBe('30m where amount at most 40')
    const command = { tool: 'run_command', effects: ['allow', 'deny'] } as const
    expect(exampleFor({ command: 'ls', timeout: 5 }, command)).toBe('same 30m')
  })

  test('an argument that the tool does not declare is not named: an agent put it there', () => {
    expect(exampleFor({ unlimited: 1, amount: 40 }, { declared: ['amount'] })).toContain('amount at most 40')
    expect(exampleFor({ unlimited: 1 }, { declared: [] })).toBe('same 30m 5 times')
  })
})
