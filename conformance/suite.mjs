/**
 * Runs the public suite against one URL and counts what it scores. Scenarios that the suite runs but does not score
 * (extensions, pending ones) are left out; a scored scenario that is missing from the report counts as failed.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** What each revision requires of a server, frozen at its release. */
export const REVISIONS = [
  { revision: '2025-11-25', scored: 30 },
  { revision: '2026-07-28', scored: 37 },
]

const SUITE_NEEDS_NODE = 22

function nodeForSuite(folder) {
  if (Number(process.versions.node.split('.')[0]) >= SUITE_NEEDS_NODE) return process.execPath
  const installed = path.join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  throw new Error(
    `The suite needs Node ${SUITE_NEEDS_NODE} or newer. Run this with a newer Node, or allow the install script of the ` +
      `package "node" and delete conformance/node_modules.`,
  )
}

export function readReport(output) {
  const [, summary = ''] = output.split('=== SUMMARY ===')
  const [scoredPart, unscoredPart = ''] = summary.split(/^Not scored for /m)
  const unscored = new Set([...unscoredPart.matchAll(/^\s+[✓✗] (\S+) \(/gm)].map(([, name]) => name))
  const scenarios = [...scoredPart.matchAll(/^([✓✗]) (\S+): /gm)]
    .map(([, mark, name]) => ({ name, passed: mark === '✓' }))
    .filter(({ name }) => !unscored.has(name))
  return {
    passed: scenarios.filter(({ passed }) => passed).length,
    failing: scenarios.filter(({ passed }) => !passed).map(({ name }) => name),
  }
}

/** @returns {Promise<{passed: number, failing: string[], exitCode: number, output: string}>} */
export function runSuite(folder, url, revision) {
  const entry = path.join(folder, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
  const args = [entry, 'server', '--url', url, '--requirements', revision]
  return new Promise((resolve, reject) => {
    const child = spawn(nodeForSuite(folder), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ ...readReport(output), exitCode, output }))
  })
}
