/**
 * The two chat messages of the card. `Apply:` spells out the whole call, so that the agent makes it again exactly and
 * sees its result; `Cancel:` ends it. They are words in a chat and approve nothing; only the stored hold does.
 *
 * Every value keeps the spelling that was sent, but for characters that hide: those are spelled as escapes, since
 * people read the message too. A name that could be read as something else is quoted like a JSON string, so a reader
 * finds the end of each part without guessing.
 */
import { escapeHiddenInJson } from '../preview/visible-text.ts'
import { listMembers, skipTextWhitespace } from '../json/walk-text.ts'

const PLAIN_TOOL = /^[A-Za-z0-9_][A-Za-z0-9_.:/-]*$/
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/

/**
 * `Apply: call <tool>(<name>=<JSON value>, …, preview=false)`
 *
 * @param argumentsText accepted by the strict reader, control parameters cut out
 * @param previewParameter under which name `preview` travels for this tool
 */
export function applyMessage(tool: string, argumentsText: string, previewParameter: string = 'preview'): string {
  const sent = listMembers(argumentsText, skipTextWhitespace(argumentsText, 0)).map(
    ({ key, valueStart, valueEnd }) =>
      `${plainOrQuoted(key, PLAIN_NAME)}=${escapeHiddenInJson(argumentsText.slice(valueStart, valueEnd))}`,
  )
  const parts = [...sent, `${plainOrQuoted(previewParameter, PLAIN_NAME)}=false`]
  return `Apply: call ${plainOrQuoted(tool, PLAIN_TOOL)}(${parts.join(', ')})`
}

/** @param description one line that says what would have happened */
export function cancelMessage(description: string): string {
  return `Cancel: do not apply ${description}.`
}

function plainOrQuoted(name: string, plain: RegExp): string {
  return plain.test(name) ? name : escapeHiddenInJson(JSON.stringify(name))
}
