/**
 * An edit beside what a recipe has shown: about the same thing, and possible for it, as far as that can be told from
 * here.
 */
import { buildEntityPreview } from '@holdpoint/core'
import type { Hold, JsonObject, JsonValue } from '@holdpoint/core'
import type { CompiledPreview, PreviewRecipe } from '@holdpoint/core/policy'
import { describe, expect, test } from 'vitest'
import { sampleHold, sha256 } from '@holdpoint/testing'
import { checkEditedEntity } from '../../src/edits/edited-entity.ts'
import { recipePolicy } from '../recipes/recipe-policy.ts'

const CONTENT = { title: null, show: ['paid'], impact: {}, refuse: null, notFound: null }
const READ: PreviewRecipe = { ...CONTENT, kind: 'read', call: 'get_payment', with: { id: 'args.id' } }

function recipeOf(recipe: PreviewRecipe): CompiledPreview {
  const { preview } = recipePolicy('refund', recipe).recipesFor(
    { name: 'crm', identity: 'i', display: 'npx crm', transport: 'stdio' },
    'refund',
  )
  if (preview === null) throw new Error('The recipe was lost.')
  return preview
}

const REQUESTED: JsonObject = { id: 'p1', amount: 50 }

function shown(recipe: CompiledPreview, entity: JsonValue | null, requested = REQUESTED): Hold {
  const hold = sampleHold()
  const call = { ...hold.call, argumentsText: JSON.stringify(requested), arguments: requested }
  const preview = entity === null ? null : buildEntityPreview({ call, recipe, source: 'get_payment', entity, sha256 })
  return { ...hold, call, preview: { ...hold.preview, entity: preview } }
}

function check(
  recipe: PreviewRecipe,
  entity: JsonValue | null,
  sent: JsonObject,
  requested = REQUESTED,
): string | null {
  const compiled = recipeOf(recipe)
  return checkEditedEntity(compiled, { hold: shown(compiled, entity, requested), sent, sha256 })
}

const REFUSE = { when: 'args.amount > entity.paid', reason: 'Only ${entity.paid} was paid.' }

describe('an edit beside what is shown', () => {
  test('of what the recipe does not look at is left to the rest of the check', () => {
    expect(check(READ, { paid: 100 }, { id: 'p1', amount: 60 })).toBeNull()
    expect(check(READ, { paid: 100 }, { amount: 60, id: 'p1', note: 'x' })).toBeNull()
  })

  test('to another thing is refused', () => {
    expect(check(READ, { paid: 100 }, { id: 'p2', amount: 50 })).toMatch(/about something else/)
    expect(check(READ, { paid: 100 }, { amount: 50 })).toMatch(/about something else/)
  })

  test('of a dry run is refused: nobody has tried the edited one', () => {
    const dry: PreviewRecipe = { ...CONTENT, kind: 'dry-run', parameter: 'dry_run' }
    expect(check(dry, { paid: 100 }, { id: 'p1', amount: 51 })).toMatch(/dry run of the requested/)
    expect(check(dry, { paid: 100 }, { amount: 50, id: 'p1' })).toBeNull()
  })

  test('where nothing could be shown is free: whoever decides was told', () => {
    expect(check(READ, null, { id: 'p2', amount: 50 })).toBeNull()
  })
})

describe('[S5] an edit into what the recipe forbids', () => {
  test('is refused with its reason', () => {
    expect(check({ ...READ, refuse: REFUSE }, { paid: 100 }, { id: 'p1', amount: 101 })).toBe(
      'The edited arguments are not possible: Only 100 was paid.',
    )
    expect(check({ ...READ, refuse: REFUSE }, { paid: 100 }, { id: 'p1', amount: 100 })).toBeNull()
  })

  test('is refused also where the reason cannot be written', () => {
    const refuse = { ...REFUSE, reason: '${entity.nothing}' }
    expect(check({ ...READ, refuse }, { paid: 100 }, { id: 'p1', amount: 101 })).toContain('Its state forbids it.')
  })

  test('is refused where the recipe says that there is nothing to act on', () => {
    const recipe = { ...READ, notFound: 'args.amount == 0.0' }
    expect(check(recipe, { paid: 100 }, { id: 'p1', amount: 0 })).toMatch(/nothing for the edited arguments/)
  })

  test.each<[string, JsonValue]>([
    ['a long value', { paid: 100, note: 'x'.repeat(500) }],
    ['a hidden character', { paid: 100, note: 'a\u200bb' }],
    ['a list', [{ paid: 100 }]],
  ])('is left to the gateway where what was shown does not tell all of it: %s', (_name, entity) => {
    const refuse = { when: '!has(entity.note)', reason: 'x' }
    expect(check({ ...READ, refuse }, entity, { id: 'p1', amount: 60 })).toBeNull()
  })

  test('is left to the gateway where the condition cannot be evaluated', () => {
    const refuse = { when: 'args.other > 1', reason: 'x' }
    expect(check({ ...READ, refuse }, { paid: 100 }, { id: 'p1', amount: 60 })).toBeNull()
  })
})
