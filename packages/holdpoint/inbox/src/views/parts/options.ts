/**
 * The options of a choice. The chosen one is compared with what the browser shows: a choice that the person touched
 * keeps it.
 */
import { html } from 'lit'
import type { TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'

/** `options`: each value with its words. */
export function drawOptions(
  options: readonly (readonly [string, string])[],
  chosen: string,
): readonly TemplateResult[] {
  return options.map(
    ([value, words]) => html`<option value=${value} .selected=${live(value === chosen)}>${words}</option>`,
  )
}
