/**
 * The question in words, for hosts that draw a form around a text. What decides comes first, on lines that the host's dialog
 * is known to show; the rest follows for those who scroll. Where what decides does not fit, the dialog cannot approve: the
 * text says where to decide instead. The agent's rationale stays out: the host's person is told facts.
 */
import { decisiveLines, renderPreviewText, say, showsEveryByte } from '@holdpoint/core'
import type { DialogSize, Hold } from '@holdpoint/core'

const WIDTH = 80
/** No dialog is known that shows more. */
const LONGEST = 6_000
/** As much of an id as people type. */
const SHORT_ID = 8

/** The whole question for a dialog of this size; `null`: it does not fit. */
export function questionText({ preview }: Hold, dialog: DialogSize): string | null {
  if (!showsEveryByte(preview, dialog)) return null
  const lines = decisiveLines(preview, dialog.columns)
  const decisive = lines.join('\n')
  // The last line of a dialog is where it says how many more there are.
  if (lines.length >= dialog.lines) return decisive
  const rest = renderPreviewText(preview, { width: WIDTH, rationale: false })
  const text = `${decisive}\n\n${rest}\n\nRun it?`
  return text.length <= LONGEST ? text : decisive
}

/** For a dialog that is too small to approve: what waits, and where it can be decided. */
export function pointerText(
  { id, preview }: Hold,
  approvalUrl: string,
  { columns }: DialogSize,
  program: string,
): string {
  const what = say('callOn', { tool: preview.tool, server: preview.server.name })
  const tooLong = `⚠️ ${what} is too long for this dialog. Decide it at`
  const short = tooLong.length <= columns ? tooLong : '⚠️ A call that is too long for this dialog waits. Decide it at'
  return `${short}\n${approvalUrl}\nor run: ${program} open ${id.slice(0, SHORT_ID)}`
}
