/**
 * [S0] A server that confirms its own tools and asks a service: who decides sits there, the tool runs here, once. The ledger that the tool itself writes is the judge.
 */
import { readFileSync, existsSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { CONFIRMING_SERVER } from '../harness/paths.ts'
import { startProcess } from '../harness/run-wrap.ts'
import type { RunningProcess } from '../harness/run-wrap.ts'
import { createPlace, eventually, TOKENS } from '../harness/serve-harness.ts'
import type { Service } from '../harness/serve-harness.ts'
import { createStdioClient } from '../harness/stdio-client.ts'
import type { StdioClient } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

const place = createPlace()
afterAll(async () => await place.close())

interface Server extends RunningProcess {
  readonly client: StdioClient
  readonly home: TemporaryHome
}

let started = 0

async function start(url: string, environment: NodeJS.ProcessEnv = {}, remote: object = {}): Promise<Server> {
  const home = createTemporaryHome()
  return await startIn(home, url, environment, remote)
}

async function startIn(
  home: TemporaryHome,
  url: string,
  environment: NodeJS.ProcessEnv = {},
  remote: object = {},
): Promise<Server> {
  const running = startProcess(process.execPath, [CONFIRMING_SERVER], {
    cwd: home.folder,
    environment: {
      ...home.environment,
      LEDGER: home.ledgerFile,
      REMOTE: JSON.stringify({ url, token: TOKENS.agent, ...remote }),
      ...environment,
    },
  })
  const client = createStdioClient(running.child)
  started += 1
  // What one client's person declined twice is not asked again: each test is a client of its own.
  await client.initialize(environment['CLIENT'] ?? `agent ${started}`)
  client.notify('notifications/initialized')
  return { ...running, client, home }
}

const ledger = ({ home }: Pick<Server, 'home'>): readonly string[] =>
  existsSync(home.ledgerFile) ? readFileSync(home.ledgerFile, 'utf8').trim().split('\n').filter(Boolean) : []

async function pending(service: Service, code: string): Promise<string> {
  const found = await eventually(async () => (await service.approvals(`?state=pending&q=${code}`))[0])
  return found.id
}

describe.each(['v1', 'v2'] as const)('a %s server that asks a service', (LINE) => {
  test('waits for an approver there, runs once, and the service knows what became of it', async () => {
    const service = await place.serve({ servers: {} })
    const server = await start(service.url, { LINE })
    const calling = server.client.call('delete_product', { code: `A-${LINE}` })
    const id = await pending(service, `A-${LINE}`)
    expect(ledger(server)).toEqual([])
    await service.approve(id)
    const answer = await calling
    expect(textOf(answer)).toBe(`✅ Deleted A-${LINE}.`)
    expect(heldBy(answer)).toEqual({ id, state: 'succeeded' })
    expect(ledger(server)).toEqual([JSON.stringify({ code: `A-${LINE}`, hold: id })])
    await service.reaches(id, 'succeeded')
    await service.stop()
  })

  test('[S2.3] a refusal there, and its reason, reach the agent', async () => {
    const service = await place.serve({ servers: {} })
    const server = await start(service.url, { LINE })
    const calling = server.client.call('delete_product', { code: `B-${LINE}` })
    await service.reject(await pending(service, `B-${LINE}`), 'still in the catalogue')
    const answer = await calling
    expect(answer.result?.isError).toBe(true)
    expect(codeOf(answer)).toBe('DECLINED')
    expect(textOf(answer)).toContain('still in the catalogue')
    expect(ledger(server)).toEqual([])
    await service.stop()
  })
})

test('what arguments the schema refuses, or what cannot be done, asks nobody; reads never leave the process', async () => {
  const server = await start('http://127.0.0.1:9')
  expect((await server.client.call('delete_product', { code: 7 })).result?.isError).toBe(true)
  const impossible = await server.client.call('delete_product', { code: 'SHIPPED' })
  expect(textOf(impossible)).toBe('Nothing ran, and nobody was asked: It was shipped.')
  expect(textOf(await server.client.call('read_product', { code: 'A1' }))).toBe('A1')
})

test('without the service nothing runs, and the agent is told', async () => {
  const server = await start('http://127.0.0.1:9')
  const answer = await server.client.call('delete_product', { code: 'A1' })
  expect(answer.result?.isError).toBe(true)
  expect(textOf(answer)).toContain('Nothing ran')
  expect(ledger(server)).toEqual([])
})

test('two calls at once are one question and one run; a server that is killed after the approval collects it when it is back', async () => {
  const service = await place.serve({ servers: {} })
  const first = await start(service.url, { CLIENT: 'one' })
  const twice = [
    first.client.call('delete_product', { code: 'C1' }),
    first.client.call('delete_product', { code: 'C1' }),
  ]
  const id = await pending(service, 'C1')
  await service.approve(id)
  const texts = (await Promise.all(twice)).map((answer) => textOf(answer))
  expect(texts.filter((text) => text.startsWith('✅'))).not.toEqual([])
  expect(ledger(first)).toHaveLength(1)

  void first.client.call('delete_product', { code: 'C2' }).catch(() => {})
  const second = await pending(service, 'C2')
  await first.kill('SIGKILL')
  await service.approve(second)
  const back = await startIn(first.home, service.url, { CLIENT: 'one' })
  expect(textOf(await back.client.call('delete_product', { code: 'C2' }))).toBe('✅ Deleted C2.')
  expect(ledger(back)).toHaveLength(2)
  await service.stop()
})

test('killed while it runs, the outcome is unknown there, and the next call is told so and runs nothing', async () => {
  const service = await place.serve({ servers: {}, answer_within: '2s' })
  const first = await start(service.url, { SLOW: '60000', CLIENT: 'two' })
  void first.client.call('delete_product', { code: 'D1' }).catch(() => {})
  const id = await pending(service, 'D1')
  await service.approve(id)
  await waitFor('the run', () => (ledger(first).length === 1 ? true : null))
  await first.kill('SIGKILL')
  await service.reaches(id, 'unknown')
  const back = await startIn(first.home, service.url, { CLIENT: 'two' })
  expect(codeOf(await back.client.call('delete_product', { code: 'D1' }))).toBe('OUTCOME_UNKNOWN')
  expect(ledger(back)).toHaveLength(1)
  await service.stop()
})

test('a wait that ends before anybody decides is the envelope, with the page of the service', async () => {
  const service = await place.serve({ servers: {} })
  const server = await start(service.url, { WAIT: '500' })
  const { approval_url: url, state } = envelopeOf(await server.client.call('delete_product', { code: 'E1' }))
  expect(state).toBe('pending')
  expect(new URL(url).port).toBe(new URL(service.url).port)
  expect(ledger(server)).toEqual([])
  await service.stop()
})

test('a receipt of another key runs nothing', async () => {
  const service = await place.serve({ servers: {} })
  const server = await start(service.url, {}, { key: 'A'.repeat(43) })
  const calling = server.client.call('delete_product', { code: 'F1' })
  await service.approve(await pending(service, 'F1'))
  const answer = await calling
  expect(answer.result?.isError).toBe(true)
  expect(ledger(server)).toEqual([])
  await service.stop()
})
