/** The line above all output that says the gate is paused or off. Empty while the gate holds. */
import { describePause } from '@holdpoint/core'
import type { GateStatus } from '@holdpoint/core'
import { showInOneLine } from './one-line.ts'

export function describeGate({ off, paused }: GateStatus, program: string): string {
  const lines: string[] = []
  if (off !== null) lines.push(`GATE OFF (${showInOneLine(off)}): nothing is held.\n`)
  if (paused !== null) {
    lines.push(`${describePause(paused, program)}\n`)
  }
  return lines.join('')
}
