/**
 * Whether a program among this process's ancestors has a terminal to ask its person in. Some hosts tell their servers
 * nothing of how they run, and end when they are asked without one. It looks only where the system shows it (Linux);
 * where it cannot see, it says so and claims nothing.
 */
import { readFileSync, readlinkSync } from 'node:fs'

export type HostTerminal = 'terminal' | 'none' | 'unseen'

const MOST_ANCESTORS = 8

/** `program`: the name under which the system knows it. */
export function seeTerminalOf(program: string): HostTerminal {
  try {
    let pid = process.ppid
    for (let steps = 0; steps < MOST_ANCESTORS && pid > 1; steps++) {
      // The name stands in brackets and may hold any character; the parent is the second field behind it.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      if (name === program) return /^\/dev\/(pts|tty)/.test(readlinkSync(`/proc/${pid}/fd/0`)) ? 'terminal' : 'none'
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    }
  } catch {
    return 'unseen'
  }
  return 'unseen'
}
