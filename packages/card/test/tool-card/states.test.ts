/**
 * What the card says of a hold in each of its states: what every surface says, and never that it waits once decided.
 */
import type { ApprovalView, Hold } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { hold, samples } from '../../../../docs/showcase/samples.js'
import { fromApproval, present, sectionOf } from '../../src/presentation/index.ts'
import { visitCards } from './card-visit.ts'

const visit = visitCards()

const STATES: readonly (readonly [Hold['state'], RegExp])[] = [
  ['pending', /^⏳ Waiting$/],
  ['approved', /^⏳ Approved$/],
  ['dispatching', /^⚙ Running…/],
  ['declined', /^⊘ Declined$/],
  ['cancelled', /^⊘ Cancelled$/],
  ['expired', /^⊘ Expired$/],
]

test.each(STATES)('[X11.E4] %s: the badge says what the list says', async (state, badge) => {
  const { server } = samples().question
  const given = fromApproval({ ...(hold({ state }) as unknown as ApprovalView) }, server)
  await visit.show({ ...given, id: state })
  expect(await visit.badge()).toMatch(badge)
  const { badge: presented } = present(given, Date.now(), 'en')
  expect(await visit.badge()).toContain(presented.text)
})

test('[X11.E4] a claim that came later is not called none', () => {
  const asked = (later: readonly (string | null)[]): string => {
    const later_rationales = later.map((rationale) => ({ rationale }))
    const { preview, ...rest } = hold({ rationale: null, later_rationales })
    const question = {
      ...samples().question,
      hold: { ...rest, ...(preview && { preview: { ...preview, rationale: null } }) },
    }
    return sectionOf(present(question, Date.now(), 'en'), 'question')?.claim?.text ?? ''
  }
  expect(asked([])).toBe('The agent gave no reason.')
  expect(asked([null])).toBe('The agent gave no reason.')
  expect(asked([null, 'the order was cancelled'])).toBe('None at first; one came when it asked again.')
})
