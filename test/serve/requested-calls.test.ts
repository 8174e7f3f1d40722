/**
 * Calls whose requester runs them itself, with a real `serve`: killed between any two steps it neither runs one, nor lets one run twice.
 * The program of the guide for other languages is run as it stands there.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createPlace, eventually, TOKENS } from '../harness/serve-harness.ts'
import type { Service } from '../harness/serve-harness.ts'

const place = createPlace()
const CONFIG = { servers: {}, answer_within: '3s' }

afterAll(async () => {
  await place.close()
})

interface Said {
  readonly id: string
  readonly state: string
  readonly digest: string
  readonly attempt: string
  readonly lease_ms: number
  readonly outcome: { readonly result: unknown } | null
  readonly error: { readonly code: string }
}

async function post(service: Service, route: string, body: object): Promise<Said> {
  return (await service.post(route, body, TOKENS.agent)).json as unknown as Said
}

async function approved(service: Service, sku: string): Promise<Said> {
  const hold = await post(service, '/holds', { server: 'shop', tool: 'delete_product', arguments: { sku } })
  expect((await service.approve(hold.id)).status).toBe(200)
  return hold
}

describe('[C7] kill -9 of the service', () => {
  test('after the approval: whoever asked claims it from the next one, once; after the claim: its outcome is taken', async () => {
    const first = await place.serve(CONFIG)
    const [waiting, running] = [await approved(first, 'K-1'), await approved(first, 'K-2')]
    const { attempt } = await post(first, `/holds/${running.id}/claim`, { digest: running.digest })
    await first.stop('SIGKILL')
    const second = await place.serve(CONFIG)
    const claims = await Promise.all(
      [1, 2, 3].map(async () => await post(second, `/holds/${waiting.id}/claim`, { digest: waiting.digest })),
    )
    expect(claims.filter((claim) => claim.attempt !== undefined)).toHaveLength(1)
    expect(await post(second, `/holds/${running.id}/claim`, { digest: running.digest })).toMatchObject({
      error: { code: 'ALREADY_CLAIMED' },
    })
    const done = { attempt, kind: 'succeeded', result: 'gone' }
    expect((await post(second, `/holds/${running.id}/outcome`, done)).state).toBe('succeeded')
    await second.stop('SIGKILL')
    const third = await place.serve(CONFIG)
    // The answer to the report was lost, so it is made again.
    expect((await post(third, `/holds/${running.id}/outcome`, done)).outcome?.result).toBe('gone')
    // Whoever claimed the other one died with it: it is unknown within its lease, and runs nowhere again.
    await third.reaches(waiting.id, 'unknown')
    expect(await post(third, `/holds/${waiting.id}/claim`, { digest: waiting.digest })).toMatchObject({
      error: { code: 'ALREADY_CLAIMED' },
    })
    const { approvals } = (await third.get('/admin/approvals')).json as unknown as {
      readonly approvals: readonly { readonly id: string; readonly runs_in: string | null }[]
    }
    expect(
      approvals.filter(({ id }) => [waiting.id, running.id].includes(id)).map(({ runs_in: runsIn }) => runsIn),
    ).toEqual(['bot', 'bot'])
    await third.stop()
  })
})

test('[S1.2] the program of the guide asks, waits for a person, claims, runs once and reports, in Python', async () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../docs/guide/other-languages.md'), 'utf8')
  const blocks = [...guide.matchAll(/```python\n([^`]*)```/g)].map(([, code]) => code)
  expect(blocks).toHaveLength(2)
  const file = place.file('guide.py')
  writeFileSync(file, blocks.join('\n\n'))
  const service = await place.serve(CONFIG)
  const program = await pythonProgram()
  const env = { ...process.env, HOLDPOINT_URL: service.url, HOLDPOINT_TOKEN: TOKENS.agent }
  const run = async (answer: (id: string) => Promise<unknown>): Promise<string> => {
    const ran = promisify(execFile)(program, [file], { env, timeout: 60_000 })
    const asked = await eventually(async () =>
      (await service.approvals('?state=pending')).find(({ tool }) => tool === 'delete_product'),
    )
    await answer(asked.id)
    const { stdout } = await ran
    expect(stdout).toContain(`asked: ${service.url.replace('127.0.0.1', 'localhost')}/approvals/${asked.id}`)
    return stdout
  }
  expect(await run(async (id) => await service.approve(id))).toMatch(/\ndeleted CHR-1005\n$/)
  expect(await run(async (id) => await service.reject(id, 'still sold'))).toMatch(/\nnot run: .*still sold/)
  const [, ended] = await service.approvals('?q=CHR-1005')
  expect(ended).toMatchObject({ state: 'succeeded', outcome: { kind: 'result' } })
  await service.stop()
})

/** Never passed over: a guide that nobody ran is none. */
async function pythonProgram(): Promise<string> {
  for (const program of ['python3', 'python']) {
    const version = await promisify(execFile)(program, ['--version']).catch(() => null)
    if (version !== null && version.stdout.startsWith('Python 3.')) return program
  }
  throw new Error('This test needs Python 3 as "python3" or "python": install it, or the guide is not proven.')
}
