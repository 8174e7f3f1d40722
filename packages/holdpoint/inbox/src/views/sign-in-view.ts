/** Without a key: how to get one. It shows nothing of any hold. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Inbox } from '../model/inbox.ts'
import { openCommand, tryToken } from '../model/sign-in.ts'
import { keepInOneLine } from '../words/one-line.ts'

export function drawSignIn(inbox: Inbox): TemplateResult {
  const { words, trouble, route } = inbox.state()
  const command = openCommand(route.page === 'hold' ? route.id : null)
  const useToken = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const field = (event.target as HTMLFormElement).elements.namedItem('token') as HTMLInputElement
    const problem = await tryToken(field.value.trim(), words)
    if (problem === null) location.reload()
    else inbox.change({ trouble: problem })
  }
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(command)
    inbox.toast(words.copied, 'plain')
  }
  return html`<section class="panel sign-in" aria-labelledby="sign-in-title">
    <img src="/page/icon.svg" alt="" width="48" height="48" />
    <h1 id="sign-in-title">${words.signInTitle}</h1>
    ${trouble === null ? nothing : html`<p class="trouble" role="alert">${keepInOneLine(trouble)}</p>`}
    <p>${words.signInWhy}</p>
    <div class="command">
      <code>${command}</code>
      <button type="button" @click=${() => void copy()}>${words.copy}</button>
    </div>
    <form @submit=${(event: SubmitEvent) => void useToken(event)}>
      <label for="token">${words.orToken}</label>
      <div class="command">
        <input id="token" name="token" type="password" autocomplete="off" spellcheck="false" required />
        <button type="submit">${words.useToken}</button>
      </div>
    </form>
  </section>`
}
