/** One demo per home, also of those that start at the same moment. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDemo } from '../../src/demo/demo-lock.ts'
import { identifySelf } from '@holdpoint/store/process'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdpoint-demo-lock-'))
  file = join(folder, 'running.json')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the second is refused while the first runs, and may start after it', () => {
  const first = claimDemo(file)
  expect(claimDemo(file)).toEqual({ ok: false, pid: process.pid })
  if (first.ok) first.release()
  expect(claimDemo(file).ok).toBe(true)
})

test('a claim that is just being written is no leftover', async () => {
  writeFileSync(file, '')
  // Another thread, as another process would: the claim itself lets nothing else run here.
  const writer = new Worker(
    `const { workerData } = require('node:worker_threads')
     setTimeout(() => require('node:fs').writeFileSync(workerData.file, workerData.text), 200)`,
    { eval: true, workerData: { file, text: JSON.stringify(identifySelf('demo')) } },
  )
  const written = new Promise((resolve) => writer.once('exit', resolve))
  await new Promise((resolve) => writer.once('online', resolve))
  expect(claimDemo(file)).toEqual({ ok: false, pid: process.pid })
  await written
})

test.each([
  ['of a process that has ended', JSON.stringify({ ...identifySelf('demo'), startedAt: 'before' })],
  ['that was never written', ''],
])('a claim %s is taken over, and nothing of it stays', (_which, text) => {
  writeFileSync(file, text)
  const claim = claimDemo(file)
  expect(claim.ok).toBe(true)
  expect(readdirSync(folder)).toEqual(['running.json'])
  if (claim.ok) claim.release()
  expect(existsSync(file)).toBe(false)
})
