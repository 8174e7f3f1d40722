/** The list: what waits for a person, and what was decided lately. */
export const LIST_VIEW: string = String.raw`
const listed = new Map()
let olderCursor = null

async function loadList() {
  const [waiting, unknown, recent] = await Promise.all([
    request('GET', '/admin/approvals?state=pending&limit=100'),
    request('GET', '/admin/approvals?state=unknown&limit=50'),
    request('GET', '/admin/approvals?limit=20'),
  ])
  const failed = [waiting, unknown, recent].find((answer) => answer.status !== 200)
  if (failed !== undefined) {
    if (failed.status === 401) return start()
    return show(el('p', { class: 'empty' }, problemText(failed)))
  }
  listed.clear()
  for (const answer of [waiting, unknown, recent]) for (const hold of answer.body.approvals) listed.set(hold.id, hold)
  olderCursor = recent.body.next_cursor
  drawList()
}

async function loadOlder() {
  const answer = await request('GET', '/admin/approvals?limit=50&cursor=' + encodeURIComponent(olderCursor))
  if (answer.status !== 200) return announce(problemText(answer))
  for (const hold of answer.body.approvals) if (!listed.has(hold.id)) listed.set(hold.id, hold)
  olderCursor = answer.body.next_cursor
  drawList()
}

function drawList() {
  const focused = document.activeElement?.getAttribute('data-hold') ?? null
  const holds = [...listed.values()].sort((one, other) => other.created_at.localeCompare(one.created_at))
  const waiting = holds.filter((hold) => hold.state === 'pending' || hold.state === 'unknown')
  const rest = holds.filter((hold) => !waiting.includes(hold))
  document.title = (waiting.length > 0 ? '(' + waiting.length + ') ' : '') + 'Holdpoint'
  show(
    el('div', { class: 'headline' }, el('h1', null, 'Waiting for you'), el('span', { class: 'count' }, String(waiting.length))),
    waiting.length === 0
      ? el('p', { class: 'card empty' }, 'Nothing waits. A risky call appears here the moment an agent makes it.')
      : el('ul', { class: 'list', id: 'waiting' }, waiting.map(drawRow)),
    rest.length === 0 ? '' : el('div', { class: 'headline' }, el('h2', null, 'Lately')),
    rest.length === 0 ? '' : el('ul', { class: 'list', id: 'lately' }, rest.map(drawRow)),
    olderCursor === null ? '' : el('button', { type: 'button', class: 'plain more', onclick: () => void loadOlder() }, 'Show older'))
  if (focused !== null) [...document.querySelectorAll('[data-hold]')].find((row) => row.getAttribute('data-hold') === focused)?.focus()
}

function drawRow(hold) {
  const waits = hold.state === 'pending'
  return el('li', null,
    el('a', { class: 'row' + (waits ? ' waiting' : ''), href: holdPath(hold.id), 'data-hold': hold.id },
      el('span', { class: 'title' }, hold.tool + ' on ' + hold.server),
      el('span', { class: 'marks' },
        waits || hold.state === 'unknown' ? mark(hold.risk, hold.risk + ' risk') : null,
        waits ? null : mark(hold.state, hold.state === 'unknown' ? 'outcome unknown' : hold.state)),
      el('span', { class: 'glimpse bytes' }, glimpse(hold.arguments)),
      el('span', { class: 'about' }, hold.decided_by === null ? 'Asked by ' + hold.client : describeState(hold)),
      el('span', { class: 'when' }, waits ? ticking(() => left(hold.decide_by)) : ticking(() => ago(hold.decided_at ?? hold.created_at)))))
}

/* Only a reminder of which call it is: the whole is shown where it can be decided. */
function glimpse(value) {
  const text = JSON.stringify(value)
  return text.length > 160 ? text.slice(0, 160) + '\u2026' : text
}
`
