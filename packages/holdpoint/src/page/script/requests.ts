/** Talks to the API of this very origin. The key stays in this origin's storage and travels in one header. */
export const REQUESTS: string = String.raw`
const KEY_NAME = 'holdpoint.key'

function readKey() {
  return localStorage.getItem(KEY_NAME)
}

function writeKey(key) {
  if (key === null) localStorage.removeItem(KEY_NAME)
  else localStorage.setItem(KEY_NAME, key)
}

function requestHeaders(key) {
  return key === null ? {} : { authorization: 'Bearer ' + key }
}

/* Answers {status, body}; status 0: no answer at all. */
async function request(method, path, body, key = readKey()) {
  let response
  try {
    response = await fetch(path, {
      method,
      headers: { ...requestHeaders(key), ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    })
  } catch {
    return { status: 0, body: { error: { code: 'OFFLINE', message: 'Holdpoint does not answer. Is it still running?' } } }
  }
  learnClock(response)
  let answer = null
  try {
    answer = await response.json()
  } catch {
    answer = { error: { code: 'UNREADABLE', message: 'Holdpoint gave an answer that cannot be read.' } }
  }
  return { status: response.status, body: answer }
}

function problemText(answer) {
  return answer.body?.error?.message ?? 'Something went wrong (' + answer.status + ').'
}
`
