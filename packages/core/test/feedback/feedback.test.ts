import { describe, expect, test } from 'vitest'
import { readFeedback, toFeedbackView } from '../../src/index.ts'
import type { JsonObject } from '../../src/index.ts'

const REPORT: JsonObject = {
  attempted_action: 'delete the contact',
  expected_outcome: 'the contact is gone',
  actual_outcome: 'an error without a reason',
  severity: 'med',
}

function problemsOf(sent: JsonObject): string {
  const reading = readFeedback(sent)
  return reading.ok ? '' : reading.problems.join(' ')
}

describe('feedback', () => {
  test('[S1.6] is read with and without what is optional', () => {
    expect(readFeedback(REPORT)).toEqual({
      ok: true,
      report: {
        attemptedAction: 'delete the contact',
        expectedOutcome: 'the contact is gone',
        actualOutcome: 'an error without a reason',
        toolCalled: null,
        errorSeen: null,
        severity: 'med',
      },
    })
    const more = { ...REPORT, tool_called: 'delete_contact', error_seen: 'E1', rationale: 'x', preview: true }
    expect(readFeedback(more)).toMatchObject({ ok: true, report: { toolCalled: 'delete_contact', errorSeen: 'E1' } })
    expect(readFeedback({ ...REPORT, tool_called: null, error_seen: '  ' })).toMatchObject({
      ok: true,
      report: { toolCalled: null, errorSeen: null },
    })
  })

  test.each(['medium', 'HIGH', '', 'constructor'])('[S15] severity %j is refused with what is allowed', (severity) => {
    expect(problemsOf({ ...REPORT, severity })).toBe(`"severity" is "${severity}"; allowed are low, med, high.`)
  })

  test('[S15] so is one that is no text, or missing', () => {
    for (const severity of [2, null, ['low'], { low: 1 }]) {
      expect(problemsOf({ ...REPORT, severity })).toContain('allowed are low, med, high.')
    }
    const { severity: _severity, ...without } = REPORT
    expect(problemsOf(without)).toBe('"severity" is required; allowed are low, med, high.')
  })

  test('all problems are named at once', () => {
    const problems = problemsOf({ attempted_action: ' ', expected_outcome: 7, sevrity: 'low' })
    expect(problems).toContain('"attempted_action" is empty.')
    expect(problems).toContain('"expected_outcome" is to be text.')
    expect(problems).toContain('"actual_outcome" is required.')
    expect(problems).toContain(
      'Unknown: "sevrity"; the fields are attempted_action, expected_outcome, actual_outcome, tool_called, error_seen, severity, rationale.',
    )
  })

  test.each([
    ['actual_outcome', 4000],
    ['error_seen', 4000],
    ['tool_called', 256],
  ])('%s may have %i characters and no more', (name, longest) => {
    expect(problemsOf({ ...REPORT, [name]: 'x'.repeat(longest) })).toBe('')
    expect(problemsOf({ ...REPORT, [name]: 'x'.repeat(longest + 1) })).toContain(`at most ${longest} are allowed`)
  })

  test('what is quoted back is short and can be seen', () => {
    const problems = problemsOf({ ...REPORT, severity: `\u202E${'m'.repeat(5000)}\n` })
    expect(problems).toContain('⟦U+202E⟧mmm')
    expect(problems.length).toBeLessThan(120)
  })

  test('is shown under the names it was sent with', () => {
    const stored = {
      id: 'f1',
      at: Date.UTC(2026, 10, 1),
      tenant: 'default',
      principal: 'bot',
      client: 'c',
      server: 'crm',
      attemptedAction: 'a',
      expectedOutcome: 'b',
      actualOutcome: 'c',
      toolCalled: 't',
      errorSeen: null,
      severity: 'low',
      rationale: null,
    } as const
    expect(toFeedbackView(stored)).toEqual({
      id: 'f1',
      at: '2026-11-01T00:00:00.000Z',
      severity: 'low',
      attempted_action: 'a',
      expected_outcome: 'b',
      actual_outcome: 'c',
      tool_called: 't',
      error_seen: null,
      rationale: null,
      server: 'crm',
      principal: 'bot',
      client: 'c',
      tenant: 'default',
    })
  })
})
