/** What stands above everything: the gate is off or paused, a link was used twice, the connection is gone. */
export const BANNERS: string = String.raw`
const session = { name: null, canDecide: false, key: null, gate: { paused: null, off: null }, linkUsedAgainAt: null, connected: true }
const NOTICE_SEEN = 'holdpoint.notice-seen'

function drawBanners() {
  const banners = []
  if (session.gate.off !== null) banners.push(banner('stop', 'GATE OFF: ' + session.gate.off + '. Risky calls run without being asked about.'))
  if (session.gate.paused !== null) {
    const since = session.gate.paused.at === '' ? '' : ' since ' + clock(session.gate.paused.at)
    const resume = session.canDecide ? el('button', { type: 'button', onclick: () => setPause('resume') }, 'Resume') : null
    banners.push(banner('', 'Paused by ' + session.gate.paused.by + since + '. Everything above low risk is denied until resumed.', resume))
  }
  const used = session.linkUsedAgainAt
  if (used !== null && localStorage.getItem(NOTICE_SEEN) !== used) {
    banners.push(
      banner(
        'stop',
        'The link that signed this browser in was used a second time, ' + clock(used) + ', and refused. If that was not you, somebody else has seen it.',
        el('button', { type: 'button', onclick: signOut }, 'Sign out'),
        el('button', { type: 'button', class: 'plain', onclick: () => { localStorage.setItem(NOTICE_SEEN, used); drawBanners() } }, 'It was me'),
      ),
    )
  }
  if (!session.connected) banners.push(banner('', 'The connection is lost; trying again. What is shown may be old.'))
  document.getElementById('banners').replaceChildren(...banners)
}

function banner(kind, text, ...buttons) {
  return el('div', { class: 'banner ' + kind }, el('p', null, text), ...buttons)
}

function drawWho() {
  const parts = []
  if (session.name !== null) parts.push(el('span', { class: 'name' }, session.name))
  else if (readKey() === null) parts.push(el('span', { class: 'name' }, 'Read only'))
  if (session.canDecide && session.gate.paused === null) {
    parts.push(el('button', { type: 'button', class: 'plain', title: 'Deny everything above low risk until resumed', onclick: () => setPause('pause') }, 'Pause'))
  }
  if (readKey() !== null) parts.push(el('button', { type: 'button', class: 'plain', onclick: signOut }, 'Sign out'))
  document.getElementById('who').replaceChildren(...parts)
}

async function setPause(verb) {
  const answer = await request('POST', '/admin/' + verb)
  if (answer.status === 200) session.gate = answer.body
  announce(answer.status === 200 ? (verb === 'pause' ? 'Paused.' : 'Resumed.') : problemText(answer))
  drawBanners()
  drawWho()
}

async function signOut() {
  await request('POST', '/admin/sign-out')
  writeKey(null)
  location.reload()
}
`
