/** Begins: sign in if a code came along, learn who we are, draw, follow the events. */
export const START: string = String.raw`
const shownId = readShownId()
let following = false

function readShownId() {
  if (!location.pathname.startsWith('/approvals/')) return null
  const written = location.pathname.slice('/approvals/'.length)
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

async function start() {
  const code = takeCode()
  const trouble = code === null ? null : await exchangeCode(code)
  const answer = await request('GET', '/admin/session')
  if (answer.status === 401 || answer.status === 403) {
    const stale = readKey() !== null
    writeKey(null)
    return showSignIn(trouble ?? (answer.status === 403 ? problemText(answer) : stale ? 'This browser is no longer signed in.' : null))
  }
  if (answer.status !== 200) {
    show(el('p', { class: 'empty' }, problemText(answer)))
    return void setTimeout(start, 2000)
  }
  Object.assign(session, {
    name: answer.body.name,
    key: answer.body.key,
    canDecide: answer.body.can_decide,
    gate: answer.body.gate,
    linkUsedAgainAt: answer.body.link_used_again_at,
  })
  drawWho()
  drawBanners()
  if (trouble !== null) document.getElementById('banners').prepend(banner('stop', trouble))
  if (!following) {
    following = true
    followEvents(onEvent)
  }
  await reload()
}

async function reload() {
  if (shownId === null) await loadList()
  else await loadHold(shownId)
}

function onEvent(event) {
  const connected = event.name !== 'broken'
  if (connected !== session.connected) {
    session.connected = connected
    drawBanners()
  }
  switch (event.name) {
    case 'ready':
      if (!event.data.resumed) void reload()
      return
    case 'gate':
      session.gate = { paused: event.data.paused, off: event.data.off }
      session.linkUsedAgainAt = event.data.link_used_again_at
      drawBanners()
      return drawWho()
    case 'hold':
      return onHold(event.data)
    case 'refused':
      following = false
      return void start()
  }
}

function onHold(hold) {
  const isNew = hold.state === 'pending' && !listed.has(hold.id)
  listed.set(hold.id, hold)
  if (shownId === null) {
    drawList()
    if (isNew) announce('New: ' + hold.summary)
  } else if (hold.id === shownId) {
    void loadHold(shownId)
  }
}

addEventListener('storage', (event) => {
  if (event.key === KEY_NAME) location.reload()
})
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#sign-in=')) void start()
})
void start()
`
