/**
 * An MCP server as a child process: one message per line on its stdin and stdout, its stderr goes to our log under the
 * server's name.
 */
import { say } from '@holdpoint/core'
import type { SendFailure, ServerIdentity, Upstream, UpstreamEvents } from '@holdpoint/core'
import { inOneLineForAnyReader } from './in-one-line.ts'
import { createLineSplitter } from './line-splitter.ts'
import { createLineWriter } from './line-writer.ts'
import type { Gathering } from './line-writer.ts'
import { oversizedAnswer } from './oversized-answer.ts'
import type { ChildExit, ServerProcess } from './start-child.ts'

export interface StdioUpstreamOptions {
  readonly child: ServerProcess
  readonly server: ServerIdentity
  readonly lineLimit: number
  readonly log: (message: string) => void
  readonly killAfterMs: number
  /** Behind one client a callback brings all there is; behind many sockets it brings one request of many. */
  readonly gathering: Gathering
}

export function createStdioUpstream(options: StdioUpstreamOptions): Upstream {
  const { child, server } = options
  const { stdin, stdout, stderr } = child.process
  const write = stdin === null ? () => {} : createLineWriter(stdin, inOneLineForAnyReader, options.gathering)
  let exited = false
  let listener: UpstreamEvents | null = null

  return {
    server,
    open(events) {
      listener = events
      if (stdout === null || stderr === null) throw new Error('The child has no pipes.')
      stdout.on(
        'data',
        createLineSplitter(options.lineLimit, {
          line: (bytes) => {
            if (bytes.length > 0) events.message(bytes.toString('utf8'), bytes, null)
          },
          tooLong: (head) => reportOversized(head, options.lineLimit, events, options.log),
        }),
      )
      stderr.on(
        'data',
        createLineSplitter(64 * 1024, {
          line: (bytes) => {
            if (bytes.length > 0) options.log(bytes.toString('utf8'))
          },
          tooLong: (head) => options.log(`${head.toString('utf8')} …`),
        }),
      )
      void child.exited.then((exit) => {
        exited = true
        // Everything the child wrote before it ended is read before the end is announced.
        const announce = (): void => events.closed(describeExit(exit))
        if (exit.error !== null || stdout.readableEnded || stdout.destroyed) announce()
        else stdout.once('close', announce)
      })
    },
    send({ text, bytes, request }) {
      if (exited || stdin === null || !stdin.writable) {
        const failure: SendFailure = { certainty: 'nothing-sent', message: say('serverNotRunning') }
        if (request !== null) queueMicrotask(() => listener?.requestFailed(request.id, failure))
        return
      }
      write(text, bytes)
    },
    abort() {},
    async close() {
      if (exited) return
      stdin?.end()
      const timer = setTimeout(() => child.process.kill('SIGTERM'), options.killAfterMs)
      const hard = setTimeout(() => child.process.kill('SIGKILL'), options.killAfterMs * 2)
      await child.exited
      clearTimeout(timer)
      clearTimeout(hard)
    },
  }
}

function reportOversized(head: Buffer, limit: number, events: UpstreamEvents, log: (message: string) => void): void {
  const text = head.toString('utf8')
  const answer = oversizedAnswer(text, limit)
  if (answer === null) log(`dropped a line of more than ${limit} bytes: ${text.slice(0, 200)}`)
  else events.message(answer, null, null)
}

export function describeExit(exit: ChildExit): string {
  if (exit.error !== null) return say('serverNotStarted', { error: exit.error })
  if (exit.signal !== null) return say('serverEndedBy', { signal: exit.signal })
  return say('serverExited', { code: exit.code ?? 'unknown' })
}
