/**
 * Loaded before the command (`node --import`): kill -9 around the moment when an approved call is written to the
 * server, or when its answer has been read. CRASH_WHEN: before-send, after-send, after-answer; CRASH_TOOL: which tool.
 */
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const { CRASH_WHEN: when, CRASH_TOOL: tool } = process.env
const die = () => process.kill(process.pid, 'SIGKILL')
const spawn = childProcess.spawn

childProcess.spawn = (...parameters) => {
  const child = spawn(...parameters)
  const write = child.stdin.write.bind(child.stdin)
  let sent = false
  child.stdin.write = (chunk, ...more) => {
    const hit = String(chunk).includes('"tools/call"') && String(chunk).includes(tool)
    if (hit && when === 'before-send') die()
    if (hit && when === 'after-send') {
      // Once the pipe has taken it, the server will read it whether or not we live.
      const answer = write(chunk, ...more)
      if (child.stdin.writableLength === 0) die()
      child.stdin.once('drain', die)
      return answer
    }
    sent ||= hit
    return write(chunk, ...more)
  }
  if (when === 'after-answer') child.stdout.prependListener('data', () => sent && die())
  return child
}
syncBuiltinESMExports()
