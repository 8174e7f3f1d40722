/** Starts and ends the processes of a measurement; every one of them is ended, whatever happens. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const running = new Set()
const folders = new Set()

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A HOLDPOINT_HOME of its own for each measurement. CI=1: nothing may open a browser. */
export function createHome() {
  const home = mkdtempSync(path.join(tmpdir(), 'holdpoint-bench-'))
  folders.add(home)
  return home
}

export const environmentFor = (home, more = {}) => {
  const { HOLDPOINT_CONFIG: _config, HOLDPOINT_TOKEN: _token, HOLDPOINT_PORT: _port, ...inherited } = process.env
  return { ...inherited, CI: '1', HOLDPOINT_HOME: home, LEDGER_FSYNC: '0', ...more }
}

export function start([command, ...args], env, stdio = ['pipe', 'pipe', 'pipe']) {
  const child = spawn(command, args, { env, stdio })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.errors = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (child.errors = (child.errors + chunk).slice(-4_000)))
  child.stdin?.on('error', () => {})
  return child
}

export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 3_000)
  await ended
  clearTimeout(timer)
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

export async function untilListening(port, child, what) {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline && child.exitCode === null) {
    const open = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false))
    })
    if (open) return
    await delay(30)
  }
  throw new Error(`${what} did not start listening.\n${child.errors}`)
}

/** Resident memory in megabytes, as the operating system counts it. */
export function residentMegabytes(pid) {
  if (process.platform === 'linux') {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(kilobytes) / 1024
  }
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024
}
