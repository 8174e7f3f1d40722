/** What became different between two looks at an entity, in words for people. It never says that nothing changed. */
import type { EntityFact, EntityPreview } from './entity-preview.ts'
import { say } from '../sentence/say.ts'

const MOST_DIFFERENCES = 12

/** `price_cents: 9900 → 8900; note: null → "sold"`. */
export function describeEntityChange(
  shown: Pick<EntityPreview, 'seen' | 'source'>,
  now: Pick<EntityPreview, 'seen' | 'source'>,
): string {
  const differences = compareFacts(shown.seen, now.seen)
  if (shown.source !== now.source) differences.unshift(`read by: ${shown.source} → ${now.source}`)
  if (differences.length === 0) return say('tooLongToTell')
  const listed = differences.slice(0, MOST_DIFFERENCES)
  const left = differences.length - listed.length
  return `${listed.join('; ')}${left > 0 ? `; and ${left} more` : ''}`
}

function compareFacts(shown: readonly EntityFact[], now: readonly EntityFact[]): string[] {
  const before = new Map(shown.map(({ name, text }) => [name, text]))
  const after = new Map(now.map(({ name, text }) => [name, text]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const one = before.get(name) ?? say('notThere')
    const other = after.get(name) ?? say('notThere')
    return one === other ? [] : [`${name}: ${one} → ${other}`]
  })
}
