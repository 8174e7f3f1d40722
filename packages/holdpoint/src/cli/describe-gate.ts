/** What stands above everything else: that the gate is paused, or that it is off. Empty while it simply holds. */
import type { PauseView } from '@holdpoint/core'
import type { GateStatus } from './command-context.ts'
import { oneLine } from './one-line.ts'

export function describeGate({ off, paused }: GateStatus, program: string): string {
  const lines: string[] = []
  if (off !== null) lines.push(`GATE OFF (${oneLine(off)}): nothing is held.\n`)
  if (paused !== null) {
    lines.push(`${describePause(paused, program)}\n`)
  }
  return lines.join('')
}

export function describePause({ by, tenant, can_resume }: PauseView, program: string): string {
  const whose = tenant === null ? '' : ` for the tenant ${oneLine(tenant)}`
  const end = can_resume ? `End it: ${program} resume` : 'Only an operator of this home can end it.'
  return `PAUSED by ${oneLine(by)}${whose}: everything above low risk is denied. ${end}`
}
