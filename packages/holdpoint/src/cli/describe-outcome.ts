/** What became of a call, as text. The upstream's words stand behind a gutter, so that they never pass for ours. */
import { isJsonObject } from '@holdpoint/core'
import type { Hold, JsonValue } from '@holdpoint/core'
import { oneLine, quotedBlock } from './one-line.ts'

/** Empty while there is none. Ends with a newline otherwise. */
export function describeOutcome(hold: Hold): string {
  const { outcome } = hold
  if (outcome === null) return ''
  switch (outcome.kind) {
    case 'result': {
      const cut = outcome.truncated ? ' (cut for its size)' : ''
      const title = outcome.isError ? 'The tool answered with an error' : 'The tool answered'
      return `${title}${cut}:\n${quotedBlock(readableResult(outcome.resultText))}`
    }
    case 'error':
      return `The server refused the call:\n${quotedBlock(outcome.errorText)}`
    case 'lost':
      return [
        `The call was sent, but its outcome is unknown: ${oneLine(outcome.reason)}`,
        `Check at the server whether it happened, then: holdpoint resolve ${hold.id} --executed yes|no --note TEXT`,
        '',
      ].join('\n')
    case 'resolved':
      return `${oneLine(outcome.by)} says it ${outcome.executed ? 'DID' : 'did NOT'} run: "${oneLine(outcome.note)}"\n`
  }
}

/** Text content as text; everything else as the JSON it is. */
function readableResult(resultText: string): string {
  let result: JsonValue
  try {
    result = JSON.parse(resultText) as JsonValue
  } catch {
    return resultText
  }
  const content = isJsonObject(result) ? result['content'] : undefined
  if (!Array.isArray(content)) return resultText
  return content
    .map((part: JsonValue) =>
      isJsonObject(part) && part['type'] === 'text' && typeof part['text'] === 'string'
        ? part['text']
        : JSON.stringify(part),
    )
    .join('\n')
}
