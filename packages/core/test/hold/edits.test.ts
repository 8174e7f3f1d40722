import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckedEdit } from '../../src/hold/edit.ts'
import { approvedArguments, approvedDigest } from '../../src/hold/edit.ts'
import { isTerminal } from '../../src/hold/hold.ts'
import type { Hold } from '../../src/hold/hold.ts'
import type { HoldEvent } from '../../src/hold/hold-event.ts'
import { approvalsOf, decisiveVerdict } from '../../src/hold/quorum.ts'
import { transition } from '../../src/hold/transition.ts'
import { toApprovalView } from '../../src/hold/approval-view.ts'
import type { Ruling } from '../../src/policy/ruling.ts'
import { buildEditPreview } from '../../src/preview/preview-edit.ts'
import {
  ALL_STATES,
  CREATED_AT,
  holdIn,
  OWNER,
  sampleHold,
  sampleRuling,
  sampleVerdict,
  sha256,
} from '@holdpoint/testing'

const PEOPLE = ['ben', 'cleo', 'dan']

function editTo(argumentsText: string, ruling: Partial<Ruling> = {}, hold: Hold = sampleHold()): CheckedEdit {
  const rules = sampleRuling(ruling)
  return {
    argumentsText,
    digest: sha256(argumentsText),
    ruling: rules,
    policyHash: 'policy-2',
    preview: buildEditPreview({ hold, argumentsText, ruling: rules, by: 'ben', sha256 }),
  }
}

function say(hold: Hold, by: string, more: { readonly edit?: CheckedEdit; readonly shown?: string } = {}): Hold {
  const said = transition(hold, { type: 'verdict', verdict: sampleVerdict('approve', { by }), ...more })
  if (!said.ok) throw new Error(`${said.refusal.code}: ${said.refusal.message}`)
  return said.hold
}

function refusalOf(hold: Hold, by: string, more: { readonly edit?: CheckedEdit; readonly shown?: string }): string {
  const said = transition(hold, { type: 'verdict', verdict: sampleVerdict('approve', { by }), ...more })
  return said.ok ? 'accepted' : said.refusal.code
}

describe('approving with edits', () => {
  test('keeps what was requested, and shows and sends what was approved', () => {
    const edit = editTo('{"id": "c_18", "times":1.0}')
    const approved = say(sampleHold(), 'ben', { edit })
    expect(approved).toMatchObject({ state: 'approved', key: 'key-1', call: { argumentsText: '{"id":"c_17"}' } })
    expect(approvedArguments(approved)).toBe('{"id": "c_18", "times":1.0}')
    expect(approved.edit).toEqual({
      argumentsText: edit.argumentsText,
      digest: edit.digest,
      by: 'ben',
      at: CREATED_AT + 1,
    })
    expect(decisiveVerdict(approved)).toMatchObject({ by: 'ben', edits: edit.argumentsText })
    expect(JSON.stringify(approved.preview.arguments)).toContain('c_18')
    expect(approved.preview.warnings[0]).toBe(
      'Approved with changes by ben: id: "c_17" → "c_18"; times: (nothing) → 1.0',
    )
    expect(toApprovalView(approved)).toMatchObject({
      arguments: { id: 'c_17' },
      digest: 'digest-1',
      edit: {
        requested: { id: 'c_17' },
        approved: { id: 'c_18', times: 1 },
        digest: edit.digest,
        by: 'ben',
        difference: [
          { path: 'id', requested: '"c_17"', approved: '"c_18"' },
          { path: 'times', requested: null, approved: '1.0' },
        ],
      },
    })
  })

  test('[X11.E5] what the difference marks is marked once, and a mark typed by the agent is told from a real one', () => {
    const requested = { note: { a: 1 }, name: '⟦U+202E⟧', other: 'a\u202eb' }
    const hold = sampleHold({ call: { argumentsText: JSON.stringify(requested, null, 1) } })
    const edit = editTo('{"note":0,"name":"a","other":"b"}', {}, hold)
    expect(edit.preview.warnings[0]).toBe(
      'Approved with changes by ben: note: {⟦U+000A⟧  "a": 1⟦U+000A⟧ } → 0; name: "⟦U+27E6⟧U+202E⟧" → "a"; ' +
        'other: "a⟦U+202E⟧b" → "b"',
    )
  })

  test('resets the quorum: earlier approvals are void, this one is the first', () => {
    const hold = sampleHold({ ruling: { quorum: 2, assurance: 'identified' } })
    const once = say(hold, 'cleo')
    const edited = say(once, 'ben', { edit: editTo('{"id":"c_18"}', { quorum: 2, assurance: 'identified' }) })
    expect(edited.state).toBe('pending')
    expect(approvalsOf(edited).map(({ by }) => by)).toEqual(['ben'])
    expect(edited.verdicts).toHaveLength(2)
    const again = say(edited, 'cleo', { shown: approvedDigest(edited) })
    expect(again).toMatchObject({ state: 'approved', edit: { argumentsText: '{"id":"c_18"}' } })
  })

  test('a person who looked at the older arguments approves nothing', () => {
    const rules = { quorum: 2, assurance: 'identified' } as const
    const edited = say(sampleHold({ ruling: rules }), 'ben', { edit: editTo('{"id":"c_18"}', rules) })
    expect(refusalOf(edited, 'cleo', {})).toBe('CONFLICT')
    expect(refusalOf(edited, 'cleo', { shown: 'digest-1' })).toBe('CONFLICT')
    expect(say(edited, 'cleo', { edit: editTo('{"id":"c_18"}', rules) }).state).toBe('approved')
  })

  test('a surface that showed another call approves nothing', () => {
    expect(refusalOf(sampleHold(), 'ben', { shown: 'of-another-call' })).toBe('CONFLICT')
    expect(say(sampleHold(), 'ben', { shown: approvedDigest(sampleHold()) }).state).toBe('approved')
  })

  test('the demands are those of the edited call', () => {
    const edit = (ruling: Partial<Ruling>): CheckedEdit => editTo('{"id":"c_18"}', ruling)
    expect(refusalOf(sampleHold(), 'ben', { edit: edit({ answer: 'deny' }) })).toBe('EDIT_DENIED')
    expect(refusalOf(sampleHold(), 'ben', { edit: edit({ assurance: 'strong' }) })).toBe('INSUFFICIENT_ASSURANCE')
    expect(refusalOf(sampleHold(), 'ben', { edit: edit({ approvers: ['cleo'] }) })).toBe('NOT_AN_APPROVER')
    expect(refusalOf(sampleHold(), 'ben', { edit: edit({ rails: ['channel'] }) })).toBe('WRONG_RAIL')
    expect(say(sampleHold(), 'ben', { edit: edit({ quorum: 2, assurance: 'identified' }) }).state).toBe('pending')
    const strict = sampleHold({ ruling: { quorum: 3, assurance: 'identified', approvers: ['cleo'] } })
    expect(say(strict, 'ben', { edit: edit({ executeWithinMs: 7 }) })).toMatchObject({
      state: 'approved',
      executeBy: CREATED_AT + 8,
      policyHash: 'policy-2',
    })
  })

  test('an edit that changes nothing is an approval; the same edit again is a receipt, another one a conflict', () => {
    const plain = say(sampleHold(), 'ben', { edit: { ...editTo('{"id":"c_17"}'), digest: 'digest-1' } })
    expect(plain).toMatchObject({ state: 'approved', edit: null, verdicts: [{ edits: null }] })
    const approved = say(sampleHold(), 'ben', { edit: editTo('{"id":"c_18"}') })
    expect(refusalOf(approved, 'ben', { edit: editTo('{"id":"c_18"}') })).toBe('ALREADY_SAID')
    expect(refusalOf(approved, 'ben', {})).toBe('ALREADY_SAID')
    expect(refusalOf(approved, 'ben', { edit: editTo('{"id":"c_19"}') })).toBe('CONFLICT')
    expect(refusalOf(approved, 'cleo', { edit: editTo('{"id":"c_18"}') })).toBe('CONFLICT')
  })

  test.each(ALL_STATES.filter((state) => state !== 'pending'))('[S2] a hold that is %s takes no edit', (state) => {
    const hold = holdIn(state)
    expect(refusalOf(hold, 'dan', { edit: editTo('{"id":"c_18"}') })).not.toBe('accepted')
  })
})

interface Vote {
  readonly by: string
  readonly answer: 'approve' | 'decline'
  readonly to: string | null
  readonly looks: boolean
}

const vote: fc.Arbitrary<Vote> = fc.record({
  by: fc.constantFrom(...PEOPLE),
  answer: fc.constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'decline' as const),
  to: fc.constantFrom(null, null, '{"id":"c_17"}', '{"id":"c_18"}', '{"id":"c_19"}'),
  looks: fc.boolean(),
})

function toEvent(hold: Hold, { by, answer, to, looks }: Vote): HoldEvent {
  const quorum = hold.ruling.quorum
  return {
    type: 'verdict',
    verdict: sampleVerdict(answer, { by }),
    ...(to === null ? {} : { edit: editTo(to, { quorum, assurance: 'identified' }, hold) }),
    ...(looks ? { shown: approvedDigest(hold) } : {}),
  }
}

describe('whatever people say, in whatever order', () => {
  test('what is approved is what each of the quorum saw or wrote, and the request stays', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3), fc.array(vote, { maxLength: 12 }), (quorum, votes) => {
        const call = { digest: sha256('{"id":"c_17"}') }
        let hold = sampleHold({ call, ruling: { quorum, assurance: 'identified' } })
        const agreed = new Map<string, string>()
        for (const one of votes) {
          const before = hold
          const moved = transition(hold, toEvent(hold, one))
          if (!moved.ok) continue
          hold = moved.hold
          expect(isTerminal(before.state) || before.state !== 'pending').toBe(false)
          expect(hold.revision).toBe(before.revision + 1)
          if (one.answer === 'approve') {
            // Without an edit of their own they either looked, or nobody had changed anything.
            if (one.to === null && !one.looks) expect(before.edit).toBeNull()
            agreed.set(one.by, approvedArguments(hold))
          }
        }
        expect(hold.call.argumentsText).toBe('{"id":"c_17"}')
        expect(hold.key).toBe('key-1')
        if (hold.state !== 'approved') return
        const together = PEOPLE.filter((by) => agreed.get(by) === approvedArguments(hold))
        expect(together.length).toBeGreaterThanOrEqual(quorum)
        expect(approvalsOf(hold).length).toBeGreaterThanOrEqual(quorum)
      }),
      { numRuns: 3000 },
    )
  })

  test('terminal states stay terminal, edits or not', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL_STATES.filter(isTerminal)),
        fc.array(vote, { maxLength: 6 }),
        (state, votes) => {
          const hold = holdIn(state)
          for (const one of votes) expect(transition(hold, toEvent(hold, one)).ok).toBe(false)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('an edited hold is claimed and concluded like any other', () => {
    const approved = say(sampleHold(), 'ben', { edit: editTo('{"id":"c_18"}') })
    const claimed = transition(approved, { type: 'claim', at: CREATED_AT + 5, attempt: 'a', by: OWNER })
    expect(claimed).toMatchObject({
      ok: true,
      hold: { state: 'dispatching', edit: { argumentsText: '{"id":"c_18"}' } },
    })
  })
})
