/**
 * The titles of a call, and what it does that a person cares about: by what its pack knows of the tool, else by the tool's own
 * name and arguments. A pack's words that do not fit the arguments of this very call are passed over.
 */
import type { Call } from '../call/call.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ComparedText } from '../preview/entity-preview.ts'
import { effectWords } from './effect.ts'
import type { Effect } from './effect.ts'
import { genericTitles } from './generic-title.ts'
import { wordsOfTool } from './pack-words.ts'
import { fillTitles } from './title-template.ts'
import { lineCount } from './title-values.ts'
import type { Titles } from './titles.ts'
import { deedOf } from './tool-deed.ts'

type Described = Pick<Call, 'tool' | 'server' | 'argumentsText'>

export interface CallWords {
  readonly titles: Titles
  /** A sentence of ours; `null`: nothing is known. */
  readonly effect: string | null
}

export function describeTitles(call: Described): CallWords {
  const args = JSON.parse(call.argumentsText) as JsonObject
  const words = wordsOfTool(call.server, call.tool)
  const titles = (words === null ? null : fillTitles(words.title, args)) ?? genericTitles(call.tool, args)
  const effect: Effect | null = words === null ? deedOf(call.tool).effect : (words.effect ?? null)
  return { titles, effect: effect === null ? null : effectWords(effect) }
}

/** The same once it was read what stands there: "Overwrite report.md (8 → 12 lines)". For those alone who may read that. */
export function describeEntityTitles(call: Described, compared: ComparedText | null): Titles {
  const args = JSON.parse(call.argumentsText) as JsonObject
  const words = wordsOfTool(call.server, call.tool)
  const template = compared?.before === null ? words?.titleWhenNew : words?.titleWhenThere
  const titles = template === undefined ? null : fillTitles(template, { ...args, ...countsOf(args, compared) })
  return titles ?? describeTitles(call).titles
}

/** What it does, once it was read what stands there; `null`: no more is known than before. */
export function describeEntityEffect(call: Described, compared: ComparedText | null): string | null {
  const words = wordsOfTool(call.server, call.tool)
  const effect =
    compared === null ? undefined : compared.before === null ? words?.effectWhenNew : words?.effectWhenThere
  return effect === undefined ? null : effectWords(effect)
}

/** Lines before and after, as `@before` and `@after`. */
function countsOf(args: JsonObject, compared: ComparedText | null): JsonObject {
  if (compared === null || compared.how !== 'whole') return {}
  const after = args[compared.argument]
  if (typeof after !== 'string') return {}
  return { '@after': lineCount(after), ...(compared.before === null ? {} : { '@before': lineCount(compared.before) }) }
}
