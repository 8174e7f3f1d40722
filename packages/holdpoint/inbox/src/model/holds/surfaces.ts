/**
 * Where a hold's question was put in front of people, from its own records. Pages leave none: looking changes nothing.
 */
import type { ShownRecord } from '../../api/answers.ts'
import { fill } from '@holdpoint/card/presentation'
import { showInOneLine } from '../../words/one-line.ts'
import type { Words } from '../../words/words.ts'

export interface ShownSurface {
  readonly kind: string
  readonly client: string | null
  readonly at: string
}

/** Each once, in the order in which they came. */
export function surfacesOf(records: readonly ShownRecord[]): readonly ShownSurface[] {
  const found = new Map<string, ShownSurface>()
  for (const { kind, detail, client, at } of records) {
    const key = JSON.stringify([detail, client])
    if (kind === 'question-shown' && !found.has(key)) found.set(key, { kind: detail ?? '', client, at })
  }
  return [...found.values()]
}

/** `form` → "a form in Claude Desktop". What this version does not know is shown by its own name. */
export function surfaceText(kind: string | null, client: string | null, words: Words): string {
  const text = Object.hasOwn(words.surfaceKinds, kind ?? '') ? words.surfaceKinds[kind ?? ''] : undefined
  return text === undefined ? showInOneLine(kind ?? '') : fill(text, { client: showInOneLine(client ?? '') })
}
