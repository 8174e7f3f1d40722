/**
 * Passes the press on, tells the agent, and keeps the card true: what stands in the store is what the card says, also when
 * somebody decided elsewhere.
 */
export const DECIDING: string = String.raw`
const STATE_TEXT = {
  pending: WAITS,
  approved: 'Pending\u2026',
  dispatching: 'Pending\u2026',
  succeeded: 'Done',
  failed: 'The server reported an error',
  unknown: 'The outcome is unknown',
  resolved: 'Resolved by a person',
  declined: 'Declined; nothing ran',
  cancelled: 'Cancelled; nothing ran',
  expired: 'Expired; nothing ran',
  invalidated: 'No longer valid; nothing ran',
}
const MAY_CHANGE = ['pending', 'approved', 'dispatching', 'unknown']

/* Whether there can be news: the state may change, or the agent may hear of it without us. */
function mayChange() {
  return MAY_CHANGE.includes(standing.state) || document.getElementById('tell') !== null
}

async function decide(answer, reason) {
  busy = true
  question.wake?.(false)
  question.status.textContent = answer === 'approve' ? 'Pending\u2026' : 'Cancelling\u2026'
  let reply
  try {
    reply = await callTool(TOOLS.decide, { hold: card.hold, nonce: card.nonce, answer, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })
  } catch (error) {
    return notDecided('The host did not pass it on: ' + error.message)
  }
  // The call may have returned its result first, and the card shows that already.
  if (question === null) return
  const told = reply._meta?.[CARD_KEY]
  if (told === undefined) {
    drawPageOnly(null)
    return notDecided(textOf(reply) || 'The answer was refused.')
  }
  busy = false
  if (told.refused === undefined) answeredHere = answer
  takeStanding(told)
  if (told.refused !== undefined) {
    if (standing.state === 'pending') drawPageOnly(told.refused.message.replace(/\.$/, ''))
    question.status.textContent = visible(told.refused.message)
    return
  }
  if (!callOpen) await tellAgent()
}

function notDecided(text) {
  busy = false
  if (question === null) return
  question.wake?.(true)
  question.status.textContent = visible(text)
}

/* A message in the person's name, after the person's press and never without one. */
async function tellAgent() {
  const text = answeredHere === 'approve' ? card.apply : card.cancel
  if (toldAgent || text === null) return
  toldAgent = true
  question.more.replaceChildren()
  try {
    const answer = await ask('ui/message', { role: 'user', content: [{ type: 'text', text }] }, 15000)
    if (answer.isError === true) throw new Error('refused')
  } catch {
    const area = make('textarea', { id: 'say', readonly: true, rows: '4' })
    area.value = text
    area.addEventListener('focus', () => area.select())
    question.more.replaceChildren(make('label', { for: 'say' }, 'This chat takes no messages from the card. Say this to the agent:'), area)
  }
}

function takeStanding(told) {
  standing = told
  endsAt = performance.now() + told.ttl_seconds * 1000
  drawStanding()
}

function drawStanding() {
  const open = standing.state === 'pending'
  question.status.textContent = visible(describeStanding())
  question.status.className = 'status' + (['failed', 'unknown', 'expired', 'invalidated'].includes(standing.state) ? ' bad' : standing.state === 'succeeded' ? ' good' : '')
  if (!open) question.wake?.(false)
  if (!open && card.nonce === null) question.actions.replaceChildren()
  offerToTell()
  drawLeft()
}

/* Decided elsewhere: the agent does not know yet, and only a press may speak in the person's name. */
function offerToTell() {
  const shown = document.getElementById('tell')
  const wanted = ['approved', 'dispatching', 'succeeded', 'failed'].includes(standing.state) && !standing.delivered && answeredHere === null && !callOpen
  if (!wanted) shown?.remove()
  if (!wanted || shown !== null || card.apply === null) return
  const tell = make('button', { type: 'button', id: 'tell' }, 'Tell the agent')
  tell.addEventListener('click', (event) => {
    if (!event.isTrusted) return
    answeredHere = 'approve'
    tell.remove()
    tellAgent()
  })
  question.actions.append(tell)
}

function describeStanding() {
  const text = STATE_TEXT[standing.state] ?? standing.state
  const who = standing.decided_by === null ? '' : '. ' + ({ declined: 'Declined', cancelled: 'Cancelled' }[standing.state] ?? 'Confirmed') + ' by ' + standing.decided_by + ' via ' + standing.via
  const why = standing.reason !== null ? '. Reason: ' + standing.reason : standing.note !== null ? '. ' + standing.note : ''
  const outcome = standing.outcome === null ? '' : ': ' + standing.outcome
  return text + outcome + who + why
}

function drawLeft() {
  const seconds = Math.ceil((endsAt - performance.now()) / 1000)
  question.left.textContent = standing.state !== 'pending' ? '' : seconds <= 0 ? 'No time left' : span(seconds) + ' left to decide'
  if (standing.state === 'pending' && seconds <= 0) question.wake?.(false)
}

function span(seconds) {
  if (seconds < 60) return seconds + ' s'
  if (seconds < 3600) return Math.ceil(seconds / 60) + ' min'
  return Math.floor(seconds / 3600) + ' h ' + Math.floor((seconds % 3600) / 60) + ' min'
}

/* Often at first, seldom later: a card may stay on the screen for a day. */
let asked = 0
async function keepTrue() {
  const age = performance.now() - drawnAt
  const pause = age < 60000 ? 2000 : age < 600000 ? 15000 : 60000
  if (card !== null && card.nonce !== null && !busy && mayChange() && document.visibilityState === 'visible' && performance.now() - asked >= pause) {
    asked = performance.now()
    try {
      const told = (await callTool(TOOLS.status, { hold: card.hold, nonce: card.nonce }))._meta?.[CARD_KEY]
      if (told !== undefined && !busy && question !== null && told.hold === card.hold) takeStanding(told)
    } catch {
      // The host may be busy; the next look tells.
    }
  }
}
setInterval(() => {
  if (question === null) return
  drawLeft()
  keepTrue()
}, 1000)
document.addEventListener('visibilitychange', () => { asked = 0 })
`
