/** A ruling in plain sentences, for `policy explain` and for whoever wonders why they were asked. */
import type { Ruling } from './ruling.ts'

export function explainRuling(ruling: Ruling, considered: readonly string[]): string {
  const lines = [`${capital(ruling.risk)} risk, by ${ruling.rule}. ${ruling.why}`, consequence(ruling)]
  if (ruling.answer === 'ask' || ruling.gateOff) lines.push(deciders(ruling))
  if (ruling.answer === 'ask' && ruling.undoWindowMs > 0) lines.push(undoWindow(ruling.undoWindowMs))
  if (considered.length > 0) lines.push('Considered, in order:', ...considered.map((note) => `- ${note}`))
  return lines.join('\n')
}

function consequence(ruling: Ruling): string {
  if (ruling.gateOff) return 'GATE OFF: it passes, and it is recorded that a person would have been asked.'
  switch (ruling.answer) {
    case 'pass':
      return 'It passes.'
    case 'deny':
      return 'It is refused; nobody is asked.'
    case 'ask':
      return ruling.scope === null
        ? 'A person is asked each time.'
        : `A person is asked once per session for ${ruling.scope}.`
  }
}

function deciders(ruling: Ruling): string {
  const who = ruling.approvers === null ? 'Anybody' : ruling.approvers.join(', ')
  const count = ruling.quorum > 1 ? `, ${ruling.quorum} of them,` : ''
  const rails = ruling.rails === null ? '' : ` via ${ruling.rails.join(', ')}`
  const limits = ruling.grantable ? '' : ' No standing permission can be given for it.'
  return `${who}${count} may decide with assurance "${ruling.assurance}"${rails}.${limits}`
}

function undoWindow(milliseconds: number): string {
  return `Once approved it waits ${milliseconds / 1000} s before it runs; until then the approval can be taken back.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
