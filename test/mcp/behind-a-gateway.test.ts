/**
 * A server that confirms its own tools, behind a gateway: what a person approved at the gateway is not asked again, and nothing else passes for that. The ledger that the tool itself writes is the
 * judge.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createSigner } from '@holdpoint/gateway/proof'
import { signStatement } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { envelopeOf, textOf } from '../harness/answers.ts'
import { approve, listHolds } from '../harness/decide.ts'
import { CONFIRMING_SERVER } from '../harness/paths.ts'
import { startProcess, startWrap } from '../harness/run-wrap.ts'
import { createStdioClient } from '../harness/stdio-client.ts'
import type { StdioClient } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const COMMAND = [process.execPath, CONFIRMING_SERVER]
const CALL = { code: 'A1' }
const ledger = (home: TemporaryHome): readonly string[] =>
  existsSync(home.ledgerFile) ? readFileSync(home.ledgerFile, 'utf8').trim().split('\n').filter(Boolean) : []

test('what a person approved at the gateway runs once, and is not asked a second time', async () => {
  const home = createTemporaryHome()
  const environment = { LEDGER: home.ledgerFile, STORE: 'memory' }
  const wrap = await startWrap(home, { name: 'warehouse', command: COMMAND, environment })
  const { approval_id: id } = envelopeOf(await wrap.client.call('delete_product', CALL))
  await approve(home, id)
  expect(textOf(await wrap.client.call('delete_product', CALL))).toBe('✅ Deleted A1.')
  expect(ledger(home)).toEqual([JSON.stringify({ code: 'A1', hold: id })])
  expect(await listHolds(home)).toHaveLength(1)
})

test('what the gateway passed by its own rating is asked by the server', async () => {
  const home = createTemporaryHome(`servers:
  warehouse:
    tools:
      delete_product: { risk: low }`)
  const environment = { LEDGER: home.ledgerFile, STORE: 'memory' }
  const wrap = await startWrap(home, { name: 'warehouse', command: COMMAND, environment })
  const answer = await wrap.client.call('delete_product', CALL)
  expect(JSON.stringify(answer.result)).toContain('NOT RUN YET')
  expect(ledger(home)).toEqual([])
})

describe('a marker is worth nothing', () => {
  const signer = createSigner()
  const stranger = createSigner()
  const iat = Math.floor(Date.now() / 1000)
  const digestOfCall = 'to be filled in'

  async function start(home: TemporaryHome): Promise<StdioClient> {
    const running = startProcess(process.execPath, [CONFIRMING_SERVER], {
      cwd: home.folder,
      environment: {
        ...home.environment,
        LEDGER: home.ledgerFile,
        STORE: 'memory',
        GATEWAY: JSON.stringify({ key: signer.publicKey, server: 'the-gateways-name' }),
      },
    })
    const client = createStdioClient(running.child)
    await client.initialize('agent')
    client.notify('notifications/initialized')
    return client
  }

  async function digest(): Promise<string> {
    const { digestArguments } = await import('@holdpoint/core')
    const { sha256 } = await import('@holdpoint/store')
    return digestArguments(CALL, sha256)
  }

  const good = async (): Promise<{ readonly [name: string]: string | number }> => ({
    hold: 'hold-1',
    tool: 'delete_product',
    server: 'the-gateways-name',
    digest: await digest(),
    iat,
    exp: iat + 60,
    jti: `${digestOfCall}-${Math.random()}`,
  })

  const bad: readonly (readonly [string, { readonly [name: string]: string | number }])[] = [
    ['for another tool', { tool: 'delete_customer' }],
    ['for other arguments', { digest: '0'.repeat(64) }],
    ['for another server', { server: 'another' }],
    ['after its minute', { iat: iat - 120, exp: iat - 60 }],
    ['that lasts longer than a minute', { exp: iat + 6000 }],
    ['from the future', { iat: iat + 600, exp: iat + 660 }],
  ]

  test.each(bad)('%s', async (_name, change) => {
    const home = createTemporaryHome()
    const client = await start(home)
    const marker = signStatement('holdpoint-approved', { ...(await good()), ...change }, signer.sign)
    const answer = await client.call('delete_product', CALL, { _meta: { 'dev.holdpoint/approved': marker } })
    expect(textOf(answer)).toMatch(/^NOT RUN YET/)
    expect(ledger(home)).toEqual([])
  })

  test('of another key, of another kind, without a signature, or a second time', async () => {
    const home = createTemporaryHome()
    const client = await start(home)
    const said = await good()
    const [head, payload] = signStatement('holdpoint-approved', said, signer.sign).split('.')
    for (const marker of [
      signStatement('holdpoint-approved', said, stranger.sign),
      signStatement('holdpoint-receipt', said, signer.sign),
      `${head}.${payload}.`,
      `${head}.${payload}.AA`,
      '',
      7,
      { hold: 'hold-1' },
    ]) {
      const answer = await client.call('delete_product', CALL, { _meta: { 'dev.holdpoint/approved': marker } })
      expect(textOf(answer)).toMatch(/^NOT RUN YET/)
    }
    expect(ledger(home)).toEqual([])
    const marker = signStatement('holdpoint-approved', said, signer.sign)
    const meta = { _meta: { 'dev.holdpoint/approved': marker } }
    expect(textOf(await client.call('delete_product', CALL, meta))).toBe('✅ Deleted A1.')
    expect(textOf(await client.call('delete_product', CALL, meta))).toMatch(/^NOT RUN YET/)
    expect(ledger(home)).toHaveLength(1)
  })
})
