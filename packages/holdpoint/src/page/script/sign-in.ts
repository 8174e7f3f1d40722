/** Without a key: how to get one. With a one-time code in the fragment: exchanged at once, and gone from the address bar. */
export const SIGN_IN: string = String.raw`
function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get('sign-in')
  if (code !== null) history.replaceState(null, '', location.pathname + location.search)
  return code
}

async function exchangeCode(code) {
  const answer = await request('POST', '/admin/sign-in', { code }, null)
  if (answer.status !== 200) return problemText(answer)
  writeKey(answer.body.key)
  return null
}

/* Whoever made the link chose what stands in its path: only a plain id may become part of a command to copy. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

function showSignIn(trouble) {
  const command = 'npx holdpoint open' + (shownId !== null && PLAIN_ID.test(shownId) ? ' ' + shownId : '')
  const copied = el('span', { role: 'status', class: 'hint' })
  const field = el('input', { id: 'token', type: 'password', autocomplete: 'off', spellcheck: 'false', required: true })
  const problem = el('p', { class: 'trouble', role: 'alert' }, trouble ?? '')
  show(
    el('section', { class: 'card sign-in' },
      el('h1', null, 'Sign in to decide'),
      trouble ? problem : null,
      el('p', null, 'This page shows what an agent wants to do, and only to somebody who can prove to sit at this machine. In a terminal, run:'),
      el('div', { class: 'command' },
        el('code', null, command),
        el('button', { type: 'button', onclick: async () => {
          await navigator.clipboard.writeText(command)
          copied.textContent = 'Copied.'
        } }, 'Copy'),
        copied),
      el('form', { onsubmit: (event) => { event.preventDefault(); void useToken(field.value.trim(), problem) } },
        el('label', { for: 'token' }, 'Or paste an approver\u2019s token'),
        field,
        el('button', { type: 'submit' }, 'Use this token'),
        trouble ? null : problem)))
  document.getElementById('who').replaceChildren()
}

async function useToken(token, problem) {
  const answer = await request('GET', '/admin/session', null, token)
  if (answer.status !== 200) {
    problem.textContent = answer.status === 401 ? 'This token is not valid.' : reveal(problemText(answer))
    return
  }
  writeKey(token)
  location.reload()
}
`
