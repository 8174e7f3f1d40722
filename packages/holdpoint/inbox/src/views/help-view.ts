/** The keys: as a dialog, and among the settings. */
import { html } from 'lit'
import type { TemplateResult } from 'lit'
import type { Inbox } from '../model/inbox.ts'
import type { Words } from '../words/words.ts'
import { modal } from './parts/modal.ts'

/** As the keys themselves say it. */
export const PALETTE_KEYS: string = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

export function drawHelp(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  const close = (): void => inbox.change({ dialog: 'none' })
  return html`<dialog class="dialog" aria-labelledby="help-title" ${modal} @close=${close}>
    <h2 id="help-title">${words.keys}</h2>
    ${drawKeys(words)}
    <div class="buttons"><button type="button" autofocus @click=${close}>${words.close}</button></div>
  </dialog>`
}

export function drawKeys(words: Words): TemplateResult {
  return html`<dl class="keys">
      ${[...words.keyList, [PALETTE_KEYS, words.palette] as const].map(
        ([keys, meaning]) =>
          html`<div>
            <dt>${keys.split(' ').map((key) => html`<kbd>${key}</kbd>`)}</dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <p class="quiet-text">${words.keysHint}</p>`
}
