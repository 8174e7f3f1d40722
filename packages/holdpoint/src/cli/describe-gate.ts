/** What stands above everything else: that the gate is paused, or that it is off. Empty while it simply holds. */
import type { GateStatus } from './command-context.ts'
import { oneLine } from './one-line.ts'

export function describeGate({ off, paused }: GateStatus): string {
  const lines: string[] = []
  if (off !== null) lines.push(`GATE OFF (${oneLine(off)}): nothing is held.\n`)
  if (paused !== null) {
    lines.push(`PAUSED by ${oneLine(paused.by)}: everything above low risk is denied. End it: holdpoint resume\n`)
  }
  return lines.join('')
}
