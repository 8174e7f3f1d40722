/** Times as people say them, by the server's clock: a browser that is wrong about the hour must not show a false deadline. */
export const TIMES: string = String.raw`
let clockOffset = 0

function serverNow() {
  return Date.now() + clockOffset
}

function learnClock(response) {
  const date = Date.parse(response.headers.get('date') ?? '')
  // The header has whole seconds; only a clock that is really off is corrected.
  if (!Number.isNaN(date)) clockOffset = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0
}

function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return seconds + ' s'
  if (seconds < 3600) return Math.floor(seconds / 60) + ' min'
  if (seconds < 86400) return Math.floor(seconds / 3600) + ' h ' + Math.floor((seconds % 3600) / 60) + ' min'
  return Math.floor(seconds / 86400) + ' d ' + Math.floor((seconds % 86400) / 3600) + ' h'
}

function ago(moment) {
  return span(serverNow() - Date.parse(moment)) + ' ago'
}

function left(moment) {
  const remaining = Date.parse(moment) - serverNow()
  return remaining <= 0 ? 'no time left' : span(remaining) + ' left'
}

function clock(moment) {
  return new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

/* Texts that depend on the time say how they are made, and are made again every second. */
function ticking(make) {
  const element = el('span', null, make())
  element.tick = () => {
    const text = make()
    if (element.textContent !== text) element.textContent = text
  }
  element.setAttribute('data-ticks', '')
  return element
}

setInterval(() => {
  for (const element of document.querySelectorAll('[data-ticks]')) element.tick?.()
}, 1000)
`
