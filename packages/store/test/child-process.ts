/** Runs the scripts under `processes/` as real processes against the built package. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Child {
  readonly process: ChildProcess
  /** Lines of standard output so far; standard error is kept in `errors`. */
  readonly lines: string[]
  readonly errors: () => string
  readonly line: (expected: string) => Promise<void>
  readonly say: (text: string) => void
  readonly ended: Promise<number | null>
}

export function scriptPath(script: string): string {
  return fileURLToPath(new URL(`./processes/${script}`, import.meta.url))
}

export function runChild(script: string, args: readonly string[]): Child {
  return follow(spawn(process.execPath, [scriptPath(script), ...args], { stdio: 'pipe' }))
}

export function follow(child: ChildProcess): Child {
  const lines: string[] = []
  const waiting = new Map<string, () => void>()
  let errors = ''
  if (child.stdout === null || child.stderr === null) throw new Error('The child has no pipes.')
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    lines.push(line)
    waiting.get(line)?.()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  // The end is reported only after the last line was read.
  const read = new Promise<void>((resolve) => reader.once('close', resolve))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    process: child,
    lines,
    errors: () => errors,
    line: async (expected) => {
      if (lines.includes(expected)) return
      await new Promise<void>((resolve, reject) => {
        waiting.set(expected, resolve)
        void exited.then((code) => reject(new Error(`The child ended with ${code} before "${expected}": ${errors}`)))
      })
    },
    say: (text) => child.stdin?.write(`${text}\n`),
    ended: exited.then(async (code) => {
      await read
      return code
    }),
  }
}
