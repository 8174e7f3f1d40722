/**
 * The question in words, for hosts that draw a form around a text. It shows every byte of the arguments or it is not asked
 * this way: what cannot be shown cannot be approved here. The agent's rationale stays out: the host's person is told facts.
 */
import { renderPreviewText } from '@holdpoint/core'
import type { Hold, Preview } from '@holdpoint/core'
import { wayOut } from './form-choices.ts'

const WIDTH = 80
/** Longer texts are cut or scrolled away by hosts' dialogs. */
const LONGEST = 6_000

/** `null`: too long to be shown whole. */
export function questionText(hold: Hold): string | null {
  const preview = withWayOut(hold)
  // What was read beforehand has a title with a mark of its own.
  const mark = preview.entity === null || preview.entity === undefined ? '⚠️ ' : ''
  const text = `${mark}${renderPreviewText(preview, { width: WIDTH, rationale: false })}\n\nRun it?`
  return text.length <= LONGEST ? text : null
}

/** What a yes opens is said by every surface; how to leave it closed depends on what this one offers. */
function withWayOut(hold: Hold): Preview {
  const { preview } = hold
  const words = wayOut(hold)
  return words === null ? preview : { ...preview, alsoAllows: `${preview.alsoAllows} ${words}` }
}
