/**
 * `npm run servers`: five servers as they come from npm, each behind `holdpoint wrap` with a client of both SDK lines in front.
 * Forty calls (`calls.mjs`): what a person is asked, word for word; whether anything reads as raw JSON; and, counted at the
 * server's own door (`tap.mjs`), that a call ran once when it was approved, and never otherwise. Prints the table, writes it to
 * docs/real-servers.md and the pictures to docs/images, or nothing with `--check`. Exits with 1 when an expectation fails.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installLocked } from '../conformance/install-locked.mjs'
import { callsOf } from './calls.mjs'
import { LINES, openClient } from './client.mjs'
import { checkCall, checkWorld } from './expectations.mjs'
import { takePictures } from './pictures.mjs'
import { printTable, writePage } from './report.mjs'
import { commandOf, createWorld, SERVERS } from './servers.mjs'
import { startShop } from './shop-page.mjs'

const HOLDPOINT = path.join(import.meta.dirname, '../packages/holdpoint/bin/holdpoint.js')
const TOKEN = 'hp_servers-ana'
const CHOICES = { yes: ['Yes, only this once', 'Run it once'], no: ['No', "Don't run it"] }
const CLIENTS = { v1: 'Claude Desktop', v2: 'order-agent' }

installLocked(import.meta.dirname, { installScripts: false, everyPlatform: false })

const folder = mkdtempSync(path.join(tmpdir(), 'servers-'))
const tap = path.join(folder, 'received.jsonl')
const environment = {
  PATH: process.env.PATH,
  HOME: folder,
  HOLDPOINT_HOME: path.join(folder, 'home'),
  LANG: 'C.UTF-8',
  GIT_AUTHOR_NAME: 'Ines',
  GIT_AUTHOR_EMAIL: 'ines@example.com',
  GIT_COMMITTER_NAME: 'Ines',
  GIT_COMMITTER_EMAIL: 'ines@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
}

function createHome() {
  mkdirSync(environment.HOLDPOINT_HOME, { mode: 0o700 })
  const sha256 = createHash('sha256').update(TOKEN).digest('hex')
  const settings = { version: 1, notify: 'none', tokens: [{ name: 'ana', role: 'approver', sha256 }] }
  writeFileSync(path.join(environment.HOLDPOINT_HOME, 'holdpoint.yaml'), JSON.stringify(settings))
}

/** The page, and the way to decide beside any client. */
async function startService() {
  const child = spawn(process.execPath, [HOLDPOINT, 'serve', '--port', '0'], {
    cwd: folder,
    env: { ...environment, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  for (let tries = 0; tries < 400; tries += 1) {
    const [, url] = /serves on (http:\/\/localhost:\d+)/.exec(said) ?? []
    if (url !== undefined) {
      const close = async () => {
        child.kill('SIGTERM')
        await ended
      }
      return { url, token: TOKEN, ask: (method, at, body) => ask(url, method, at, body), close }
    }
    if (child.exitCode !== null) break
    await delay(50)
  }
  throw new Error(`The service did not start: ${said}`)
}

async function ask(url, method, at, body) {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/admin/${at}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`)
  return await response.json()
}

/** How often the server was sent this very call. */
function runsOf({ server, tool, args }) {
  const { rationale: _rationale, ...sent } = args
  const lines = existsSync(tap) ? readFileSync(tap, 'utf8').split('\n').filter(Boolean) : []
  return lines
    .map((line) => JSON.parse(line))
    .filter((one) => one.server === SERVERS[server].package)
    .flatMap(({ line }) => {
      const { method, params } = line.trim() === '' ? {} : JSON.parse(line)
      return method === 'tools/call' && params.name === tool ? [JSON.stringify(params.arguments ?? {})] : []
    })
    .filter((given) => given === JSON.stringify(sent)).length
}

async function openFor({ server, line, site, answer }) {
  const entry = SERVERS[server]
  return await openClient(line, {
    command: [process.execPath, HOLDPOINT, 'wrap', '--name', server, '--', ...commandOf(entry)],
    environment: {
      ...environment,
      ...entry.environment?.({ folder, site }),
      SERVERS_TAP: tap,
      NODE_OPTIONS: `--import=${new URL('./tap.mjs', import.meta.url).href}`,
    },
    cwd: folder,
    name: CLIENTS[line],
    ...(answer === undefined ? {} : { answer }),
  })
}

const failures = []
const rows = []
const forms = []

function report(call, happened) {
  const found = checkCall(call, happened)
  rows.push({ call, ...found })
  for (const failure of found.failures) failures.push(`${call.server} ${call.line} ${call.tool}: ${failure}`)
  if (happened.questions?.length === 1) forms.push({ call, question: happened.questions[0] })
}

/** Calls that pass or that a person answers in a form; one client for each server and SDK line. */
async function driveForms(site, calls) {
  for (const server of Object.keys(SERVERS)) {
    for (const line of Object.keys(LINES)) {
      let call
      let questions = []
      const answer = (question) => {
        questions.push(question)
        const { enum: offered } = question.requestedSchema.properties.decision
        const decision = offered.find((choice) => CHOICES[call.answer]?.includes(choice))
        return decision === undefined ? { action: 'cancel' } : { action: 'accept', content: { decision } }
      }
      const client = await openFor({ server, line, site, answer })
      for (call of calls.filter((one) => one.server === server && one.line === line && one.answer !== 'page')) {
        questions = []
        const before = runsOf(call)
        const result = await client.call(call.tool, call.args)
        report(call, { questions, result, runs: runsOf(call) - before })
      }
      await client.close()
    }
  }
}

/** Calls of clients that can show no form: they wait until somebody decides on the page. */
async function holdForPage(site, calls, service) {
  const clients = new Map()
  const waiting = []
  for (const call of calls.filter(({ answer }) => answer === 'page')) {
    const { server, line } = call
    const key = `${server} ${line}`
    if (!clients.has(key)) clients.set(key, await openFor({ server, line, site }))
    const client = clients.get(key)
    const before = runsOf(call)
    const first = await client.call(call.tool, call.args)
    const [, id] = /\/approvals\/([0-9a-f-]{36})/.exec(JSON.stringify(first)) ?? []
    if (id === undefined) throw new Error(`${call.tool} was not held: ${JSON.stringify(first)}`)
    const shown = await service.ask('GET', `approvals/${id}`)
    const early = runsOf(call) - before
    const decide = async () => {
      await service.ask('POST', `approvals/${id}/approve`, {})
      const result = await client.call(call.tool, call.args)
      return { shown, early, result, runs: runsOf(call) - before }
    }
    // The browser has to be on the page before a click can be asked for.
    const next = calls[calls.indexOf(call) + 1]
    const isFirst = next?.answer === 'page' && next.server === server && next.line === line
    waiting.push({ call, id, finish: isFirst ? await decide().then((done) => async () => done) : decide })
  }
  return { waiting, close: async () => void (await Promise.all([...clients.values()].map((one) => one.close()))) }
}

createWorld(folder)
createHome()
const shop = await startShop()
const service = await startService()
try {
  const calls = callsOf(shop.url)
  await driveForms(shop.url, calls)
  const held = await holdForPage(shop.url, calls, service)
  if (!process.argv.includes('--check')) {
    await takePictures({ service, folder, environment, holdpoint: HOLDPOINT, waiting: held.waiting, forms })
  }
  for (const { call, finish } of held.waiting) report(call, await finish())
  await held.close()
  failures.push(...checkWorld({ folder, orders: shop.orders }))
  rows.sort((one, other) => calls.indexOf(one.call) - calls.indexOf(other.call))
  printTable(rows)
  if (!process.argv.includes('--check')) writePage(rows, { site: shop.url })
} finally {
  await service.close()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
}
for (const failure of failures) process.stderr.write(`✗ ${failure}\n`)
const asked = rows.filter(({ call }) => call.answer !== 'passes').length
process.stdout.write(
  `${rows.length} calls, ${asked} asked, ${rows.length - asked} passed; ${failures.length === 0 ? 'all as expected' : `${failures.length} not as expected`}.\n`,
)
process.exitCode = failures.length === 0 && rows.length === 40 ? 0 : 1
