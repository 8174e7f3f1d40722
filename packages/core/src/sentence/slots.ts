/** The places in a template where values stand: `{name}` for any text, `{=name}` for another sentence of ours. */
const SLOT = /\{(=?)(\w+)\}/g

export interface Slot {
  readonly name: string
  readonly isSentence: boolean
}

/** A template taken apart: one fixed piece more than there are slots. */
export interface Template {
  readonly fixed: readonly string[]
  readonly slots: readonly Slot[]
}

export type SlotValues = { readonly [name: string]: string | number }

export function readTemplate(template: string): Template {
  const slots = [...template.matchAll(SLOT)].map(([, mark, name = '']) => ({ name, isSentence: mark === '=' }))
  const [first = '', ...others] = template.split(SLOT)
  // Each slot leaves its two groups and what follows it.
  return { fixed: [first, ...others.filter((_part, index) => index % 3 === 2)], slots }
}

/** What is filled in is never searched for slots again. */
export function fillTemplate({ fixed, slots }: Template, values: SlotValues): string {
  let text = fixed[0] ?? ''
  for (const [index, { name }] of slots.entries()) text += `${values[name] ?? ''}${fixed[index + 1] ?? ''}`
  return text
}

/**
 * The values that make this text out of the template; `null`: none do. Each fixed piece is found once, so it takes no longer
 * than reading the text, whatever a value is made of. It is searched from the left; what is appended after a comma to all that
 * stands before it (`…, at most 5 times`), from the right: the last one is ours.
 */
export function matchTemplate({ fixed, slots }: Template, text: string): readonly string[] | null {
  const first = fixed[0] ?? ''
  const last = fixed.at(-1) ?? ''
  if (slots.length === 0) return text === first ? [] : null
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return null
  const between = text.slice(first.length, text.length - last.length)
  const pieces = fixed.slice(1, -1)
  const isAppended = first === '' && fixed[1]?.startsWith(', ') === true
  return isAppended ? cutFromRight(between, pieces) : cutFromLeft(between, pieces)
}

function cutFromLeft(text: string, pieces: readonly string[]): readonly string[] | null {
  const values: string[] = []
  let at = 0
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    if (found < 0) return null
    values.push(text.slice(at, found))
    at = found + piece.length
  }
  return [...values, text.slice(at)]
}

function cutFromRight(text: string, pieces: readonly string[]): readonly string[] | null {
  const values: string[] = []
  let end = text.length
  for (const piece of pieces.toReversed()) {
    // Nothing is left of it: what is searched from the start would be found there all the same.
    const found = piece.length > end ? -1 : text.lastIndexOf(piece, end - piece.length)
    if (found < 0) return null
    values.unshift(text.slice(found + piece.length, end))
    end = found
  }
  return [text.slice(0, end), ...values]
}
