/**
 * The arguments of a hold, in the person's editor, with hidden characters as JSON escapes: an editor would obey them. What was
 * written and refused once is not lost: it is where the next try begins.
 */
import { approvedArguments, escapeHiddenInJson, findArgumentChanges, isJsonObject, readStrict } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { editInEditor } from './edit-in-editor.ts'
import type { EditorOptions } from './edit-in-editor.ts'
import { indentJsonText, packJsonText } from './json-layout.ts'

export interface ArgumentEdit {
  /** `null`: nothing to decide with; `message` says why. */
  readonly text: string | null
  readonly message: string
}

export type EditArguments = (hold: Hold) => Promise<ArgumentEdit>

export function createArgumentEditor(options: EditorOptions): EditArguments {
  const drafts = new Map<string, string>()
  return async (hold) => {
    const current = approvedArguments(hold)
    const edited = await editInEditor(drafts.get(hold.id) ?? indentJsonText(escapeHiddenInJson(current)), options)
    if (!edited.ok) return { text: null, message: edited.message }
    const reading = readStrict(edited.text.trim())
    if (reading.ok && isJsonObject(reading.value) && findArgumentChanges(current, edited.text).length === 0) {
      drafts.delete(hold.id)
      return { text: null, message: 'Nothing was changed, so nothing was decided.' }
    }
    drafts.set(hold.id, edited.text)
    // What cannot be read goes on as it is, so that the check can say where it is wrong.
    return { text: reading.ok ? packJsonText(edited.text) : edited.text.trim(), message: '' }
  }
}
