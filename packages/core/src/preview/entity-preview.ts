/**
 * What the thing looks like that a call is about, as a read tool of the same server gave it. Only approvers see it.
 * Every text is made visible here; long values are cut and say how long they are. The hash covers the whole entity,
 * also what is not shown.
 */
import type { Call } from '../call/call.ts'
import { describeEntityEffect, describeEntityTitles } from '../description/describe-titles.ts'
import type { Titles } from '../description/titles.ts'
import { valueInWords } from '../description/value-in-words.ts'
import { canonicalize } from '../json/canonical.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { Sha256 } from '../json/sha256.ts'
import type { CompiledPreview, RecipeFacts } from '../policy/compiled-recipe.ts'
import { toPlainText } from '../policy/recipe-value.ts'
import { clipVisible } from './clip-visible.ts'
import { showHiddenCharacters, showInOneLine } from './visible-text.ts'
import { say } from '../sentence/say.ts'

export interface EntityPreview {
  /** A plain question or statement, without any mark of danger: each surface has its own. */
  readonly title: string
  /** The same in every language, where it is ours. */
  readonly titles?: Titles
  /** What the call does to it, in a sentence of ours that says more than the preview's own. */
  readonly effect?: string
  readonly fields: readonly EntityField[]
  readonly impact: readonly EntityImpact[]
  /** The tool that gave it. */
  readonly source: string
  /** SHA-256 over the JCS form of the whole entity. */
  readonly hash: string
  /** Every field at the top in short, so that a later difference can be described. */
  readonly seen: readonly EntityFact[]
  /** The text that stands there now, where the call brings another. Absent: nothing to compare. */
  readonly compared?: ComparedText
}

export interface ComparedText {
  /** The argument that takes its place, or whose items replace parts of it. */
  readonly argument: string
  readonly how: 'whole' | 'edits'
  /** `null`: nothing is there yet. */
  readonly before: string | null
}

export interface EntityField {
  readonly label: string
  readonly before: string
  /** What the call would make of it; `null`: it stays. */
  readonly after: string | null
}

export interface EntityImpact {
  readonly label: string
  readonly value: string
}

export interface EntityFact {
  readonly name: string
  readonly text: string
}

export interface EntityPreviewInput {
  readonly call: Pick<Call, 'tool' | 'server' | 'argumentsText' | 'arguments'>
  readonly recipe: Pick<CompiledPreview, 'title' | 'show' | 'impact'> & Partial<Pick<CompiledPreview, 'compare'>>
  readonly source: string
  readonly entity: JsonValue
  readonly sha256: Sha256
}

const TITLE_LENGTH = 200
const LABEL_LENGTH = 48
const VALUE_LENGTH = 300
const FACT_LENGTH = 120
const MOST_FACTS = 100
const MOST_FIELDS = 60

export function buildEntityPreview(input: EntityPreviewInput): EntityPreview {
  const { call, recipe, entity } = input
  const facts: RecipeFacts = { args: call.arguments, entity, result: null }
  const compared = comparedText(input, facts)
  const titles = recipeTitle(recipe, facts) === null ? describeEntityTitles(call, compared) : null
  const effect = describeEntityEffect(call, compared)
  return {
    title: recipeTitle(recipe, facts) ?? titles?.en ?? '',
    ...(titles === null ? {} : { titles }),
    ...(effect === null ? {} : { effect }),
    fields: fieldsOf(input),
    impact: recipe.impact.map(({ label, value }) => ({ label: labelOf(label), value: impactOf(value, facts) })),
    source: showInOneLine(input.source),
    hash: input.sha256(canonicalize(entity)),
    seen: factsOf(entity),
    ...(compared === null ? {} : { compared }),
  }
}

/** What is longer is not compared: a person who is asked would not read it either. */
const LONGEST_COMPARED = 100_000

function comparedText({ recipe, entity }: EntityPreviewInput, facts: RecipeFacts): ComparedText | null {
  const { compare = null } = recipe
  if (compare === null) return null
  const about = { argument: compare.argument, how: compare.how }
  if (entity === null) return { ...about, before: null }
  const now = compare.now(facts)
  return typeof now === 'string' && now.length <= LONGEST_COMPARED
    ? { ...about, before: showHiddenCharacters(now).text }
    : null
}

/**
 * The same entity under other arguments, once a person has changed them: what would become of it is described anew. The
 * hash stays, so that the look before the dispatch still compares with what was read.
 */
export function withEditedArguments(entity: EntityPreview, sent: JsonObject): EntityPreview {
  const values = new Map(Object.entries(sent).map(([name, value]) => [labelOf(name), value]))
  const labels = new Set(entity.fields.map(({ label }) => label))
  const fields = entity.fields.map(({ label, before }): EntityField => {
    const value = values.get(label)
    const after = value === undefined ? before : spell(value)
    return { label, before, after: after === before ? null : after }
  })
  const others = entity.seen.flatMap(({ name, text }): EntityField[] => {
    const value = values.get(name)
    if (value === undefined || labels.has(name) || shorten(value) === text) return []
    return [{ label: name, before: text, after: spell(value) }]
  })
  // What the agent would have changed and the person does not is no longer news.
  const shown = fields.filter(({ after }, index) => after !== null || entity.fields[index]?.after === null)
  return { ...entity, fields: [...shown, ...others].slice(0, MOST_FIELDS) }
}

/** `null`: the recipe has no title of its own, or one that cannot be written: it must not hide the rest of what was read. */
function recipeTitle(recipe: EntityPreviewInput['recipe'], facts: RecipeFacts): string | null {
  try {
    const title = recipe.title?.(facts) ?? ''
    return title.trim() === '' ? null : clip(showInOneLine(title), TITLE_LENGTH)
  } catch {
    return null
  }
}

function impactOf(value: (facts: RecipeFacts) => unknown, facts: RecipeFacts): string {
  try {
    return clip(showInOneLine(toPlainText(value(facts))), VALUE_LENGTH)
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return say('cannotBeKnown', { error: clip(showInOneLine(why), FACT_LENGTH) })
  }
}

/** What the recipe names, then every other field that an argument of the same name would change. */
function fieldsOf({ call, recipe, entity }: EntityPreviewInput): readonly EntityField[] {
  const sent = call.arguments
  const shown = recipe.show.map((path): EntityField => {
    const value = valueAt(entity, path)
    const before = value === undefined ? say('notThere') : spell(value)
    const changes = Object.hasOwn(sent, path) && differ(value, sent[path])
    return { label: labelOf(path), before, after: changes ? spell(sent[path] ?? null) : null }
  })
  // A text that is compared is drawn as a difference, in its own place.
  const drawn = [...recipe.show, recipe.compare?.argument]
  const others = Object.keys(sent)
    .filter((name) => !drawn.includes(name) && isJsonObject(entity) && Object.hasOwn(entity, name))
    .flatMap((name): EntityField[] => {
      const before = isJsonObject(entity) ? entity[name] : undefined
      if (!differ(before, sent[name])) return []
      return [{ label: labelOf(name), before: spell(before ?? null), after: spell(sent[name] ?? null) }]
    })
  return [...shown, ...others].slice(0, MOST_FIELDS)
}

function differ(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === undefined || other === undefined) return one !== other
  return canonicalize(one) !== canonicalize(other)
}

/** By its own name first: a field may have a dot in it. */
function valueAt(entity: JsonValue, path: string): JsonValue | undefined {
  if (isJsonObject(entity) && Object.hasOwn(entity, path)) return entity[path]
  let value: JsonValue | undefined = entity
  for (const name of path.split('.')) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

function factsOf(entity: JsonValue): readonly EntityFact[] {
  if (!isJsonObject(entity)) return [{ name: '(all)', text: shorten(entity) }]
  return Object.keys(entity)
    .slice(0, MOST_FACTS)
    .map((name) => ({ name: labelOf(name), text: shorten(entity[name] ?? null) }))
}

function shorten(value: JsonValue): string {
  return clip(showInOneLine(JSON.stringify(value)), FACT_LENGTH)
}

/** Text stands in quotes, so that the word null differs from a missing value. */
function spell(value: JsonValue): string {
  if (Array.isArray(value) && value.length === 0) return say('emptyList')
  if (typeof value !== 'string') return clip(valueInWords(value) ?? showInOneLine(JSON.stringify(value)), VALUE_LENGTH)
  const text = showInOneLine(value)
  return value.length > VALUE_LENGTH ? `"${clipVisible(text, VALUE_LENGTH)}" (${value.length} characters)` : `"${text}"`
}

function labelOf(name: string): string {
  return clipVisible(showInOneLine(name), LABEL_LENGTH)
}

function clip(text: string, length: number): string {
  return text.length > length ? `${clipVisible(text, length)} (${text.length} characters)` : text
}
