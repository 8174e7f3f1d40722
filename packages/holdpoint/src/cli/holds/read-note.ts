/** The words that go with a decision: trimmed, none where nothing is said, bounded as over REST. */
import type { ReadArguments } from '../read-command-arguments.ts'

const LONGEST_NOTE = 4000

export type NoteReading =
  | { readonly ok: true; readonly note: string | null }
  | { readonly ok: false; readonly message: string }

export function readNote(read: ReadArguments, name: string): NoteReading {
  const note = read.value(name)?.trim() ?? ''
  if (note.length > LONGEST_NOTE) return { ok: false, message: `--${name} is longer than ${LONGEST_NOTE} characters.` }
  return { ok: true, note: note === '' ? null : note }
}
