/**
 * `npm run bench`: every promise about speed, measured in one run beside what it is compared with. Exits 1 if a target
 * is missed or a measurement fails. `--help` tells its options.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { installLocked } from '../conformance/install-locked.mjs'
import { measureAnswerTokens } from './answer-tokens.mjs'
import { measureCard } from './card/card-speed.mjs'
import { measureDecisionToDispatch } from './decision-to-dispatch.mjs'
import { measureLibrary } from './library.mjs'
import { measureListTokens } from './list-tokens.mjs'
import { measureFatigue } from './fatigue.mjs'
import { measureMemory } from './memory-after-calls.mjs'
import { measureHttpPassThrough } from './http/pass-through-http.mjs'
import { measureStdioPassThrough } from './pass-through-stdio.mjs'
import { BENCH, ROOT } from './paths.mjs'
import { drawTable, isMet } from './report.mjs'
import { measurePressToDispatch } from './press-to-dispatch.mjs'
import { measureStartUp } from './start-up.mjs'
import { measureStoreAtScale } from './store/store-scale.mjs'
import { measureStoreWake } from './store/store-wake.mjs'

const MEASUREMENTS = {
  'start-up ledger': (options) => measureStartUp('ledger', options),
  'start-up everything': (options) => measureStartUp('everything', options),
  'stdio ledger': (options) => measureStdioPassThrough('ledger', options),
  'stdio everything': (options) => measureStdioPassThrough('everything', options),
  'http ledger': (options) => measureHttpPassThrough('ledger', options),
  'http everything': (options) => measureHttpPassThrough('everything', options),
  'memory wrap': (options) => measureMemory('wrap', options),
  'memory serve': (options) => measureMemory('serve', options),
  'library v1': (options) => measureLibrary('v1', options),
  'library v2': (options) => measureLibrary('v2', options),
  decision: measureDecisionToDispatch,
  press: measurePressToDispatch,
  wake: measureStoreWake,
  store: measureStoreAtScale,
  card: measureCard,
  fatigue: measureFatigue,
  'list tokens': measureListTokens,
  'answer tokens': measureAnswerTokens,
}

const USAGE = `npm run bench [-- --quick] [-- --only WORD]

  --quick       fewer rounds, 20,000 instead of 200,000 calls and 10,000 instead of 100,000 holds: a first
                look, not the figures of the docs
  --only WORD   only measurements whose name contains the word: ${Object.keys(MEASUREMENTS).join(', ')}

Exits 1 if a target is missed or a measurement fails.
`
if (process.argv.includes('--help')) {
  process.stdout.write(USAGE)
  process.exit(0)
}
const quick = process.argv.includes('--quick')
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : ''
const chosen = Object.entries(MEASUREMENTS).filter(([name]) => name.includes(only))
if (chosen.length === 0) {
  process.stderr.write(`Nothing is called "${only}". There are: ${Object.keys(MEASUREMENTS).join(', ')}.\n`)
  process.exit(2)
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

if (chosen.some(([name]) => name.startsWith('http'))) installLocked(BENCH, { installScripts: false })

const rows = []
for (const [name, measure] of chosen) {
  process.stderr.write(`measuring ${name} …\n`)
  try {
    rows.push(...(await measure({ quick })))
  } catch (error) {
    rows.push({ name, failed: true, detail: error.message.split('\n')[0] })
    process.stderr.write(`${error.stack}\n`)
  }
}

const machine = {
  cpus: os.cpus().length,
  cpu: os.cpus()[0]?.model ?? 'unknown',
  platform: process.platform,
  node: process.version,
}
const results = path.join(BENCH, 'results')
mkdirSync(results, { recursive: true })
const at = new Date().toISOString()
const file = path.join(results, `${at.replaceAll(':', '-')}.json`)
writeFileSync(file, JSON.stringify({ at, commit: commit(), quick, machine, rows }, null, 2))

process.stdout.write(`${drawTable(rows)}\n\nNode ${process.version}, ${machine.cpus} × ${machine.cpu}\n`)
process.exit(rows.every(isMet) ? 0 : 1)
