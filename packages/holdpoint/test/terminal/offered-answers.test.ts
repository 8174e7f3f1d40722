/** Card, page, terminal inbox and the terminal of a service offer the same standing answers to the same word. */
import { fromApproval, present } from '@holdpoint/card/presentation'
import { answersFor } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { sampleHold } from '@holdpoint/testing'
import { cardChoices } from '../../../gateway/src/rails/card/card-meta.ts'
import { decisionField } from '../../../gateway/src/rails/elicitation/form-choices.ts'
import { offersOf } from '../../src/cli/inbox/terminal-standing.ts'
import { toApprovalDetail } from '../../src/http/routes/shown-approval.ts'
import { firstAnswers, offeredArguments, offeredLengths } from '../../src/terminal/inbox/offered.ts'

const HOLDS: readonly (readonly [string, Hold])[] = [
  ['a plain call', sampleHold({ call: { tool: 'update_contact', argumentsText: '{"id":1}' } })],
  ['a call without arguments', sampleHold({ call: { tool: 'update_contact', argumentsText: '{}' } })],
  ['a command', sampleHold({ call: { tool: 'run_command', argumentsText: '{"command":"ls"}' } })],
  ['what cannot be undone', sampleHold({ ruling: { irreversible: true, grantable: false } })],
  ['what two have to approve', sampleHold({ ruling: { quorum: 2 } })],
  ['an offer to take a call back', sampleHold({ undoOf: 'hold-0', ruling: { grantable: false } })],
  ['a call in a scope', sampleHold({ ruling: { scope: 'folder "/srv"', risk: 'medium' } })],
]

describe.each(HOLDS)('[X12.2] %s', (_what, hold) => {
  const host = answersFor(hold, { assurance: 'host' })
  const identified = answersFor(hold, { assurance: 'identified' })

  test('on a card', () => {
    expect(cardChoices(hold)).toMatchObject({
      grant_arguments: host.allow.arguments,
      grant_lengths: host.deny.lengths,
      denial_arguments: host.deny.arguments,
    })
  })

  test('on the page', () => {
    const approval = toApprovalDetail(hold, { role: 'admin' }, { reaches: () => true } as never)
    const invocation = fromApproval(approval, { trust: 'unknown', state: null })
    const { sections } = present(invocation, hold.createdAt, 'en')
    const question = sections.find((section) => section.kind === 'question')
    expect(question).toMatchObject({
      choices: identified.choices.map(({ name }) => ({ name })),
      grants: identified.allow.arguments,
      denials: identified.deny.arguments,
      lengths: identified.deny.lengths,
    })
  })

  test.each(['host', 'identified'] as const)('in the terminal inbox, by the word %s', (assurance) => {
    const answers = answersFor(hold, { assurance })
    for (const [answer, offer] of [['approve', answers.allow] as const, ['decline', answers.deny] as const]) {
      const asked = { hold, answer, assurance }
      expect(offeredLengths(asked).map(({ value }) => value)).toEqual(offer.lengths)
      expect(offeredArguments(asked).map(({ value }) => value)).toEqual(
        offer.arguments.filter((each) => each !== 'where'),
      )
    }
    expect(firstAnswers(hold).map(({ value }) => value)).toEqual(answers.choices)
  })

  test('at the terminal of a service, and in a form', () => {
    const { allow, deny, scope } = offersOf(hold)
    expect(allow.includes('same session')).toBe(host.allow.arguments.includes('same'))
    expect(allow.includes('session')).toBe(host.allow.arguments.includes('any'))
    expect(deny.includes('30m')).toBe(host.deny.arguments.includes('any'))
    expect(scope).toBe(host.choices.find(({ name }) => name === 'scope')?.words ?? null)
    const form = decisionField(hold, { showsWhole: true, fields: 'all', commas: true }, '')
    expect(form['enum']).toEqual(host.choices.map(({ words }) => words))
  })
})
