/** Pausing everything, asked once: it stops every agent, so no single press in a menu does it. Resuming needs no question. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Inbox } from '../model/inbox.ts'
import { setPaused } from '../model/pause.ts'
import { icon } from './parts/icons.ts'
import { modal } from './parts/modal.ts'

/** Apart from what this browser prefers. */
export function drawPauseItem(inbox: Inbox): TemplateResult | typeof nothing {
  const { words, session } = inbox.state()
  if (session?.can_decide !== true || session.gate.paused !== null) return nothing
  return html`<div class="menu-gate">
    <button
      type="button"
      class="menu-item"
      aria-haspopup="dialog"
      title=${words.pauseMeans}
      @click=${askToPause(inbox)}
    >
      ${icon('pause')}${words.pause}…
    </button>
  </div>`
}

export function askToPause(inbox: Inbox): () => void {
  return () => inbox.change({ dialog: 'pause' })
}

export function drawPauseDialog(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  const close = (): void => inbox.change({ dialog: 'none' })
  const pause = (): void => {
    close()
    void setPaused(inbox, true)
  }
  return html`<dialog class="dialog" aria-labelledby="pause-title" ${modal} @close=${close}>
    <h2 id="pause-title">${words.pauseTitle}</h2>
    <p>${words.pauseMeans}</p>
    <div class="buttons">
      <button type="button" class="no" id="pause-now" @click=${pause}>${icon('pause')}${words.pause}</button>
      <button type="button" autofocus @click=${close}>${words.back}</button>
    </div>
  </dialog>`
}
