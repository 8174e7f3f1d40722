/** Small labels for risk and state. */
import { html } from 'lit'
import type { TemplateResult } from 'lit'
import type { Words } from '../../words/words.ts'

export function riskMark(risk: string, words: Words): TemplateResult {
  const known = risk === 'low' || risk === 'medium' ? risk : 'high'
  return html`<span class="mark ${known}">${words.risks[known] ?? risk}</span>`
}

export function stateMark(state: string, words: Words): TemplateResult {
  return html`<span class="mark state ${state}">${words.states[state] ?? state}</span>`
}
