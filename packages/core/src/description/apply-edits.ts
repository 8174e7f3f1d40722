/**
 * What a text becomes by replacements that a call brings along: each must stand in it exactly once, and none may touch
 * another, so that every byte of every replacement is in the result. Else there is no answer, and each replacement is shown
 * by itself.
 */
export interface TextEdit {
  readonly before: string
  readonly after: string
}

/** `null`: one of them does not stand there once, or two touch. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string | null {
  const places = edits.map((edit) => {
    const at = edit.before === '' ? -1 : text.indexOf(edit.before)
    return at < 0 || text.includes(edit.before, at + 1) ? null : { ...edit, at }
  })
  if (edits.length === 0 || !places.every((place) => place !== null)) return null
  let result = ''
  let copied = 0
  for (const { before, after, at } of places.toSorted((one, other) => one.at - other.at)) {
    if (at < copied) return null
    result += text.slice(copied, at) + after
    copied = at + before.length
  }
  return result + text.slice(copied)
}
