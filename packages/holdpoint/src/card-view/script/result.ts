/** What a call came to: done, failed with the server's own words, or refused. The newest result replaces an older one. */
export const RESULT: string = String.raw`
const REFUSED_TEXT = {
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
  TIMEOUT: 'Nobody decided in time',
  INVALIDATED: 'No longer valid',
  OUTCOME_UNKNOWN: 'The outcome is unknown',
  DENIED_BY_POLICY: 'Denied by policy',
  RATE_LIMITED: 'Too many questions',
}

function takeResult(result) {
  callOpen = false
  const asks = result._meta?.[CARD_KEY]
  if (asks !== undefined) return takeCard(asks)
  const mark = result._meta?.[HOLD_KEY] ?? {}
  question = null
  card = null
  busy = false
  if (mark.error !== undefined) drawResult(REFUSED_TEXT[mark.error.code] ?? 'Refused', 'bad', mark.error.message, mark)
  else if (result.isError === true) drawResult('It failed', 'bad', textOf(result), mark)
  else drawResult('Done', 'good', textOf(result), mark)
}

function drawResult(heading, tone, text, mark) {
  const who = mark.decided_by === undefined ? null : 'Confirmed by ' + mark.decided_by + ' via ' + mark.via
  show('Tool invocation: ' + (toolName ?? 'a call'),
    toolName === null ? null : make('p', { class: 'quiet' }, toolName),
    make('div', { role: 'status' }, make('h1', { class: tone, id: 'result' }, heading)),
    who === null ? null : make('p', { class: 'why' }, who),
    text === '' ? null : make('div', { class: 'area', tabindex: '0', role: 'region', 'aria-label': 'Result' }, make('div', { class: 'bytes' }, text)))
}

function textOf(result) {
  const content = Array.isArray(result.content) ? result.content : []
  const texts = content.filter((block) => block?.type === 'text' && typeof block.text === 'string').map((block) => block.text)
  if (texts.length > 0) return texts.join('\n')
  return content.length === 0 ? '' : JSON.stringify(content, null, 2)
}
`
