import fc from 'fast-check'
import type { Hold, JsonObject, JsonValue } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import * as forms from '../src/gateway/rails/elicitation-form.ts'
import type { FormAnswer, FormShape } from '../src/gateway/rails/elicitation-form.ts'
import { questionText } from '../src/gateway/rails/question-text.ts'
import { sampleHold } from '../../core/test/hold-sample.ts'

const RUN_ONCE = 'Run it once'
const DO_NOT_RUN = "Don't run it"
const SAME_AGAIN = 'Run it, and the same arguments again in this session'
const TOOL_AGAIN = 'Run it, and this tool for the next 30 minutes'
const REFUSE_TOOL = "Don't run it, and refuse this tool for this session"
const AS_WRITTEN = 'Run it, and further calls as written below'
const REFUSE_WRITTEN = "Don't run it, and refuse further calls as written below"
const ONLY_THIS = 'Run only this call, and ask again next time'
const SLOW = 1_000
const DIALOG = { lines: 3, columns: 72 }
/** Of a host that shows everything and can send everything back. */
const WHOLE: FormShape = { showsWhole: true, fields: 'all', commas: true }

const decisionForm = (message: string, hold: Hold, problem: string | null = null): JsonObject =>
  forms.decisionForm(message, hold, WHOLE, problem)
const readFormAnswer = (hold: Hold, answer: JsonValue | undefined, afterMs: number): FormAnswer =>
  forms.readFormAnswer(hold, answer, afterMs, WHOLE)

const HOLD = sampleHold()
const ALSO = 'Approving also allows delete_contact in the folder /tmp/zz for this session.'
const FOLDER = { risk: 'medium', scope: 'folder "/tmp/zz"' } as const
const SCOPED = sampleHold({ ruling: FOLDER, preview: { ...HOLD.preview, alsoAllows: ALSO } })

const decisionOf = (form: JsonObject): JsonObject =>
  ((form['requestedSchema'] as JsonObject)['properties'] as JsonObject)['decision'] as JsonObject

const accept = (content: JsonObject): JsonObject => ({ action: 'accept', content })

describe('the form', () => {
  test('asks for a decision without a default; saying yes comes first and needs a choice', () => {
    const form = decisionForm('Delete it?', sampleHold({ ruling: { grantable: false } }))
    expect(form).toMatchObject({ mode: 'form', message: 'Delete it?', requestedSchema: { required: ['decision'] } })
    expect(decisionOf(form)).toEqual({
      type: 'string',
      title: 'Decision',
      enum: [RUN_ONCE, DO_NOT_RUN, REFUSE_TOOL, REFUSE_WRITTEN],
    })
    expect(JSON.stringify(form)).not.toContain('"default"')
  })

  test.each([
    ['may be allowed', HOLD, [RUN_ONCE, DO_NOT_RUN, SAME_AGAIN, TOOL_AGAIN, AS_WRITTEN, REFUSE_TOOL, REFUSE_WRITTEN]],
    [
      'may never be allowed',
      sampleHold({ ruling: { grantable: false } }),
      [RUN_ONCE, DO_NOT_RUN, REFUSE_TOOL, REFUSE_WRITTEN],
    ],
    [
      'opens a folder for the session',
      SCOPED,
      [RUN_ONCE, DO_NOT_RUN, ONLY_THIS, AS_WRITTEN, REFUSE_TOOL, REFUSE_WRITTEN],
    ],
    [
      'needs two people',
      sampleHold({ ruling: { scope: 'folder "/tmp"', quorum: 2 } }),
      [RUN_ONCE, DO_NOT_RUN, REFUSE_TOOL, REFUSE_WRITTEN],
    ],
    [
      '[H24] runs what it is given',
      sampleHold({ call: { tool: 'run_command', argumentsText: '{"command":"ls"}' } }),
      [RUN_ONCE, DO_NOT_RUN, SAME_AGAIN, AS_WRITTEN, REFUSE_TOOL, REFUSE_WRITTEN],
    ],
    [
      '[H24] carries SQL under whatever name of the tool',
      sampleHold({ call: { tool: 'change', argumentsText: '{"sql":"update a set b = 1"}' } }),
      [RUN_ONCE, DO_NOT_RUN, SAME_AGAIN, AS_WRITTEN, REFUSE_TOOL, REFUSE_WRITTEN],
    ],
  ])('of what %s', (_what, hold, offered) => {
    expect(decisionOf(decisionForm('?', hold))['enum']).toEqual(offered)
  })

  test.each([
    ['an amount', { amount: 40, id: 7 }, {}, '30m where amount at most 40'],
    ['a folder', { path: '/srv/data/x', text: 'hello there' }, {}, '30m where path under /srv/data'],
    ['nothing to name', { text: 'hello there' }, {}, 'same 30m'],
    ['what may only be refused', { amount: 40 }, { grantable: false }, '30m where amount at most 40'],
  ] as readonly [string, object, { readonly grantable?: boolean }, string][])(
    'one optional line takes what stands beyond the call, with an example for %s',
    (_what, value, ruling, example) => {
      const properties = Object.fromEntries(Object.keys(value).map((name) => [name, {}]))
      const inputSchemaText = JSON.stringify({ type: 'object', properties })
      const hold = sampleHold({ call: { argumentsText: JSON.stringify(value) }, ruling, inputSchemaText })
      const form = decisionForm('?', hold)
      // It may be copied beside either choice.
      for (const decision of ruling.grantable === false ? [REFUSE_WRITTEN] : [AS_WRITTEN, REFUSE_WRITTEN]) {
        expect(readFormAnswer(hold, accept({ decision, further: example }), SLOW)).toMatchObject({ kind: 'verdict' })
      }
      const schema = form['requestedSchema'] as JsonObject
      expect(schema['required']).toEqual(['decision'])
      expect((schema['properties'] as JsonObject)['further']).toEqual({
        type: 'string',
        title: 'Further calls',
        description: `Only with a choice "as written below", for example: ${example}. Without "same" or "where": any arguments.`,
        maxLength: 1000,
      })
      // Clients draw and check flat primitives only.
      for (const property of Object.values(schema['properties'] as JsonObject)) {
        expect((property as JsonObject)['type']).toBe('string')
      }
    },
  )

  test('asked again, it says first what was wrong', () => {
    const form = decisionForm('Delete it?', HOLD, '"sesion" is no length of time.')
    expect(form['message']).toBe('Nothing was decided. "sesion" is no length of time.\n\nDelete it?')
  })
})

describe('what an answer means', () => {
  test.each([
    [RUN_ONCE, 'approve', null, true],
    [SAME_AGAIN, 'approve', { for: 'session', arguments: 'same' }, false],
    [TOOL_AGAIN, 'approve', { for: 30 * 60_000, arguments: 'any' }, false],
    [DO_NOT_RUN, 'decline', null, false],
    [REFUSE_TOOL, 'decline', { for: 'session', arguments: 'any' }, false],
  ])('[S2.3] accept of %j is %s', (decision, answer, grant, once) => {
    const read = readFormAnswer(HOLD, accept({ decision }), SLOW)
    expect(read).toEqual({ kind: 'verdict', answer, reason: null, grant, once })
  })

  const PAYMENT = sampleHold({ call: { tool: 'pay', argumentsText: '{"amount":40,"to":"ana"}' } })
  const MOST_50 = { for: 1_800_000, arguments: [{ path: '/amount', is: 'at-most', most: 50 }], times: 3 }
  const NOT_FOR_50 = { for: 1_800_000, arguments: [{ path: '/amount', is: 'at-most', most: 50 }] }

  test.each<[string, string, object]>([
    [AS_WRITTEN, '30m 3 times where amount at most 50', { answer: 'approve', grant: MOST_50, once: false }],
    [REFUSE_WRITTEN, '30m where amount at most 50', { answer: 'decline', grant: NOT_FOR_50, once: false }],
    [AS_WRITTEN, 'same session', { answer: 'approve', grant: { for: 'session', arguments: 'same' } }],
  ])('[H24] %s: %s', (decision, further, verdict) => {
    expect(readFormAnswer(PAYMENT, accept({ decision, further }), SLOW)).toMatchObject({ kind: 'verdict', ...verdict })
    expect(readFormAnswer(PAYMENT, accept({ decision, further }), 399).kind).toBe('no-decision')
  })

  test('[H24] what is written takes the place of the scope a yes would open', () => {
    const read = readFormAnswer(SCOPED, accept({ decision: AS_WRITTEN, further: 'session 2 times' }), SLOW)
    expect(read).toMatchObject({
      answer: 'approve',
      grant: { for: 'session', arguments: 'any', times: 2 },
      once: false,
    })
  })

  test.each<[string, JsonValue | undefined, RegExp]>([
    [AS_WRITTEN, undefined, /nothing is written/],
    [AS_WRITTEN, null, /nothing is written/],
    [AS_WRITTEN, '', /nothing is written/],
    [AS_WRITTEN, '  ', /nothing is written/],
    [AS_WRITTEN, 30, /nothing is written/],
    [AS_WRITTEN, ['session'], /nothing is written/],
    [AS_WRITTEN, 'sesion', /"sesion" is no length of time: write session/],
    [AS_WRITTEN, 'session, please', /not understood/],
    [AS_WRITTEN, 'always', /From the host itself/],
    [AS_WRITTEN, '31m', /From the host itself/],
    [AS_WRITTEN, 'session where amount at most 39', /does not meet the condition/],
    [AS_WRITTEN, 'session where amount at most -1', /bound is a number from 0/],
    [AS_WRITTEN, 'session up to 5 of to', /no number from 0 at \/to/],
    [REFUSE_WRITTEN, '', /nothing is written/],
    [REFUSE_WRITTEN, 'session 3 times', /denial has no count/],
    [REFUSE_WRITTEN, 'always', /From the host itself/],
    [TOOL_AGAIN, 'session where amount at most 50', /Do one of the two/],
    [SAME_AGAIN, 5, /Do one of the two/],
    [REFUSE_TOOL, 'session', /Do one of the two/],
  ])('[L4] %s with %j decides nothing and says why', (decision, further, why) => {
    const read = readFormAnswer(PAYMENT, accept({ decision, ...(further === undefined ? {} : { further }) }), SLOW)
    // Without its limits a yes is not what was said; a no for this call is.
    const isNo = decision === REFUSE_WRITTEN || decision === REFUSE_TOOL
    const alone = isNo ? { kind: 'verdict', answer: 'decline', grant: null } : { kind: 'no-decision' }
    expect(read).toMatchObject({ kind: 'unclear', why: expect.stringMatching(why) as string, alone })
  })

  test.each<JsonValue>(['', null, '  ', 'session', 'nonsense', 5])(
    'beside an answer for this call alone, %j changes nothing',
    (further) => {
      for (const [decision, answer] of [
        [RUN_ONCE, 'approve'],
        [DO_NOT_RUN, 'decline'],
      ] as const) {
        const read = readFormAnswer(PAYMENT, accept({ decision, further }), SLOW)
        expect(read).toMatchObject({ kind: 'verdict', answer, grant: null, once: answer === 'approve' })
      }
    },
  )

  test.each<JsonValue>(['', null, ' '])('an empty line, %j, is none beside a choice that says it all', (further) => {
    const read = readFormAnswer(PAYMENT, accept({ decision: TOOL_AGAIN, further }), SLOW)
    expect(read).toMatchObject({ kind: 'verdict', grant: { for: 1_800_000, arguments: 'any' } })
  })

  test('[H24] of a command nothing but the same is allowed again, whatever is written', () => {
    const command = sampleHold({ call: { tool: 'run_command', argumentsText: '{"command":"ls","timeout":5}' } })
    for (const further of ['session', 'session where timeout at most 9', 'session where command is ls']) {
      expect(readFormAnswer(command, accept({ decision: AS_WRITTEN, further }), SLOW)).toMatchObject({
        kind: 'unclear',
        why: expect.stringContaining('runs what it is given') as string,
      })
    }
    const same = readFormAnswer(command, accept({ decision: AS_WRITTEN, further: 'same 10m 3 times' }), SLOW)
    expect(same).toMatchObject({ kind: 'verdict', grant: { arguments: 'same', times: 3 } })
  })

  test('[H24] where a yes opens a scope the first choice is that yes, and another one leaves it closed', () => {
    const yes = { kind: 'verdict', answer: 'approve', grant: null }
    expect(readFormAnswer(SCOPED, accept({ decision: RUN_ONCE }), SLOW)).toMatchObject({ ...yes, once: false })
    expect(readFormAnswer(SCOPED, accept({ decision: ONLY_THIS }), SLOW)).toMatchObject({ ...yes, once: true })
    for (const decision of [SAME_AGAIN, TOOL_AGAIN]) {
      expect(readFormAnswer(SCOPED, accept({ decision }), SLOW).kind).toBe('unknown')
    }
    expect(readFormAnswer(HOLD, accept({ decision: ONLY_THIS }), SLOW).kind).toBe('unknown')
  })

  test('[H24] [L4] a yes that opens a scope is not what somebody meant who wrote of further calls', () => {
    const further = 'session 2 times'
    const opening = readFormAnswer(SCOPED, accept({ decision: RUN_ONCE, further }), SLOW)
    expect(opening).toMatchObject({ kind: 'unclear', alone: { kind: 'no-decision' } })
    const closed = readFormAnswer(SCOPED, accept({ decision: ONLY_THIS, further }), SLOW)
    expect(closed).toMatchObject({ kind: 'verdict', answer: 'approve', grant: null, once: true })
  })

  test('[H24] a scope that the question does not name stays closed', () => {
    const unsaid = sampleHold({ ruling: FOLDER })
    expect(readFormAnswer(unsaid, accept({ decision: RUN_ONCE }), SLOW)).toMatchObject({ once: true })
    expect(decisionOf(decisionForm('?', unsaid))['enum']).not.toContain(ONLY_THIS)
    expect(questionText(unsaid, DIALOG)).not.toContain(ONLY_THIS)
  })

  test.each(['decline', 'cancel'])('[S2.3] %s is what it says, with its reason where one came', (action) => {
    expect(readFormAnswer(HOLD, { action }, SLOW)).toEqual({
      kind: 'verdict',
      answer: action,
      reason: null,
      grant: null,
      once: false,
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
    for (const decision of [RUN_ONCE, DO_NOT_RUN, SAME_AGAIN, TOOL_AGAIN, REFUSE_TOOL]) {
      expect(readFormAnswer(HOLD, accept({ decision }), afterMs).kind).toBe(kind)
    }
    for (const decision of [RUN_ONCE, ONLY_THIS]) {
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
        accept({ decision: REFUSE_TOOL }),
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
    const decision = fc.oneof(fc.constantFrom(RUN_ONCE, DO_NOT_RUN, SAME_AGAIN, AS_WRITTEN), fc.jsonValue())
    const further = fc.oneof(fc.constantFrom('', 'session', 'session 2 times', 'always'), fc.jsonValue())
    const answer = fc.oneof(
      fc.jsonValue(),
      fc.record({
        action: fc.oneof(fc.constantFrom('accept', 'decline', 'cancel'), fc.jsonValue()),
        content: fc.oneof(fc.record({ decision, further }, { requiredKeys: ['decision'] }), fc.jsonValue()),
      }),
    )
    fc.assert(
      fc.property(answer, fc.double({ min: -1_000, max: 2_000 }), (value, afterMs) => {
        const read = readFormAnswer(HOLD, value as JsonValue, afterMs)
        if (read.kind !== 'verdict' || read.answer !== 'approve') return
        const given = value as { action: string; content: { decision: string } }
        expect(given.action).toBe('accept')
        expect([RUN_ONCE, SAME_AGAIN, TOOL_AGAIN, AS_WRITTEN]).toContain(given.content.decision)
        expect(afterMs).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: 500 },
    )
  })
})
