/**
 * Makes a sentence of ours, in English: what is stored, logged and answered. Other languages are made at the surface.
 */
import { CATALOGUE } from './catalogue.ts'
import type { SentenceName, ValuesOf } from './catalogue.ts'
import { otherLanguage } from './language.ts'
import { fillTemplate, readTemplate } from './slots.ts'
import type { SlotValues, Template } from './slots.ts'

/** Sentences without a value are said without one. */
type Values<Name extends SentenceName> = keyof ValuesOf<Name> extends never ? [] : [values: ValuesOf<Name>]

/** Every call that passes is given a reason: taking its template apart each time would cost more than the ruling. */
const templates = new Map<string, Template>()

export function say<Name extends SentenceName>(name: Name, ...[values]: Values<Name>): string {
  return fill(CATALOGUE[name][0], values)
}

/** In the reader's language, where the values are at hand. */
export function sayIn<Name extends SentenceName>(locale: string, name: Name, ...[values]: Values<Name>): string {
  return fill(CATALOGUE[name][otherLanguage(locale) === null ? 0 : 1], values)
}

function fill(text: string, values: SlotValues | undefined): string {
  if (values === undefined) return text
  let template = templates.get(text)
  if (template === undefined) templates.set(text, (template = readTemplate(text)))
  return fillTemplate(template, values)
}
