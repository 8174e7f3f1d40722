/**
 * The question: what will happen, on which server, with every byte of the arguments, and the two buttons. Confirm wakes
 * only once the end of the arguments was on the screen, and takes no click that a script made, or that came before a person
 * could have looked: a card that just appeared or moved may have been pushed under a finger.
 */
export const QUESTION: string = String.raw`
const LOOK_FIRST_MS = 600
const WAITS = 'Waiting for your decision'

function drawQuestion() {
  const parts = {
    status: make('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' }, WAITS),
    left: make('p', { class: 'left', id: 'left' }),
    actions: make('div', { class: 'actions' }),
    more: make('div', null),
  }
  const end = make('div', { class: 'end' })
  show('Tool invocation: ' + card.tool,
    make('div', { class: 'marks' }, make('span', { class: 'mark ' + card.risk }, card.risk + ' risk'), card.irreversible ? make('span', { class: 'mark high' }, 'cannot be undone') : null),
    card.entity === null ? make('h1', null, card.title) : [make('h1', null, '\u26a0\ufe0f ' + card.entity.title), make('p', { class: 'why' }, card.title)],
    make('p', { class: 'why' }, card.why + ' (rule: ' + card.rule + ')'),
    card.warnings.length === 0 ? null : make('ul', { class: 'warnings', 'aria-label': 'Warnings' }, card.warnings.map((warning) => make('li', null, '\u26a0 ' + warning))),
    typeof card.also_allows === 'string' ? make('p', { class: 'why', id: 'also-allows' }, card.also_allows) : null,
    drawFacts(),
    card.arguments === null ? make('p', { class: 'why' }, 'The arguments are too long for this card; the page shows them all.')
      : [make('h2', null, 'Arguments, exactly as they will be sent'), make('div', { class: 'area', id: 'arguments', tabindex: '0', role: 'region', 'aria-label': 'Arguments' }, drawNode(card.arguments), end)],
    parts.status, parts.left, parts.actions, parts.more)
  question = parts
  if (card.nonce === null) drawPageOnly(card.cannot_decide)
  else drawDeciding(end)
  drawStanding()
}

function drawFacts() {
  const fact = (name, ...value) => [make('dt', null, name), make('dd', null, ...value)]
  return make('dl', { class: 'facts' },
    fact('Tool', card.tool, card.tool_title === null ? null : make('small', null, 'the server calls it: ' + card.tool_title)),
    fact('Server', card.server.name, make('small', null, card.server.display), make('small', null, 'identity ' + card.server.identity)),
    drawEntity(fact))
}

function drawEntity(fact) {
  if (card.entity === null) return []
  const { fields, impact, source } = card.entity
  return [
    fields.map(({ label, before, after }) => fact(label, after === null ? before : [make('del', null, before), ' \u2192 ', after])),
    impact.map(({ label, value }) => fact(label, value)),
    fact('', make('small', null, 'as ' + source + ' of the server tells')),
  ]
}

function drawDeciding(end) {
  const confirm = make('button', { type: 'button', class: 'main', id: 'confirm', disabled: true, 'aria-describedby': 'status' }, 'Confirm')
  const cancel = make('button', { type: 'button', id: 'cancel' }, 'Cancel')
  const reason = make('input', { id: 'reason', maxlength: '1000', autocomplete: 'off' })
  question.actions.replaceChildren(confirm, cancel)
  question.more.replaceChildren(make('label', { for: 'reason' }, 'Why not? (optional, told to the agent)'), reason)
  const looked = watchLooking(confirm, end, () => {
    if (standing.state === 'pending' && !busy) confirm.disabled = false
  })
  const press = (event, answer) => {
    if (!event.isTrusted || busy || standing.state !== 'pending' || !looked(answer === 'approve')) return
    decide(answer, reason.value)
  }
  confirm.addEventListener('click', (event) => press(event, 'approve'))
  cancel.addEventListener('click', (event) => press(event, 'cancel'))
  question.wake = (awake) => {
    cancel.disabled = !awake
    confirm.disabled = !awake || !looked(true)
    if (!awake) question.more.replaceChildren()
  }
}

/* Whether somebody had time to look: at a button that has not moved, and, to confirm, at the end of the arguments. */
function watchLooking(button, end, ready) {
  let place = ''
  let since = performance.now()
  let onScreen = false
  let endSeen = false
  const whereNow = () => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return [left, top, width, height].map(Math.round).join()
  }
  const look = () => {
    const now = whereNow()
    if (now !== place || !onScreen || document.visibilityState !== 'visible') since = performance.now()
    place = now
    return performance.now() - since >= LOOK_FIRST_MS
  }
  new IntersectionObserver((entries) => { onScreen = entries.at(-1).isIntersecting }).observe(button)
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting) || document.visibilityState !== 'visible') return
    observer.disconnect()
    endSeen = true
  }).observe(end)
  const timer = setInterval(() => {
    if (!button.isConnected) return clearInterval(timer)
    if (look() && endSeen) ready()
  }, 100)
  return (wholly) => look() && (endSeen || !wholly)
}

/* The page decides where a card may not: it never does so from a link that is already signed in. */
function drawPageOnly(why) {
  const address = make('p', { class: 'quiet bytes' })
  const open = make('button', { type: 'button', class: 'main', id: 'page' }, 'Open the page')
  open.addEventListener('click', async (event) => {
    if (!event.isTrusted) return
    try {
      const answer = await ask('ui/open-link', { url: card.page })
      if (answer.isError === true) throw new Error('refused')
    } catch {
      address.textContent = visible(card.page)
    }
  })
  question.wake = null
  question.actions.replaceChildren(open)
  question.more.replaceChildren(make('p', { class: 'why' }, 'This cannot be decided here' + (why === null ? '.' : ': ' + why + '.') + ' Decide on the page.'), address)
}
`
