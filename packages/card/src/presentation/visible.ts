/** Texts of tools and agents, made safe to place as plain text. It never drops a character. */
import {
  findHiddenCharacters,
  keepInOneLine,
  showHiddenCharacters,
  showInOneLine,
  showLeftoverCharacters,
} from '@holdpoint/core'
import { asText } from './as-text.ts'

/** For text of several lines. Servers send other things than text where text belongs. */
export function visible(text: string): string {
  return showHiddenCharacters(asText(text)).text
}

/** For names, titles and keys: a line break inside them must not start a line of ours. */
export function oneLine(text: string): string {
  return showInOneLine(asText(text))
}

/** A longer name, label or reason is not read in one line, and a megabyte in one would freeze the page. */
const LONGEST_LINE = 500

/**
 * For lines that a server fills. Where it is cut it says how much there was; the whole of it has to stand elsewhere.
 */
export function shortLine(text: string, show: (text: string) => string = oneLine): string {
  const whole = asText(text)
  return isLong(whole) ? `${show(startOf(whole, LONGEST_LINE))}… (${formatSize(whole.length)})` : show(whole)
}

export function isLong(text: unknown): boolean {
  return typeof text === 'string' && text.length > LONGEST_LINE
}

/** The first part of a text, not cut between the halves of a character. */
export function startOf(text: string, length: number): string {
  return text.slice(0, /[\udc00-\udfff]/.test(text.charAt(length)) ? length - 1 : length)
}

/** For the name of an argument: in quotes where a blank or a mark could be taken for something else, or overlooked. */
export function argumentName(name: string): string {
  return oneLine(/^[\p{L}\p{N}_-]+$/u.test(name) ? name : JSON.stringify(name))
}

/** For texts of a preview, which are visible already: only what slipped through is marked. */
export const checked: (text: string) => string = showLeftoverCharacters

/** The same for every text in it. */
export function checkedAll<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'string' ? checked(part) : part,
  ) as Value
}

/** The same for names and titles. */
export const checkedLine: (text: string) => string = keepInOneLine

export function isHidden(text: string): boolean {
  return findHiddenCharacters(text).length > 0
}

/** `1.5 MB`. Steps of 1,024. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
