import fc from 'fast-check'
import type { Hold, JsonObject, JsonValue } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import * as forms from '../../../src/rails/elicitation/elicitation-form.ts'
import type { FormAnswer } from '../../../src/rails/elicitation/elicitation-form.ts'
import type { FormShape } from '../../../src/rails/elicitation/form-choices.ts'
import { sampleHold } from '@holdpoint/testing'

const RUN_ONCE = 'Run it once'
const DO_NOT_RUN = "Don't run it"
const YES_SESSION = 'Yes, and allow delete_contact in the folder /tmp/zz for this session'
const YES_ONCE = 'Yes, only this once'
const PAGE = 'http://localhost:7433/approvals/hold-1 or: holdpoint open hold-1'
const SLOW = 1_000
/** Of a host that shows everything and can send everything back. */
const WHOLE: FormShape = { showsWhole: true, fields: 'all', commas: true }

const decisionForm = (message: string, hold: Hold, page: string): JsonObject =>
  forms.decisionForm(message, hold, WHOLE, page)
const readFormAnswer = (hold: Hold, answer: JsonValue | undefined, afterMs: number): FormAnswer =>
  forms.readFormAnswer(hold, answer, afterMs, WHOLE)

const HOLD = sampleHold()
const FOLDER = { risk: 'medium', scope: 'folder "/tmp/zz"' } as const
const SCOPED = sampleHold({ ruling: FOLDER })

const decisionOf = (form: JsonObject): JsonObject =>
  ((form['requestedSchema'] as JsonObject)['properties'] as JsonObject)['decision'] as JsonObject

const accept = (content: JsonObject): JsonObject => ({ action: 'accept', content })

describe('the form', () => {
  test('[X11.B5] asks for a decision without a default, and names the link and the command for every other answer', () => {
    const form = decisionForm('Delete it?', HOLD, PAGE)
    expect(form).toMatchObject({ mode: 'form', message: 'Delete it?', requestedSchema: { required: ['decision'] } })
    expect(decisionOf(form)).toEqual({
      type: 'string',
      title: 'Decision',
      description: `To allow more than this, or change it: ${PAGE}`,
      enum: [RUN_ONCE, DO_NOT_RUN],
    })
    expect(JSON.stringify(form)).not.toContain('"default"')
    const { properties } = form['requestedSchema'] as { properties: JsonObject }
    expect(Object.keys(properties)).toEqual(['decision', 'reason'])
    // Clients draw and check flat primitives only.
    for (const property of Object.values(properties)) expect((property as JsonObject)['type']).toBe('string')
  })

  test.each([
    ['is asked each time', HOLD, [RUN_ONCE, DO_NOT_RUN]],
    ['may never be allowed', sampleHold({ ruling: { ...FOLDER, grantable: false } }), [RUN_ONCE, DO_NOT_RUN]],
    ['cannot be undone', sampleHold({ ruling: { ...FOLDER, irreversible: true } }), [RUN_ONCE, DO_NOT_RUN]],
    ['has a scope', SCOPED, [YES_SESSION, YES_ONCE, 'No']],
    ['needs two people', sampleHold({ ruling: { ...FOLDER, quorum: 2 } }), [RUN_ONCE, DO_NOT_RUN]],
    [
      '[H24] runs what it is given',
      sampleHold({ call: { tool: 'run_command', argumentsText: '{"command":"ls"}' } }),
      [RUN_ONCE, DO_NOT_RUN],
    ],
  ])('[X11.B5] of what %s', (_what, hold, offered) => {
    expect(decisionOf(decisionForm('?', hold, PAGE))['enum']).toEqual(offered)
  })
})

describe('what an answer means', () => {
  const session = { for: 'session', arguments: 'scope' }

  test.each([
    [HOLD, RUN_ONCE, 'approve', null],
    [HOLD, DO_NOT_RUN, 'decline', null],
    [SCOPED, YES_SESSION, 'approve', session],
    [SCOPED, YES_ONCE, 'approve', null],
    [SCOPED, 'No', 'decline', null],
  ])('[S2.3] [X11.B5] accept is what it says, and nothing beside it: %#', (hold, decision, answer, grant) => {
    const read = readFormAnswer(hold, accept({ decision }), SLOW)
    expect(read).toEqual({ kind: 'verdict', answer, reason: null, grant })
    // Whatever else a client puts beside it: no answer grows by it.
    const more = accept({ decision, further: 'always', grant: 'session', once: false, scope: 'tool' })
    expect(readFormAnswer(hold, more, SLOW)).toEqual(read)
  })

  test('[X11.B5] the words of another hold are none of this one', () => {
    for (const decision of [YES_SESSION, YES_ONCE, 'No']) {
      expect(readFormAnswer(HOLD, accept({ decision }), SLOW).kind).toBe('unknown')
    }
    for (const decision of [RUN_ONCE, DO_NOT_RUN, YES_SESSION.replace('/tmp/zz', '/tmp')]) {
      expect(readFormAnswer(SCOPED, accept({ decision }), SLOW).kind).toBe('unknown')
    }
  })

  test.each(['decline', 'cancel'])('[S2.3] %s is what it says, with its reason where one came', (action) => {
    expect(readFormAnswer(HOLD, { action }, SLOW)).toEqual({
      kind: 'verdict',
      answer: action,
      reason: null,
      grant: null,
    })
    expect(readFormAnswer(HOLD, { action, content: { reason: ' no ' } }, SLOW)).toMatchObject({ reason: 'no' })
  })

  test.each([undefined, null, 1, 'accept', [], ['accept'], {}, { action: 'Accept' }, { action: 'yes' }, { action: 1 }])(
    '[S9] %j is unknown',
    (answer) => {
      expect(readFormAnswer(HOLD, answer as JsonValue | undefined, SLOW).kind).toBe('unknown')
    },
  )

  test.each([1, true, [], {}, 'yes', 'run it once', ` ${RUN_ONCE}`, 'Run it', 'approve', '__proto__'])(
    '[S9] the decision %j is unknown: none of those offered',
    (decision) => {
      expect(readFormAnswer(HOLD, accept({ decision: decision as JsonValue }), SLOW).kind).toBe('unknown')
    },
  )

  test.each([{}, { decision: null }, { decision: '' }, { reason: RUN_ONCE }])(
    '[L6] accept with %j is no decision',
    (content) => {
      expect(readFormAnswer(HOLD, accept(content), SLOW).kind).toBe('no-decision')
    },
  )

  test.each([undefined, null, 'Run it once', [RUN_ONCE]])(
    '[L6] accept with the content %j is no decision',
    (content) => {
      const answer = content === undefined ? { action: 'accept' } : { action: 'accept', content }
      expect(readFormAnswer(HOLD, answer as JsonObject, SLOW).kind).toBe('no-decision')
    },
  )

  test.each([
    [399.9, 'no-decision'],
    [400, 'verdict'],
    [0, 'no-decision'],
    [-5, 'no-decision'],
    [Number.NaN, 'no-decision'],
  ])('[L6] accept after %d ms is a %s', (afterMs, kind) => {
    for (const decision of [RUN_ONCE, DO_NOT_RUN]) {
      expect(readFormAnswer(HOLD, accept({ decision }), afterMs).kind).toBe(kind)
    }
    for (const decision of [YES_SESSION, YES_ONCE, 'No']) {
      expect(readFormAnswer(SCOPED, accept({ decision }), afterMs).kind).toBe(kind)
    }
  })

  test('[L6] an accept that nobody can have read is no decision whatever it says, and voids nothing', () => {
    for (const decision of ['yes', 7, null, [RUN_ONCE]]) {
      expect(readFormAnswer(HOLD, accept({ decision }), 399).kind).toBe('no-decision')
    }
  })

  test.each([0, 1, 12, 22, 40, 249.9, -5, Number.NaN])(
    '[X11.B4] [X11.F1] whatever comes after %d ms is no decision: no person can have given it',
    (afterMs) => {
      const answers: readonly (JsonValue | undefined)[] = [
        { action: 'decline' },
        { action: 'cancel' },
        { action: 'decline', content: { reason: 'no' } },
        { action: 'accept' },
        accept({ decision: RUN_ONCE }),
        accept({ decision: DO_NOT_RUN }),
        accept({ decision: 'yes' }),
        { action: 'whatever' },
        {},
        [],
        null,
        undefined,
      ]
      for (const answer of answers) {
        const read = readFormAnswer(HOLD, answer, afterMs)
        const accepts = (answer as JsonObject | null | undefined)?.['action'] === 'accept'
        // A host that refuses so shows no form to anybody; one that accepts may show the next.
        expect(read).toMatchObject({ kind: 'no-decision', byItself: !accepts })
      }
    },
  )

  test.each(['decline', 'cancel'])('[X11.B4] %s after 250 ms is a person’s', (action) => {
    expect(readFormAnswer(HOLD, { action }, 250)).toMatchObject({ kind: 'verdict', answer: action })
    expect(readFormAnswer(HOLD, accept({ decision: RUN_ONCE }), 250)).toMatchObject({ byItself: false })
  })

  test('a reason is cut to what is stored; what is none is left out', () => {
    const reasonOf = (reason: JsonValue): unknown => {
      const read = readFormAnswer(HOLD, accept({ decision: DO_NOT_RUN, reason }), SLOW)
      return read.kind === 'verdict' ? read.reason : undefined
    }
    expect(reasonOf('x'.repeat(900))).toBe('x'.repeat(500))
    for (const none of ['', '  ', 3, null, ['because']]) expect(reasonOf(none)).toBeNull()
  })

  test('whatever comes, only an offered yes after 400 ms approves', () => {
    const decision = fc.oneof(fc.constantFrom(YES_SESSION, YES_ONCE, RUN_ONCE, 'No'), fc.jsonValue())
    const answer = fc.oneof(
      fc.jsonValue(),
      fc.record({
        action: fc.oneof(fc.constantFrom('accept', 'decline', 'cancel'), fc.jsonValue()),
        content: fc.oneof(fc.record({ decision }), fc.jsonValue()),
      }),
    )
    fc.assert(
      fc.property(answer, fc.double({ min: -1_000, max: 2_000 }), (value, afterMs) => {
        const read = readFormAnswer(SCOPED, value as JsonValue, afterMs)
        if (read.kind !== 'verdict' || read.answer !== 'approve') return
        const given = value as { action: string; content: { decision: string } }
        expect(given.action).toBe('accept')
        expect([YES_SESSION, YES_ONCE]).toContain(given.content.decision)
        expect(read.grant !== null).toBe(given.content.decision === YES_SESSION)
        expect(afterMs).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: 500 },
    )
  })
})
