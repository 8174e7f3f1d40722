/** What became of a call, as text. A result's own markup, links and images stay text. */
export const OUTCOME: string = String.raw`
function drawOutcome(hold) {
  const outcome = hold.outcome
  if (outcome === null) return null
  switch (outcome.kind) {
    case 'result':
      return part(outcome.is_error ? 'The server answered with an error' : 'The server answered', textArea('Outcome', resultText(outcome.result) + (outcome.truncated ? '\n(the rest was too long to keep)' : '')))
    case 'error':
      return part('The server refused the call', textArea('Outcome', JSON.stringify(outcome.error, null, 2)))
    case 'lost':
      return part('Why the outcome is unknown', el('p', { class: 'claim' }, outcome.reason))
    case 'resolved':
      return part('Resolved', el('p', { class: 'claim' }, (outcome.executed ? 'It ran' : 'It did not run') + ', says ' + outcome.by + ': ' + outcome.note))
    default:
      return part('Outcome', textArea('Outcome', JSON.stringify(outcome, null, 2)))
  }
}

function resultText(result) {
  const content = Array.isArray(result?.content) ? result.content : []
  const onlyText = content.length > 0 && content.every((block) => block?.type === 'text' && typeof block.text === 'string')
  return onlyText ? content.map((block) => block.text).join('\n') : typeof result === 'string' ? result : JSON.stringify(result, null, 2)
}

function textArea(label, text) {
  return el('div', { class: 'bytes-area', tabindex: '0', role: 'region', 'aria-label': label }, el('div', { class: 'bytes' }, text))
}

function part(title, ...children) {
  return el('section', { class: 'part' }, el('h2', null, title), ...children)
}
`
