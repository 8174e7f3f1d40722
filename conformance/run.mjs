/**
 * `npm run conformance`: the public MCP suite through the gateway, for both protocol revisions and both kinds of
 * upstream. Prints one line for each of the four and the names of failing scenarios; exits 1 unless all pass.
 * `--direct` leaves the gateway out, to tell a fault of the fixture from one of ours; `--verbose` adds the suite's
 * own report. The gateway runs with a policy that passes everything: this proves the protocol, not the gate.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installLocked } from './install-locked.mjs'
import { REVISIONS, runSuite } from './suite.mjs'

const FOLDER = path.dirname(fileURLToPath(import.meta.url))
const FIXTURE = path.join(FOLDER, 'fixture-server.mjs')
const HOLDPOINT = path.join(FOLDER, '..', 'packages', 'holdpoint', 'bin', 'holdpoint.js')
const START_WITHIN_MS = 20_000

const verbose = process.argv.includes('--verbose')
const started = []

function start(args, environment = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const log = { text: '' }
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    log.text = (log.text + chunk).slice(-20_000)
    if (verbose) process.stderr.write(chunk)
  })
  started.push(child)
  return { child, log }
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([ended, delay(5_000).then(() => child.kill('SIGKILL'))])
  await ended
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

async function untilListening(port, { child, log }, what) {
  const deadline = Date.now() + START_WITHIN_MS
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const open = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await delay(50)
  }
  throw new Error(`${what} did not start listening on port ${port}.\n${log.text}`)
}

async function startFixture() {
  const port = await freePort()
  const fixture = start([FIXTURE, '--http', String(port)])
  await untilListening(port, fixture, 'The fixture')
  return { url: `http://localhost:${port}/mcp`, stop: () => stop(fixture.child) }
}

async function startGateway(upstream) {
  const home = await mkdtemp(path.join(tmpdir(), 'holdpoint-conformance-'))
  const config = path.join(home, 'holdpoint.yaml')
  // JSON is YAML: no writer is needed to name a path with a space in it.
  const settings = {
    version: 1,
    auth: 'none',
    rationale: 'off',
    servers: { fixture: upstream },
    rules: [{ name: 'pass all', match: { tool: '*' }, answer: 'pass' }],
  }
  await writeFile(config, JSON.stringify(settings, null, 2))
  const port = await freePort()
  const environment = { HOLDPOINT_HOME: home, HOLDPOINT_CONFIG: config, HOLDPOINT_TOKEN: '', HOLDPOINT_PORT: '' }
  const gateway = start([HOLDPOINT, 'serve', '--config', config, '--port', String(port)], environment)
  const end = async () => {
    await stop(gateway.child)
    await rm(home, { recursive: true, force: true })
  }
  try {
    await untilListening(port, gateway, 'holdpoint serve')
  } catch (error) {
    await end()
    throw error
  }
  return { url: `http://localhost:${port}/mcp/fixture`, stop: end }
}

const ROUTES = {
  'http-http': async () => {
    const fixture = await startFixture()
    const gateway = await startGateway({ url: fixture.url })
    return { url: gateway.url, stop: () => gateway.stop().then(fixture.stop) }
  },
  'http-stdio': () => startGateway({ command: [process.execPath, FIXTURE] }),
}

async function measure(route, open) {
  let allPassed = true
  const target = await open()
  try {
    for (const { revision, scored } of REVISIONS) {
      const report = await runSuite(FOLDER, target.url, revision)
      if (verbose) process.stderr.write(report.output)
      process.stdout.write(`${revision} ${route} ${report.passed}/${scored}\n`)
      for (const name of report.failing) process.stdout.write(`  failing: ${name}\n`)
      if (report.passed !== scored || report.exitCode !== 0) allPassed = false
    }
  } finally {
    await target.stop()
  }
  return allPassed
}

process.once('exit', () => {
  for (const child of started) child.kill('SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

installLocked(FOLDER, { installScripts: true })
const routes = process.argv.includes('--direct') ? { direct: startFixture } : ROUTES
let allPassed = true
for (const [route, open] of Object.entries(routes)) {
  try {
    allPassed = (await measure(route, open)) && allPassed
  } catch (error) {
    allPassed = false
    await Promise.all(started.map(stop))
    process.stdout.write(`${route} could not be run: ${error.message}\n`)
  }
}
process.exitCode = allPassed ? 0 : 1
