/** For a call with an unknown outcome: a person looks and says whether it took effect. Nothing is run again. */
import { html } from 'lit'
import type { TemplateResult } from 'lit'
import type { Inbox } from '../../model/inbox.ts'

export function drawResolve(inbox: Inbox, id: string): TemplateResult {
  const { words } = inbox.state()
  const say = async (event: Event, executed: boolean): Promise<void> => {
    if (!event.isTrusted) return
    const section = (event.currentTarget as Element).closest('section')
    const note = section?.querySelector('textarea')
    const trouble = section?.querySelector('.trouble')
    if (note === null || note === undefined || trouble === null || trouble === undefined) return
    trouble.textContent = ''
    if (note.value.trim() === '') {
      trouble.textContent = words.sayHowYouKnow
      note.focus()
      return
    }
    trouble.textContent = (await inbox.decisions.resolve(id, executed, note.value.trim())) ?? ''
  }
  return html`<section class="panel part resolve" aria-labelledby="resolve-title">
    <h2 id="resolve-title">${words.whatBecame}</h2>
    <p>${words.whatBecameHint}</p>
    <label for="note">${words.howDoYouKnow}</label>
    <textarea id="note" maxlength="4000" rows="2" required></textarea>
    <div class="buttons">
      <button type="button" @click=${(event: Event) => void say(event, true)}>${words.itRan}</button>
      <button type="button" @click=${(event: Event) => void say(event, false)}>${words.itDidNotRun}</button>
    </div>
    <p class="trouble" role="alert"></p>
  </section>`
}
