/**
 * Whether edited arguments are still about what was shown, and possible for it. What a person was shown of the thing
 * was read for the requested arguments: an edit that leads elsewhere would be approved unseen. It reads nothing itself,
 * so a condition is judged here only where all of the thing is known from what was shown; the gateway judges it in any
 * case, right before the call is sent.
 */
import { canonicalize, isJsonObject, readStrict, say, showHiddenCharacters } from '@holdpoint/core'
import type { EntityPreview, Hold, JsonObject, JsonValue, Sha256 } from '@holdpoint/core'
import type { CompiledPreview, RecipeFacts } from '@holdpoint/core/policy'

export interface EditedEntity {
  readonly hold: Hold
  /** The edited arguments. */
  readonly sent: JsonObject
  readonly sha256: Sha256
}

/** A sentence for the person who edits; `null`: nothing speaks against it. */
export function checkEditedEntity(recipe: CompiledPreview, { hold, sent, sha256 }: EditedEntity): string | null {
  const { entity = null } = hold.preview
  // Nothing was shown, and the question said so.
  if (entity === null) return null
  const requested = requestedOf(hold)
  if (requested !== null && canonicalize(requested) === canonicalize(sent)) return null
  if (recipe.source.kind === 'dry-run') return say('editOfDryRun')
  if (requested === null || readFor(recipe.source, requested) !== readFor(recipe.source, sent)) {
    return say('editElsewhere')
  }
  const whole = rebuild(entity, sha256)
  return whole === undefined ? null : judge(recipe, { args: sent, entity: whole, result: null })
}

function judge({ notFound, refuse }: CompiledPreview, facts: RecipeFacts): string | null {
  if (isTrue(() => notFound?.(facts))) return say('editWithoutObject')
  if (!isTrue(() => refuse?.when(facts))) return null
  const reason = reasonOf(() => refuse?.reason(facts))
  return say('editNotPossible', {
    reason: reason === null ? say('itsStateForbids') : showHiddenCharacters(reason).text,
  })
}

/** A reason that cannot be written is no permission. */
function reasonOf(write: () => string | undefined): string | null {
  try {
    return write() ?? null
  } catch {
    return null
  }
}

/** What the recipe would read for these arguments; arguments for which it could read nothing are like no others. */
function readFor(source: CompiledPreview['source'] & { readonly kind: 'read' }, args: JsonObject): string | symbol {
  try {
    return canonicalize(source.with({ args, entity: null, result: null }))
  } catch {
    return Symbol('unreadable')
  }
}

/** The thing as it was read, from the short form of its fields; `undefined` where that does not tell all of it. */
function rebuild({ seen, hash }: EntityPreview, sha256: Sha256): JsonValue | undefined {
  const members: (readonly [string, JsonValue])[] = []
  for (const { name, text } of seen) {
    const reading = readStrict(text)
    if (!reading.ok) return undefined
    members.push([name, reading.value])
  }
  const entity: JsonValue = Object.fromEntries(members)
  return sha256(canonicalize(entity)) === hash ? entity : undefined
}

function isTrue(ask: () => unknown): boolean {
  try {
    return ask() === true
  } catch {
    return false
  }
}

function requestedOf(hold: Hold): JsonObject | null {
  const reading = readStrict(hold.call.argumentsText)
  return reading.ok && isJsonObject(reading.value) ? reading.value : null
}
