/** The one-time code in the fragment: exchanged at once, and gone from the address bar before anything else happens. */
import type { SessionView } from '../api/answers.ts'
import { writeKey } from '../api/key.ts'
import { request } from '../api/request.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import type { Words } from '../words/words.ts'
import { program } from '../words/program.ts'

export function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('sign-in')
  if (code !== null) history.replaceState(null, '', location.pathname + location.search)
  return code
}

/** What went wrong, or `null`. */
export async function exchangeCode(code: string, words: Words): Promise<string | null> {
  const answer = await request<{ readonly key: string }>('POST', '/admin/sign-in', { code }, null)
  if (!answer.ok) return inPageLanguage(answer.problem.message, 'message', words) || words.somethingWrong
  writeKey(answer.body.key)
  return null
}

/** What went wrong, or `null`. */
export async function tryToken(token: string, words: Words): Promise<string | null> {
  const answer = await request<SessionView>('GET', '/admin/session', undefined, token)
  if (!answer.ok)
    return answer.status === 401
      ? words.wrongToken
      : inPageLanguage(answer.problem.message, 'message', words) || words.somethingWrong
  writeKey(token)
  return null
}

/** The maker of the link chose its path: only a plain id may become part of a command to copy. */
export function openCommand(id: string | null): string {
  return `${program()} open${id !== null && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id) ? ` ${id}` : ''}`
}

export async function signOut(): Promise<void> {
  await request('POST', '/admin/sign-out')
  writeKey(null)
  location.reload()
}
