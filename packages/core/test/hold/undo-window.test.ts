import { describe, expect, test } from 'vitest'
import { undoWindowOf } from '../../src/hold/undo-window.ts'
import type { Rail } from '../../src/policy/ruling.ts'

const RAILS: readonly Rail[] = ['elicitation', 'card', 'url', 'channel', 'page', 'terminal', 'api']
const UNSET = { undoWindowMs: null, irreversible: true }

describe('[H10] how long a yes can be taken back', () => {
  test.each(RAILS)('where the policy sets nothing, for a call that cannot be undone: by %s', (via) => {
    expect(undoWindowOf(UNSET, { via })).toBe(via === 'page' ? 5000 : 0)
  })

  test.each(['terminal', 'api'] as const)('a press in the inbox of a terminal, by %s, is taken back there', (via) => {
    expect(undoWindowOf(UNSET, { via, inbox: true })).toBe(5000)
  })

  test.each(RAILS)('what can be undone runs at once: by %s', (via) => {
    expect(undoWindowOf({ undoWindowMs: null, irreversible: false }, { via, inbox: true })).toBe(0)
  })

  test.each([0, 1, 60_000])('what the policy sets counts for every yes: %i ms', (undoWindowMs) => {
    for (const via of RAILS) {
      for (const irreversible of [true, false]) {
        expect(undoWindowOf({ undoWindowMs, irreversible }, { via, inbox: true })).toBe(undoWindowMs)
        expect(undoWindowOf({ undoWindowMs, irreversible }, { via })).toBe(undoWindowMs)
      }
    }
  })
})
