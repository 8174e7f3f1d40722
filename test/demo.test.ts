/**
 * The demo as somebody meets it first: a short banner, a call that waits, a decision from elsewhere, and a clean end.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { approve, expectAuditIntact, holdpoint, listHolds, reject } from './harness/decide.ts'
import { isAlive } from './harness/is-alive.ts'
import { HOLDPOINT, LEDGER_SERVER } from './harness/paths.ts'
import { startProcess } from './harness/run-wrap.ts'
import type { RunningProcess } from './harness/run-wrap.ts'
import { APPROVER_SECRET, createTemporaryHome } from './harness/temporary-home.ts'
import type { TemporaryHome } from './harness/temporary-home.ts'
import { waitFor } from './harness/wait-for.ts'

interface RunningDemo extends RunningProcess {
  said(): string
  readonly url: string
  readonly hold: string
}

async function startDemo(home: TemporaryHome): Promise<RunningDemo> {
  const running = startProcess(process.execPath, [HOLDPOINT, 'demo'], {
    cwd: home.folder,
    environment: home.environment,
  })
  let said = ''
  running.child.stdout.setEncoding('utf8')
  running.child.stdout.on('data', (chunk: string) => (said += chunk))
  const [url = '', hold = ''] = await waitFor('the link', () =>
    /(?<=\s)http:\/\/localhost:\d+\/approvals\/([0-9a-f-]{36})\n(?=[^]*Ctrl-C)/.exec(said),
  )
  return { ...running, said: () => said, url: url.trim(), hold }
}

/** Processes whose parent is this one. */
function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    return parent === pid && child !== undefined ? [child] : []
  })
}

async function expectFree(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  server.close()
}

async function expectCleanEnd(home: TemporaryHome, demo: RunningDemo, signal: NodeJS.Signals): Promise<void> {
  const children = childrenOf(demo.child.pid ?? 0)
  expect(children.length).toBeGreaterThan(0)
  const begun = performance.now()
  expect(await demo.kill(signal)).toEqual({ code: 0, signal: null })
  // It does not sit out the minutes that its call may wait.
  expect(performance.now() - begun).toBeLessThan(30_000)
  for (const child of children) expect(isAlive(child)).toBe(false)
  await expectFree(Number(new URL(demo.url).port))
  expect(existsSync(join(home.path, 'service.json'))).toBe(false)
  expect(existsSync(join(home.path, 'demo', 'running.json'))).toBe(false)
  await expectAuditIntact(home)
}

describe.concurrent('the demo', () => {
  test('shows at most eight lines, its call waits, and the result is printed once it is approved from elsewhere', async () => {
    const home = createTemporaryHome()
    const demo = await startDemo(home)
    const lines = demo.said().trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(8)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    expect(demo.said()).not.toContain('sign-in')
    expect((await fetch(demo.url)).status).toBe(200)
    const [hold] = await listHolds(home)
    expect(hold).toMatchObject({ id: demo.hold, state: 'pending', server: 'warehouse', risk: 'high' })
    expect((await approve(home, demo.hold, '--wait')).state).toBe('succeeded')
    await waitFor('the result', () => /Decided by ci via api: succeeded\./.test(demo.said()))
    await expectCleanEnd(home, demo, 'SIGINT')
  })

  test.skipIf(process.platform === 'win32')(
    '[X11.E11] its commands work in a terminal that stands elsewhere, and it ends with the next step',
    async () => {
      const home = createTemporaryHome()
      const environment: NodeJS.ProcessEnv = { ...home.environment, HOLDPOINT_COMMAND: '' }
      const demo = await startDemo({ ...home, environment })
      expect(demo.said()).not.toContain('npx holdpoint')
      const [, approving = ''] = /inbox\):\n((?: {2}.*\n)+)It covers/.exec(demo.said()) ?? []
      for (const line of approving.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
      const elsewhere = mkdtempSync(join(tmpdir(), 'holdpoint-elsewhere-'))
      const options = {
        cwd: elsewhere,
        env: { ...environment, HOLDPOINT_TOKEN: APPROVER_SECRET },
        encoding: 'utf8',
      } as const
      expect(spawnSync('/bin/sh', ['-c', approving], options)).toMatchObject({ status: 0 })
      const next = await waitFor('the next step', () =>
        /Deleted once\. Now protect your own server:\n((?: {2}.*\n)* {2}.*~\/Documents\n)/.exec(demo.said()),
      )
      for (const line of demo.said().split('\n')) expect(line.length).toBeLessThanOrEqual(80)
      const wrapping = (next[1] ?? '').replace(/npx (?:\\\n *)?-y [^]*$/, `'${process.execPath}' '${LEDGER_SERVER}'`)
      expect(wrapping).toContain('ledger')
      const { status, stderr } = spawnSync('/bin/sh', ['-c', wrapping], { ...options, input: '' })
      expect({ status, stderr: /not found|Cannot find/.test(stderr) }).toEqual({ status: 0, stderr: false })
      await expectCleanEnd(home, demo, 'SIGINT')
    },
  )

  test('prints a rejection, and nothing ran', async () => {
    const home = createTemporaryHome()
    const demo = await startDemo(home)
    await reject(home, demo.hold, '--reason', 'keep it')
    await waitFor('the refusal', () => /declined/.test(demo.said()))
    expect(demo.said()).not.toContain('Deleted once')
    await expectCleanEnd(home, demo, 'SIGTERM')
  })

  test('Ctrl-C before any decision leaves no process, no port and no lock; the next demo starts afresh', async () => {
    const home = createTemporaryHome()
    const demo = await startDemo(home)
    const second = await holdpoint(home, ['demo'])
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('running already')
    await expectCleanEnd(home, demo, 'SIGINT')
    const again = await startDemo(home)
    await expectCleanEnd(home, again, 'SIGINT')
  })

  test.each(['approve', 'reject'])('after %s, every next demo has a call waiting again', async (how) => {
    const home = createTemporaryHome()
    const holds = new Set<string>()
    for (let run = 0; run < 3; run += 1) {
      const demo = await startDemo(home)
      holds.add(demo.hold)
      expect(demo.said()).toContain('Waiting now:')
      await (how === 'approve' ? approve(home, demo.hold, '--wait') : reject(home, demo.hold))
      await demo.kill('SIGINT')
    }
    expect(holds.size).toBe(3)
  })

  test('approved while no demo runs: the next one runs it, and has another waiting', async () => {
    const home = createTemporaryHome()
    const demo = await startDemo(home)
    await demo.kill('SIGINT')
    await approve(home, demo.hold)
    const next = await startDemo(home)
    expect(next.hold).not.toBe(demo.hold)
    expect(next.said()).toContain('DSK-2005')
    await expectCleanEnd(home, next, 'SIGINT')
  })

  test('a demo that was killed does not keep the next one from starting', async () => {
    const home = createTemporaryHome()
    const demo = await startDemo(home)
    await demo.kill('SIGKILL')
    const next = await startDemo(home)
    await expectCleanEnd(home, next, 'SIGINT')
  })
})
