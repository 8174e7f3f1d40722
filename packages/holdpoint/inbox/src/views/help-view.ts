/** The keys, as a dialog. */
import { html } from 'lit'
import type { TemplateResult } from 'lit'
import type { Inbox } from '../model/inbox.ts'
import { modal } from './parts/modal.ts'

export function drawHelp(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  const close = (): void => inbox.change({ dialog: 'none' })
  return html`<dialog class="dialog" aria-labelledby="help-title" ${modal} @close=${close}>
    <h2 id="help-title">${words.keys}</h2>
    <dl class="keys">
      ${words.keyList.map(
        ([keys, meaning]) =>
          html`<div>
            <dt>${keys.split(' ').map((key) => html`<kbd>${key}</kbd>`)}</dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <p class="quiet-text">${words.keysHint}</p>
    <div class="buttons"><button type="button" autofocus @click=${close}>${words.close}</button></div>
  </dialog>`
}
