/**
 * The buttons. Approve wakes only when the end of the arguments was on the screen and a person had time to look: a click
 * that was meant for something else, or that no person made, decides nothing.
 */
export const DECIDING: string = String.raw`
const LOOK_FIRST_MS = 400

function drawDeciding(hold, endOfArguments) {
  const reason = el('textarea', { id: 'reason', maxlength: '4000', rows: '2' })
  const hint = el('p', { class: 'hint', id: 'hint', role: 'status' }, 'Approve becomes available once you have seen the end of the arguments.')
  const trouble = el('p', { class: 'trouble', role: 'alert' })
  const approve = el('button', { type: 'button', class: 'main', id: 'approve', disabled: true, 'aria-describedby': 'hint' }, 'Approve')
  const decline = el('button', { type: 'button', class: 'no', id: 'decline' }, 'Decline')
  let shownSince = null
  let endSeen = false

  const ready = () => shownSince !== null && performance.now() - shownSince >= LOOK_FIRST_MS
  const update = () => {
    if (!endSeen || !ready()) return
    approve.disabled = false
    hint.textContent = 'Approving runs exactly these arguments, once.'
  }
  const startLooking = () => {
    if (shownSince !== null || document.visibilityState !== 'visible') return
    shownSince = performance.now()
    setTimeout(update, LOOK_FIRST_MS + 20)
  }
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting) || document.visibilityState !== 'visible') return
    observer.disconnect()
    endSeen = true
    update()
  }).observe(endOfArguments)
  document.addEventListener('visibilitychange', startLooking)
  requestAnimationFrame(startLooking)

  const say = async (event, verb, body) => {
    if (!event.isTrusted || !ready() || (verb === 'approve' && !endSeen)) return
    approve.disabled = true
    decline.disabled = true
    trouble.textContent = ''
    const answer = await request('POST', '/admin' + holdPath(hold.id) + '/' + verb, body)
    if (answer.status === 401) return start()
    if (answer.status !== 200) {
      holdTrouble = problemText(answer)
      trouble.textContent = reveal(holdTrouble)
      decline.disabled = false
      update()
    } else {
      holdTrouble = null
    }
    await loadHold(hold.id)
    if (answer.status === 200) announce(describeState(answer.body))
  }
  approve.addEventListener('click', (event) => say(event, 'approve', { ...withText('note', reason.value), digest: (hold.edit || hold).digest }))
  decline.addEventListener('click', (event) => say(event, 'reject', withText('reason', reason.value)))

  return el('section', { class: 'deciding', 'aria-label': 'Your decision' },
    el('label', { for: 'reason' }, 'Reason or note (optional; the agent is told why you decline)'),
    reason,
    el('div', { class: 'actions' }, approve, decline),
    hint,
    trouble)
}

function withText(name, value) {
  return value.trim() === '' ? {} : { [name]: value.trim() }
}

function drawResolving(hold) {
  const note = el('textarea', { id: 'note', maxlength: '4000', rows: '2', required: true })
  const trouble = el('p', { class: 'trouble', role: 'alert' })
  const say = async (event, executed) => {
    if (!event.isTrusted) return
    if (note.value.trim() === '') {
      trouble.textContent = 'Say how you know: it goes on record.'
      note.focus()
      return
    }
    const answer = await request('POST', '/admin' + holdPath(hold.id) + '/resolve', { executed, note: note.value.trim() })
    if (answer.status !== 200) trouble.textContent = reveal(problemText(answer))
    else await loadHold(hold.id)
  }
  return el('section', { class: 'deciding', 'aria-label': 'What became of this call' },
    el('p', null, 'Nobody knows whether this call took effect. Look at the server itself, then say what you found. Nothing is run again.'),
    el('label', { for: 'note' }, 'How do you know?'),
    note,
    el('div', { class: 'actions' },
      el('button', { type: 'button', onclick: (event) => say(event, true) }, 'It ran'),
      el('button', { type: 'button', onclick: (event) => say(event, false) }, 'It did not run')),
    trouble)
}
`
