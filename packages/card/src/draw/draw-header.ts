/**
 * The head of a card: which tool, from which server, in which state. A press on it opens and closes the arguments,
 * where they are known.
 */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { fill } from '../presentation/message-table.ts'
import { sectionOf } from '../presentation/present-card.ts'
import type { DrawContext } from './draw-context.ts'
import { drawVisible } from './draw-visible.ts'

export function drawHeader(view: DrawContext): TemplateResult {
  const { presentation, messages, badge, state } = view
  const { name, icon, serverTitle, origin } = presentation
  const named = html`<span part="name">${drawVisible(name)}</span>`
  return html`<header part="header" @click=${() => view.change({ argumentsOpen: !state.argumentsOpen })}>
    <span class="icon" part="icon" aria-hidden="true"
      >${icon.kind === 'image' ? html`<img src=${icon.text} alt="" width="24" height="24" />` : icon.text}</span
    >
    <div class="naming">
      ${
        sectionOf(presentation, 'arguments') === null
          ? html`<span class="name">${named}</span>`
          : html`<button class="name" type="button" aria-expanded=${state.argumentsOpen} aria-controls="arguments">
              ${named}
            </button>`
      }
      <div class="origin">
        <span>${messages.from}</span>
        <span class="chip ${origin.trust} ${origin.state}" part="origin"
          >${origin.state === null ? nothing : html`<span class="dot" aria-hidden="true"></span>`}<bdi
            >${drawVisible(origin.name)}</bdi
          ><span class="trust">${origin.trustText}</span>${
            origin.state === null
              ? nothing
              : html`<span class=${origin.state === 'connected' ? 'quiet' : 'reach'}>${origin.stateText}</span>`
          }</span
        >
        ${serverTitle === null ? nothing : html`<span class="server-title">${drawVisible(serverTitle)}</span>`}
      </div>
    </div>
    <span class="status" role="status" aria-live="polite" aria-atomic="true"
      ><span class="quiet">${fill(messages.announce, { name, server: origin.name })} </span
      ><span class="badge ${badge.state}" part="badge"
        ><span class="glyph">${badge.icon}</span> ${badge.text}${
          badge.state === 'running'
            ? html`<span class="breathing" part="breathing-dot" aria-hidden="true"></span>`
            : nothing
        }</span
      ></span
    >
  </header>`
}
