/**
 * `npm run hosts`: real hosts, started without a person, in front of `holdpoint wrap` with the ledger server behind it
 * and a scripted model. Three runs each: a read and a delete that is held; the same delete twice after it was approved;
 * a delete approved and one refused while the call waits. Prints the table and writes `results.json`, from which
 * docs/rails.md and the host profiles are made. What could not be run says why and claims nothing. `--only NAME,…` runs
 * some and keeps the rest.
 */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../conformance/install-locked.mjs'
import { HOSTS } from './hosts.mjs'
import { startModel } from './model.mjs'
import { toTable } from './table.mjs'

const FOLDER = path.dirname(fileURLToPath(import.meta.url))
const ROOT = path.join(FOLDER, '..')
const HOLDPOINT = path.join(ROOT, 'packages', 'holdpoint', 'bin', 'holdpoint.js')
const LEDGER = path.join(ROOT, 'test', 'fixtures', 'ledger-server.mjs')
const TAP = path.join(FOLDER, 'tap.mjs')
const RESULTS = path.join(FOLDER, 'results.json')
const TOKEN = 'hp_hosts-approver'
const RUN_WITHIN_MS = 120_000
const REASON = 'still needed by accounting'

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1].split(',') : null
const keep = process.argv.includes('--keep')
const verbose = process.argv.includes('--verbose')

/** A Holdpoint home with an approver's token. */
function createHome(folder, name, wait) {
  const home = path.join(folder, name)
  mkdirSync(home, { mode: 0o700 })
  const sha256 = createHash('sha256').update(TOKEN).digest('hex')
  const settings = {
    version: 1,
    notify: 'none',
    rationale: 'off',
    ...(wait === null ? {} : { wait }),
    tokens: [{ name: 'ci', role: 'approver', sha256 }],
  }
  writeFileSync(path.join(home, 'holdpoint.yaml'), JSON.stringify(settings), { mode: 0o600 })
  return home
}

function holdpoint(home, ...args) {
  const env = { ...process.env, HOLDPOINT_HOME: home, HOLDPOINT_TOKEN: TOKEN, HOLDPOINT_CONFIG: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [HOLDPOINT, ...args], { env, timeout: 30_000 }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    )
  })
}

async function holdsOf(home) {
  const { stdout } = await holdpoint(home, 'list', '--json')
  try {
    return JSON.parse(stdout).approvals
  } catch {
    return []
  }
}

const linesOf = (file) =>
  (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : []).map((line) =>
    JSON.parse(line),
  )

/** One run of a host with a plan. `meanwhile(home)` acts for the person. */
async function runHost(host, { folder, home, plan, meanwhile = async () => {} }) {
  const here = mkdtempSync(path.join(folder, 'run-'))
  const model = await startModel(plan, host.known)
  const tap = path.join(here, 'tap.jsonl')
  const ledger = path.join(folder, 'ledger.jsonl')
  const server = {
    command: process.execPath,
    args: [TAP, process.execPath, HOLDPOINT, 'wrap', '--name', 'ledger', '--', process.execPath, LEDGER],
    env: { HOLDPOINT_HOME: home, HOLDPOINT_PORT: '0', LEDGER_FILE: ledger, HOSTS_TAP: tap },
  }
  const { command, args, env, before = [] } = host.start({ folder: here, model: model.url, server })
  const environment = {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    HOME: here,
    USERPROFILE: here,
    XDG_CONFIG_HOME: path.join(here, '.config'),
    XDG_DATA_HOME: path.join(here, '.local/share'),
    XDG_CACHE_HOME: path.join(here, '.cache'),
    TMPDIR: tmpdir(),
    LANG: 'C.UTF-8',
    CI: '',
    NO_COLOR: '1',
    TERM: 'dumb',
    // Whatever is not loopback leads nowhere: a run must not depend on the network.
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: 'localhost,127.0.0.1',
    HOSTS_RUN: JSON.stringify({ model: model.url, server, plan }),
    ...env,
  }
  // The same for every run: where a server is started is part of what it is.
  const work = path.join(folder, 'work')
  mkdirSync(work, { recursive: true })
  const start = (given) => {
    const child = spawn(command, given, {
      cwd: work,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(`error: ${error.message}`))
      child.once('exit', (code, signal) => resolve(signal ?? code))
    })
    const stop = () => {
      const { pid } = child
      if (pid === undefined) return
      try {
        process.kill(-pid, 'SIGKILL')
      } catch {
        // It has ended with all its children.
      }
    }
    return { ended, stop, output: () => output }
  }
  for (const given of before) {
    const earlier = start(given)
    await Promise.race([earlier.ended, delay(30_000)])
    earlier.stop()
    if (verbose) process.stderr.write(earlier.output())
  }
  const begun = Date.now()
  const running = start(args)
  let over = false
  const acting = meanwhile(() => over)
  const exit = await Promise.race([running.ended, delay(RUN_WITHIN_MS).then(() => 'too long')])
  over = true
  running.stop()
  await acting
  await model.close()
  const output = running.output()
  const printed = output.split('\n').flatMap((line) => (line.startsWith('{"told"') ? [JSON.parse(line).told] : []))
  const told = printed.length > 0 ? printed : model.told()
  if (verbose) {
    process.stderr.write(`${host.name}: exit ${exit} after ${Date.now() - begun} ms\n${output.slice(-3_000)}\n`)
    process.stderr.write(`model: ${model.requests.join(', ')}\ntold: ${JSON.stringify(told, null, 1)}\n`)
  }
  return { exit, told, tap: linesOf(tap), output, requests: model.requests }
}

/** How the host introduced itself, and what it did with a form. */
function whatPassed(tap) {
  const said = tap.flatMap(({ at, from, text }) => {
    try {
      return [{ at, from, message: JSON.parse(text) }]
    } catch {
      return []
    }
  })
  const first = said.find(
    ({ message }) =>
      message.params?.clientInfo !== undefined ||
      message.params?.['_meta']?.['io.modelcontextprotocol/clientInfo'] !== undefined,
  )
  const params = first?.message.params ?? {}
  const client = params.clientInfo ?? params['_meta']?.['io.modelcontextprotocol/clientInfo'] ?? {}
  const capabilities = params.capabilities ?? params['_meta']?.['io.modelcontextprotocol/clientCapabilities'] ?? {}
  const calls = said.filter(({ from, message }) => from === 'host' && message.method === 'tools/call')
  const pushed = said.filter(({ from, message }) => from === 'holdpoint' && message.method === 'elicitation/create')
  const replied = said.filter(
    ({ from, message }) => from === 'holdpoint' && message.result?.resultType === 'input_required',
  )
  const forms = [
    ...pushed.map(({ at, message }) => {
      const answer = said.find(
        (one) => one.from === 'host' && one.message.id === message.id && one.message.method === undefined,
      )
      return formOf(
        message.params,
        answer?.message.result?.action ?? (answer === undefined ? null : 'error'),
        at,
        answer?.at,
      )
    }),
    ...replied.map(({ at, message }) => {
      const state = message.result.requestState
      const answer = calls.find((one) => one.at >= at && one.message.params.requestState === state)
      const [key] = Object.keys(message.result.inputRequests)
      return formOf(
        message.result.inputRequests[key].params,
        answer?.message.params.inputResponses?.[key]?.action ?? null,
        at,
        answer?.at,
      )
    }),
  ]
  return {
    client: { name: client.name ?? null, version: client.version ?? null },
    declares: {
      elicitation: capabilities.elicitation === undefined ? null : Object.keys(capabilities.elicitation),
      cards: capabilities.extensions?.['io.modelcontextprotocol/ui'] !== undefined,
    },
    progressToken: calls.some(({ message }) => message.params?.['_meta']?.progressToken !== undefined),
    mode: tap.find(({ from }) => from === 'environment')?.text ?? '',
    forms,
  }
}

function formOf({ mode = 'form' }, action, askedAt, answeredAt) {
  return { mode, action, afterMs: answeredAt === undefined ? null : answeredAt - askedAt }
}

const PROMISED = [/NOT RUN YET/, /end your turn/, /identical arguments/, /\/approvals\/[0-9a-f]{8}-/]

async function examine(host) {
  const version = versionOf(host.package)
  const name = { name: host.name, package: host.package, version }
  if (version === null) return { ...name, notRun: 'its package is not installed' }
  const folder = mkdtempSync(path.join(tmpdir(), 'hosts-'))
  try {
    const call = (tool, id) => ({ tool, arguments: { id } })
    const runs = (id) =>
      linesOf(path.join(folder, 'ledger.jsonl')).filter(
        ({ tool, argumentsText }) => tool === 'delete_item' && argumentsText.includes(`"${id}"`),
      ).length
    const home = createHome(folder, 'home', null)
    const first = await runHost(host, { folder, home, plan: [call('get_item', 'r1'), call('delete_item', 'd1')] })
    const passed = whatPassed(first.tap)
    if (passed.client.name === null) return { ...name, notRun: whyNot(first) }
    const pending = (await holdsOf(home)).filter(({ state }) => state === 'pending')
    const result = {
      ...name,
      ...passed,
      reads: first.told[0]?.includes('item r1') === true,
      held: runs('d1') === 0 && pending.length === 1,
      told: PROMISED.every((words) => words.test(first.told[1] ?? '')),
      headless: headlessWords(passed, pending.length === 1),
    }
    for (const { id } of pending) await holdpoint(home, 'approve', id)
    const second = await runHost(host, { folder, home, plan: [call('delete_item', 'd1'), call('delete_item', 'd1')] })
    result.reissued = second.told[0]?.includes('deleted d1') === true
    result.once = runs('d1') === 1 && second.told[1]?.includes('NOT RUN YET') === true
    const patient = createHome(folder, 'patient', '40s')
    const third = await runHost(host, {
      folder,
      home: patient,
      plan: [call('delete_item', 'w1'), call('delete_item', 'w2')],
      meanwhile: (isOver) => decideAll(patient, isOver),
    })
    result.waiting = third.told[0]?.includes('deleted w1') === true && runs('w1') === 1
    result.reason = third.told[1]?.includes(REASON) === true && runs('w2') === 0
    return result
  } finally {
    endLeftOvers(folder)
    if (!keep) rmSync(folder, { recursive: true, force: true })
    else process.stderr.write(`${host.name}: ${folder}\n`)
  }
}

/**
 * Some hosts leave a process of their own behind, outside of their process group; its command line names the folder it
 * ran in.
 */
function endLeftOvers(folder) {
  if (!existsSync('/proc/self/cmdline')) return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The person: approves the first delete, refuses the second, as soon as they wait. */
async function decideAll(home, isOver) {
  const decided = new Set()
  while (!isOver() && decided.size < 2) {
    for (const { id, state, arguments: given } of await holdsOf(home)) {
      if (state !== 'pending' || decided.has(id)) continue
      // Somebody needs a moment to read.
      await delay(1_500)
      if (given.id === 'w1') await holdpoint(home, 'approve', id)
      else await holdpoint(home, 'reject', id, '--reason', REASON)
      decided.add(id)
    }
    await delay(300)
  }
}

function headlessWords({ forms, declares }, stillPending) {
  if (forms.length === 0) return declares.elicitation === null ? 'declares none' : 'not asked'
  const [{ action, afterMs }] = forms
  const what = action === null ? 'no answer' : `${action} after ${afterMs} ms`
  return `${what}: ${stillPending ? 'nothing decided' : 'DECIDED'}`
}

function whyNot({ exit, output }) {
  const said = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return `it ended (${exit}) before it started a server${said.length === 0 ? '' : `: ${said.at(-1).slice(0, 120).replaceAll('|', '/')}`}`
}

function versionOf(name) {
  const file = path.join(FOLDER, 'node_modules', ...name.split('/'), 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null
}

installLocked(FOLDER, { installScripts: true, everyPlatform: false })
const earlier = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).hosts : []
const hosts = []
for (const host of HOSTS) {
  if (only !== null && !only.includes(host.name)) {
    const known = earlier.find(({ name }) => name === host.name)
    if (known !== undefined) hosts.push(known)
    continue
  }
  process.stderr.write(`${host.name} …\n`)
  const result = await examine(host)
  if (verbose) process.stderr.write(`${JSON.stringify(result, null, 1)}\n`)
  hosts.push(result)
  const ran = { hosts, ranAt: new Date().toISOString().slice(0, 10) }
  writeFileSync(RESULTS, `${JSON.stringify(ran, null, 2)}\n`)
}
process.stdout.write(`${toTable({ hosts })}\n`)
const failed = hosts.filter(
  (host) => host.notRun === undefined && (!host.held || !host.once || host.headless.includes('DECIDED')),
)
process.exitCode = failed.length === 0 ? 0 : 1
