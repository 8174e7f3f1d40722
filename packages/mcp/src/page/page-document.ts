/** The page of one approval: a document and a script that draw `<tool-card>`, and nothing from anywhere else. Texts that an agent or a server chose reach it as data alone. */

export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; media-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export const PAGE_DOCUMENT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Holdpoint</title>
<link rel="stylesheet" href="/page.css">
<script type="module" src="/tool-card.js"></script>
<script type="module" src="/page.js"></script>
<body data-preset="material3">
<main>
<form id="sign-in" hidden>
<h1>Sign in</h1>
<p><label for="code">The code that this server wrote to its log when it asked:</label></p>
<p><input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required><button>Sign in</button></p>
</form>
<tool-card hidden></tool-card>
<p><button id="back" hidden></button></p>
<p id="told" role="status"></p>
</main>
</body>
</html>
`

export const PAGE_STYLE = `:root { color-scheme: light dark; font-family: system-ui, sans-serif }
body { margin: 0; padding: 1rem; background: Canvas; color: CanvasText }
main { max-width: 44rem; margin: 0 auto }
h1 { font-size: 1.25rem }
input, button { font: inherit; min-height: 44px; padding: 0 .75rem; margin: 0 .5rem .5rem 0 }
[hidden] { display: none }
`

/** Runs in the browser. The key stays in this origin's storage and travels as a header: cookies ignore ports. */
export const PAGE_SCRIPT = `const id = location.pathname.split('/').pop()
const card = document.querySelector('tool-card')
const form = document.querySelector('#sign-in')
const told = document.querySelector('#told')
const back = document.querySelector('#back')
const OVER = ['success', 'error', 'cancelled']
let key = localStorage.getItem('holdpoint-key')
let last = ''
let sending = false

async function ask(path, body) {
  const headers = { authorization: 'Bearer ' + key }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const answer = await fetch(path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) })
  const said = await answer.json().catch(() => null)
  if (answer.ok) return said
  if (answer.status === 401) signOut()
  throw new Error(said?.error?.message ?? 'The server answered HTTP ' + answer.status + '.')
}

function signOut() {
  key = null
  localStorage.removeItem('holdpoint-key')
  form.hidden = false
  card.hidden = true
}

async function signIn(code) {
  const { key: given } = await ask('/sign-in', { code })
  key = given
  localStorage.setItem('holdpoint-key', key)
  form.hidden = true
  told.textContent = ''
  await look()
}

async function look() {
  if (key === null || sending) return
  try {
    const invocation = await ask('/approvals/' + id + '/card')
    const text = JSON.stringify(invocation)
    if (text !== last) card.invocation = invocation
    last = text
    card.hidden = false
    document.title = invocation.hold.titles?.en ?? 'Holdpoint'
    offerWayBack(invocation.hold)
    if (told.dataset.kind === 'lost') told.textContent = ''
  } catch (error) {
    told.dataset.kind = 'lost'
    back.hidden = true
    told.textContent = error instanceof TypeError ? hasEnded() : error.message
  }
}

// Whether it ran after the last look cannot be known here.
function hasEnded() {
  if (OVER.includes(card.invocation?.state)) return 'The server has ended.'
  return 'The server has ended, so what becomes of this call is not shown here. The agent is told once it makes the call again.'
}

// What is approved and cannot be undone waits a moment, so that a yes can be taken back.
function offerWayBack({ state, run_after: runAfter }) {
  const left = state === 'approved' && runAfter !== null ? Math.ceil((Date.parse(runAfter) - Date.now()) / 1000) : 0
  back.hidden = left <= 0
  back.textContent = 'Take it back (' + left + ')'
}

async function answer(verdict) {
  sending = true
  told.dataset.kind = 'said'
  told.textContent = ''
  try {
    await ask('/approvals/' + id + '/verdict', verdict)
  } catch (error) {
    told.textContent = error.message
  }
  sending = false
  last = ''
  await look()
}
card.addEventListener('hold-verdict', ({ detail }) => void answer(detail))
back.addEventListener('click', () => void answer({ answer: 'cancel' }))
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    await signIn(form.elements.code.value)
  } catch (error) {
    told.textContent = error.message
  }
})
const code = new URLSearchParams(location.hash.slice(1)).get('code')
history.replaceState(null, '', location.pathname)
if (code !== null) signIn(code).catch((error) => { told.textContent = error.message; form.hidden = false })
else if (key === null) form.hidden = false
else look()
setInterval(look, 1000)
`
