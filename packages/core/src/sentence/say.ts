/** Makes a sentence of ours, in English: what is stored, logged and answered. Other languages are made at the surface. */
import { CATALOGUE } from './catalogue.ts'
import type { SentenceName, ValuesOf } from './catalogue.ts'
import { otherLanguage } from './language.ts'
import { fillSlots } from './slots.ts'

/** Sentences without a value are said without one. */
type Values<Name extends SentenceName> = keyof ValuesOf<Name> extends never ? [] : [values: ValuesOf<Name>]

export function say<Name extends SentenceName>(name: Name, ...[values]: Values<Name>): string {
  const [english] = CATALOGUE[name]
  return values === undefined ? english : fillSlots(english, values)
}

/** In the language of whoever looks, where the values are at hand. */
export function sayIn<Name extends SentenceName>(locale: string, name: Name, ...[values]: Values<Name>): string {
  const template = CATALOGUE[name][otherLanguage(locale) === null ? 0 : 1]
  return values === undefined ? template : fillSlots(template, values)
}
