/** Places before and after, with what differs in each. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { ArgumentChange } from '@holdpoint/core'
import type { MessageTable } from '../presentation/message-table.ts'
import { drawVisible } from './draw-visible.ts'
import { splitChange } from './split-change.ts'

export interface Change {
  readonly label: string
  readonly before: string
  readonly after: string
}

export function drawChange({ label, before, after }: Change, messages: MessageTable): TemplateResult {
  const split = splitChange(before, after)
  const side = (middle: string): TemplateResult =>
    html`${drawVisible(split.start)}<b>${drawVisible(middle)}</b>${drawVisible(split.end)}`
  return html`<dt>${drawVisible(label)}</dt>
    <dd class="change">
      <del><span class="quiet">${messages.before}: </span>${side(split.before)}</del>
      <span class="arrow" aria-hidden="true">→</span>
      <ins><span class="quiet">${messages.after}: </span>${side(split.after)}</ins>
    </dd>`
}

export function drawChanges(changes: readonly ArgumentChange[], messages: MessageTable): TemplateResult {
  return html`<dl class="facts">
    ${changes.map(({ path, requested, approved }) =>
      drawChange({ label: path, before: requested ?? messages.nothing, after: approved ?? messages.nothing }, messages),
    )}
  </dl>`
}
