/** One hold: what will happen, who asks, every byte of the arguments, and the decision or what became of it. */
export const HOLD_VIEW: string = String.raw`
const STATE_TEXT = {
  pending: 'Waiting for a decision',
  approved: 'Approved; it runs now, or when the agent asks again',
  dispatching: 'Approved; running',
  succeeded: 'Approved and done',
  failed: 'Approved; the server reported an error',
  unknown: 'Approved; the outcome is unknown',
  resolved: 'Resolved by a person',
  declined: 'Declined; nothing ran',
  cancelled: 'Cancelled; nothing ran',
  expired: 'Expired; nothing ran',
  invalidated: 'No longer valid; nothing ran',
}

let shownHold = ''
let holdTrouble = null

async function loadHold(id) {
  const answer = await request('GET', '/admin' + holdPath(id))
  if (answer.status === 401) return start()
  if (answer.status !== 200) {
    shownHold = ''
    return show(backLink(), el('p', { class: 'empty' }, answer.status === 404 ? 'There is no such approval, or it is not yours to see.' : problemText(answer)))
  }
  const text = JSON.stringify(answer.body)
  if (text === shownHold) return
  const typed = document.getElementById('reason')?.value ?? ''
  shownHold = text
  drawHold(answer.body)
  const field = document.getElementById('reason')
  if (field !== null) field.value = typed
}

function drawHold(hold) {
  const { preview } = hold
  const end = el('div', { class: 'end' })
  document.title = (hold.state === 'pending' ? 'Decide: ' : '') + reveal(preview.title) + ' \u00b7 Holdpoint'
  show(
    backLink(),
    el('article', { class: 'card hold', 'aria-labelledby': 'title' },
      el('div', { class: 'marks' },
        mark(hold.risk, hold.risk + ' risk'),
        preview.irreversible ? mark('high', 'cannot be undone') : null,
        hold.state === 'pending' ? null : mark(hold.state, hold.state)),
      el('h1', { id: 'title' }, preview.title),
      el('p', { class: 'why' }, preview.why + ' (rule: ' + preview.rule + ')'),
      drawEntity(preview.entity),
      drawWarnings(hold.warnings),
      drawFacts(hold),
      part('Arguments, exactly as they will be sent',
        el('div', { class: 'bytes-area', tabindex: '0', role: 'region', 'aria-label': 'Arguments' }, drawNode(preview.arguments), end)),
      preview.rationale === null ? null : part('The agent\u2019s claim of why (not checked)', el('p', { class: 'claim' }, preview.rationale)),
      drawStanding(hold),
      drawOutcome(hold),
      drawBelow(hold, end)))
}

function drawFacts(hold) {
  const { preview } = hold
  const fact = (name, ...value) => [el('dt', null, name), el('dd', null, ...value)]
  return el('dl', { class: 'facts' },
    fact('Tool', preview.tool, preview.toolTitle === null ? null : el('span', { class: 'bytes' }, 'the server calls it: ' + preview.toolTitle)),
    fact('Server', preview.server.name, el('span', { class: 'bytes' }, preview.server.display), el('span', { class: 'bytes' }, 'identity ' + preview.server.identity)),
    fact('Asked by', preview.askedBy.principal + ' via ' + preview.askedBy.client),
    fact('Asked', clock(hold.created_at) + ' (', ticking(() => ago(hold.created_at)), ')'),
    hold.state === 'pending' ? fact('Decide by', clock(hold.decide_by) + ' (', ticking(() => left(hold.decide_by)), ')') : [],
    hold.quorum > 1 ? fact('Approvals', hold.approvals + ' of ' + hold.quorum + ' so far') : [])
}

/* What the call is about, as a read tool of the server told it. */
function drawEntity(entity) {
  if (entity === undefined || entity === null) return null
  const line = (name, text) => [el('dt', null, name), el('dd', null, text)]
  return el('section', { class: 'part', id: 'entity', 'aria-label': 'What it is about' },
    el('h2', null, '\u26a0\ufe0f ' + entity.title),
    el('dl', { class: 'facts' },
      entity.fields.flatMap(({ label, before, after }) => line(label, after === null ? before : before + ' \u2192 ' + after)),
      entity.impact.flatMap(({ label, value }) => line(label, value))),
    el('p', { class: 'why' }, 'as ' + entity.source + ' of the server tells'))
}

function drawWarnings(warnings) {
  return warnings.length === 0 ? null : el('ul', { class: 'warnings', 'aria-label': 'Warnings' }, warnings.map((warning) => el('li', null, '\u26a0 ' + warning)))
}

/* Once decided: who, where, when. */
function drawStanding(hold) {
  if (hold.state === 'pending') return null
  return el('div', { class: 'said' + (hold.state === 'unknown' ? ' bad' : ''), id: 'standing' },
    el('strong', null, STATE_TEXT[hold.state] ?? hold.state),
    hold.decided_by === null ? null : el('div', null, describeState(hold) + (hold.decided_at === null ? '' : ', ' + clock(hold.decided_at))),
    hold.reason === null ? null : el('div', null, 'Reason: ' + hold.reason),
    hold.note === null ? null : el('div', null, hold.note),
    holdTrouble === null ? null : el('div', { class: 'trouble', role: 'alert' }, holdTrouble))
}

function describeState(hold) {
  if (hold.state === 'pending') return 'Your approval counts: ' + hold.approvals + ' of ' + hold.quorum
  const verb = { declined: 'Declined', cancelled: 'Cancelled' }[hold.state] ?? 'Approved'
  return hold.decided_by === null ? (STATE_TEXT[hold.state] ?? hold.state) : verb + ' by ' + hold.decided_by + ' via ' + hold.via
}

function drawBelow(hold, end) {
  if (hold.state !== 'pending' && hold.state !== 'unknown') return null
  if (!session.canDecide) return el('p', { class: 'said' }, 'You can read this but not decide. Run npx holdpoint open in a terminal, or sign in with an approver\u2019s token.')
  return hold.state === 'pending' ? drawDeciding(hold, end) : drawResolving(hold)
}

function backLink() {
  return el('a', { class: 'crumb', href: '/' }, '\u2190 All approvals')
}
`
