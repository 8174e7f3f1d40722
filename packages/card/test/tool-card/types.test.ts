/** What TypeScript knows of the element's events; checked with the types of the tests. */
import type { GrantRequest } from '@holdpoint/core'
import { expectTypeOf, test } from 'vitest'
import type { HoldVerdictDetail, ToolCard, ToolCopyDetail, ToolOpenDetail, ToolRetryDetail } from '../../src/index.ts'

declare const card: ToolCard

/** Never run: there is no element here. */
function listen(): void {
  card.addEventListener('hold-verdict', ({ detail }) => {
    expectTypeOf(detail).toEqualTypeOf<HoldVerdictDetail>()
    expectTypeOf(detail.grant).toEqualTypeOf<GrantRequest | null>()
  })
  card.addEventListener('tool-retry', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<ToolRetryDetail>())
  card.addEventListener('tool-copy', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<ToolCopyDetail>())
  card.addEventListener('tool-open', (event) => {
    event.preventDefault()
    expectTypeOf(event.detail).toEqualTypeOf<ToolOpenDetail>()
  })
  // Those of every element, and those of a host's own, are as they were.
  card.addEventListener('click', (event) => expectTypeOf(event).toEqualTypeOf<HTMLElementEventMap['click']>())
  card.addEventListener('elsewhere', (event) => expectTypeOf(event).toEqualTypeOf<Event>())
  const answer = ({ detail }: CustomEvent<HoldVerdictDetail>): void => void detail.answer
  card.addEventListener('hold-verdict', answer, { once: true })
  card.removeEventListener('hold-verdict', answer)
  expectTypeOf<HTMLElementTagNameMap['tool-card']>().toEqualTypeOf<ToolCard>()
  // @ts-expect-error -- no such member
  card.addEventListener('hold-verdict', ({ detail }) => detail.verdict)
}

test('the type of a listener says what its event carries', () => {
  expectTypeOf(listen).toBeFunction()
})
