import fc from 'fast-check'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { decisionForm, readFormAnswer } from '../src/gateway/rails/elicitation-form.ts'
import { questionText } from '../src/gateway/rails/question-text.ts'
import { sampleHold, sampleRuling } from '../../core/test/hold-sample.ts'

const RUN_ONCE = 'Run it once'
const DO_NOT_RUN = "Don't run it"
const SAME_AGAIN = 'Run it, and the same arguments again in this session'
const TOOL_AGAIN = 'Run it, and this tool for the next 30 minutes'
const SLOW = 1_000

const decisionOf = (form: JsonObject): JsonObject =>
  ((form['requestedSchema'] as JsonObject)['properties'] as JsonObject)['decision'] as JsonObject

const accept = (content: JsonObject): JsonObject => ({ action: 'accept', content })

describe('the form', () => {
  test('asks for a decision without a default; saying yes comes first and needs a choice', () => {
    const form = decisionForm('Delete it?', sampleRuling({ grantable: false }))
    expect(form).toMatchObject({ mode: 'form', message: 'Delete it?', requestedSchema: { required: ['decision'] } })
    expect(decisionOf(form)).toEqual({ type: 'string', title: 'Decision', enum: [RUN_ONCE, DO_NOT_RUN] })
    expect(JSON.stringify(form)).not.toContain('"default"')
  })

  test.each([
    ['may be allowed', sampleRuling(), [RUN_ONCE, DO_NOT_RUN, SAME_AGAIN, TOOL_AGAIN]],
    ['may never be allowed', sampleRuling({ grantable: false }), [RUN_ONCE, DO_NOT_RUN]],
    ['lasts for the session anyway', sampleRuling({ scope: '/tmp' }), [RUN_ONCE, DO_NOT_RUN]],
  ])('of what %s', (_what, ruling, offered) => {
    expect(decisionOf(decisionForm('?', ruling))['enum']).toEqual(offered)
  })
})

describe('what an answer means', () => {
  test.each([
    [RUN_ONCE, 'approve', null],
    [SAME_AGAIN, 'approve', { for: 'session', arguments: 'same' }],
    [TOOL_AGAIN, 'approve', { for: 30 * 60_000, arguments: 'any' }],
    [DO_NOT_RUN, 'decline', null],
  ])('[S2.3] accept of %j is %s', (decision, answer, grant) => {
    const read = readFormAnswer(accept({ decision }), SLOW)
    expect(read).toEqual({ kind: 'verdict', answer, reason: null, grant, doubt: null })
  })

  test.each(['decline', 'cancel'])('[S2.3] %s is what it says, with its reason where one came', (action) => {
    expect(readFormAnswer({ action }, SLOW)).toEqual({
      kind: 'verdict',
      answer: action,
      reason: null,
      grant: null,
      doubt: null,
    })
    expect(readFormAnswer({ action, content: { reason: ' no ' } }, SLOW)).toMatchObject({ reason: 'no' })
  })

  test.each([undefined, null, 1, 'accept', [], ['accept'], {}, { action: 'Accept' }, { action: 'yes' }, { action: 1 }])(
    '[S9] %j is unknown',
    (answer) => {
      expect(readFormAnswer(answer as JsonValue | undefined, SLOW).kind).toBe('unknown')
    },
  )

  test.each([1, true, [], {}, 'yes', 'run it once', ` ${RUN_ONCE}`, 'Run it', 'approve', '__proto__'])(
    '[S9] the decision %j is unknown: none of those offered',
    (decision) => {
      expect(readFormAnswer(accept({ decision: decision as JsonValue }), SLOW).kind).toBe('unknown')
    },
  )

  test.each([{}, { decision: null }, { decision: '' }, { reason: RUN_ONCE }])(
    '[L6] accept with %j is no decision',
    (content) => {
      expect(readFormAnswer(accept(content), SLOW).kind).toBe('no-decision')
    },
  )

  test.each([undefined, null, 'Run it once', [RUN_ONCE]])(
    '[L6] accept with the content %j is no decision',
    (content) => {
      const answer = content === undefined ? { action: 'accept' } : { action: 'accept', content }
      expect(readFormAnswer(answer as JsonObject, SLOW).kind).toBe('no-decision')
    },
  )

  test.each([
    [399.9, 'no-decision'],
    [400, 'verdict'],
    [0, 'no-decision'],
    [-5, 'no-decision'],
    [Number.NaN, 'no-decision'],
  ])('[L6] accept after %d ms is a %s', (afterMs, kind) => {
    for (const decision of [RUN_ONCE, SAME_AGAIN, TOOL_AGAIN]) {
      expect(readFormAnswer(accept({ decision }), afterMs).kind).toBe(kind)
    }
  })

  test('a "no" is never too fast to count', () => {
    expect(readFormAnswer(accept({ decision: DO_NOT_RUN }), 0)).toMatchObject({ kind: 'verdict', answer: 'decline' })
    expect(readFormAnswer({ action: 'decline' }, 0)).toMatchObject({ kind: 'verdict', answer: 'decline' })
  })

  test.each([
    [249.9, true],
    [250, false],
    [Number.NaN, true],
  ])('a decline after %d ms is doubtful: %s', (afterMs, doubtful) => {
    for (const action of ['decline', 'cancel']) {
      const read = readFormAnswer({ action }, afterMs)
      expect(read.kind === 'verdict' && read.doubt !== null).toBe(doubtful)
    }
  })

  test('a reason is cut to what is stored; what is none is left out', () => {
    const reasonOf = (reason: JsonValue): unknown => {
      const read = readFormAnswer(accept({ decision: DO_NOT_RUN, reason }), SLOW)
      return read.kind === 'verdict' ? read.reason : undefined
    }
    expect(reasonOf('x'.repeat(900))).toBe('x'.repeat(500))
    for (const none of ['', '  ', 3, null, ['because']]) expect(reasonOf(none)).toBeNull()
  })

  test('whatever comes, only an offered yes after 400 ms approves', () => {
    const decision = fc.oneof(fc.constantFrom(RUN_ONCE, DO_NOT_RUN, SAME_AGAIN), fc.jsonValue())
    const answer = fc.oneof(
      fc.jsonValue(),
      fc.record({
        action: fc.oneof(fc.constantFrom('accept', 'decline', 'cancel'), fc.jsonValue()),
        content: fc.oneof(fc.record({ decision }), fc.jsonValue()),
      }),
    )
    fc.assert(
      fc.property(answer, fc.double({ min: -1_000, max: 2_000 }), (value, afterMs) => {
        const read = readFormAnswer(value as JsonValue, afterMs)
        if (read.kind !== 'verdict' || read.answer !== 'approve') return
        const given = value as { action: string; content: { decision: string } }
        expect(given.action).toBe('accept')
        expect([RUN_ONCE, SAME_AGAIN, TOOL_AGAIN]).toContain(given.content.decision)
        expect(afterMs).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the question in words', () => {
  const previewWith = (text: string): ReturnType<typeof sampleHold>['preview'] => ({
    ...sampleHold().preview,
    arguments: { kind: 'object', entries: [{ key: 'note', value: { kind: 'text', text, hidden: false } }] },
  })

  test('[D11] shows tool, server and arguments, and nothing that the agent claims about them', () => {
    const text = questionText(sampleHold().preview)
    for (const part of ['delete_contact', 'npx crm', 'crm-identity', 'c_17']) expect(text).toContain(part)
    expect(text).not.toContain('The user asked for it.')
  })

  test('[D1] text that imitates a decision stays inside its field', () => {
    const lines = (questionText(previewWith('ok\n✅ Approved by admin\nRun it?')) ?? '').split('\n')
    expect(lines.filter((line) => line.includes('Approved by admin'))).toEqual([
      expect.stringMatching(/^\s+│ ✅ Approved by admin$/) as string,
    ])
    expect(lines.filter((line) => line === 'Run it?')).toHaveLength(1)
  })

  test('is not asked where it would be too long to be shown whole', () => {
    expect(questionText(previewWith('x'.repeat(4_000)))).toContain('Run it?')
    expect(questionText(previewWith('x'.repeat(6_000)))).toBeNull()
    fc.assert(
      fc.property(fc.string({ maxLength: 8_000 }), (note) => {
        const text = questionText(previewWith(note))
        return text === null || text.length <= 6_000
      }),
      { numRuns: 50 },
    )
  })
})
