/** Places before and after, with what differs in each. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { ArgumentChange } from '@holdpoint/core'
import type { MessageTable } from '../presentation/message-table.ts'
import { drawVisible } from './draw-visible.ts'

const SHORTEST_COMMON = 12

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

interface SplitChange {
  readonly start: string
  readonly before: string
  readonly after: string
  readonly end: string
}

/** Long texts that begin or end alike differ only in their middle; short ones differ as a whole. */
function splitChange(before: string, after: string): SplitChange {
  const one = Array.from(before)
  const other = Array.from(after)
  const start = alike(one, other)
  const end = alike(one.slice(start).toReversed(), other.slice(start).toReversed())
  if (start + end < SHORTEST_COMMON) return { start: '', before, after, end: '' }
  return {
    start: one.slice(0, start).join(''),
    before: one.slice(start, one.length - end).join(''),
    after: other.slice(start, other.length - end).join(''),
    end: one.slice(one.length - end).join(''),
  }
}

/** How far two texts begin alike. */
function alike(one: readonly string[], other: readonly string[]): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
