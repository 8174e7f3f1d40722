/** Every example of docs/agents.md, run: what the page says an agent sees is what it sees. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { saidIn } from '../harness/answers.ts'
import { REPOSITORY } from '../harness/paths.ts'
import type { Message } from '../harness/stdio-client.ts'
import { connectAgent, ERAS } from '../harness/serve-agent.ts'
import type { Agent, Exchange } from '../harness/serve-agent.ts'
import { createPlace } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const PAGE = readFileSync(path.join(REPOSITORY, 'docs/agents.md'), 'utf8')
const SHEET = '# Warehouse\n\nA SKU is three letters, a dash, four digits.\n'
const HOLD = 'dev.holdpoint/hold'

interface Block {
  readonly kind: string
  readonly text: string
}

const BLOCKS: readonly Block[] = [...PAGE.matchAll(/^```(\w+) (\w+)\n([^]*?)^```$/gm)].map(
  ([, language, name, text]) => ({ kind: `${language} ${name}`, text: text ?? '' }),
)

const blocksOf = (kind: string): readonly string[] =>
  BLOCKS.filter((block) => block.kind === kind).map(({ text }) => text)
const only = (kind: string): string => {
  const [text, ...others] = blocksOf(kind)
  if (text === undefined || others.length > 0) throw new Error(`There is to be one block "${kind}".`)
  return text
}

/** `…` in the page matches anything; all else is exact. */
function expectAsWritten(real: unknown, written: unknown, at = '$'): void {
  if (typeof written === 'string' && written.includes('…')) {
    const parts = written.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    expect(real, at).toMatch(new RegExp(`^${parts.join('[^]+?')}$`))
  } else if (typeof written === 'object' && written !== null) {
    expect(Object.keys(real ?? {}).toSorted(), at).toEqual(Object.keys(written).toSorted())
    for (const [key, value] of Object.entries(written)) {
      expectAsWritten((real as { readonly [key: string]: unknown })[key], value, `${at}.${key}`)
    }
  } else expect(real, at).toEqual(written)
}

/** The block that answers a call stands right behind it. */
function after(call: string): Block {
  const index = BLOCKS.findIndex((block) => block.kind === 'json call' && block.text === call)
  return BLOCKS[index + 1] as Block
}

const place: Place = createPlace()
let service: Service
let agent: Agent

beforeAll(async () => {
  writeFileSync(path.join(place.home, 'warehouse.md'), SHEET)
  const { servers } = parse(only('yaml configuration')) as { servers: { warehouse: { command: readonly string[] } } }
  const [, script = ''] = servers.warehouse.command
  const command = [process.execPath, path.join(REPOSITORY, script), '--database', place.file('warehouse.db')]
  service = await place.serve({
    rationale: undefined,
    feedback: undefined,
    wait: '1ms',
    servers: { warehouse: { ...servers.warehouse, command } },
  })
  agent = await connectAgent(service.url, { era: '2025', server: 'warehouse', client: 'docs' })
})
afterAll(() => place.close())

const make = async (call: string): Promise<Exchange> => {
  const { name, arguments: given } = JSON.parse(call) as { name: string; arguments: object }
  return await agent.call(name, given)
}
const metaOf = ({ answer }: Exchange): { readonly [name: string]: unknown } =>
  answer.result?.['_meta']?.[HOLD] as { readonly [name: string]: unknown }

describe('docs/agents.md', () => {
  test('[S0.4] the tool in the list', async () => {
    const written = JSON.parse(only('json listed')) as { readonly name: string }
    const { answer } = await agent.ask('tools/list')
    const tool = answer.result?.tools?.find(({ name }) => name === written.name)
    if (tool === undefined) throw new Error(`${written.name} is not in the list.`)
    const { outputSchema: _outputSchema, ...real } = tool as typeof tool & { readonly outputSchema?: object }
    expectAsWritten(real, written)
  })

  test.each(blocksOf('json call').filter((call) => after(call).kind === 'json answer'))(
    '[S1.5] [S1.6] [S2.1] [S5] [S15] a call that is answered at once: %s',
    async (call) => {
      expectAsWritten((await make(call)).answer.result, JSON.parse(after(call).text))
    },
  )

  test('[S1.2] the envelope, and what a person says to it', async () => {
    const call = blocksOf('json call').find((block) => after(block).kind === 'json envelope') ?? ''
    const held = await make(call)
    expectAsWritten(saidIn(held.answer as Message), JSON.parse(only('json envelope')))
    expectAsWritten(held.answer.result?.content?.[0]?.text, only('text envelope').trimEnd())
    const id = metaOf(held)['id'] as string
    const { error } = JSON.parse(only('json declined')) as { error: { reason: string } }
    await service.reject(id, error.reason)
    expectAsWritten(saidIn((await make(call)).answer as Message), { error })
  })

  test('[S1.3] an approved call', async () => {
    const call = blocksOf('json call').find((block) => after(block).kind === 'json approved') ?? ''
    const id = metaOf(await make(call))['id'] as string
    await service.approve(id)
    await service.reaches(id, 'succeeded', 'failed')
    expectAsWritten(metaOf(await make(call)), JSON.parse(only('json approved')))
  })

  test('[S2.3] a call that was approved with other arguments', async () => {
    const call = blocksOf('json call').find((block) => after(block).kind === 'json edits') ?? ''
    const id = metaOf(await make(call))['id'] as string
    const approved = await service.post(`/admin/approvals/${id}/approve`, { edits: JSON.parse(only('json edits')) })
    expect(approved.status, approved.text).toBe(200)
    await service.reaches(id, 'succeeded', 'failed')
    expectAsWritten((await make(call)).answer.result, JSON.parse(only('json edited')))
  })

  test('[S1.6] feedback as people read it', async () => {
    const [, address = ''] = only('http get').trim().split(' ')
    expectAsWritten((await service.get(address)).json, JSON.parse(only('json body')))
  })

  test.each(ERAS)('[S1.7] the cheatsheet, in the %s era', async (era) => {
    const reader = await connectAgent(service.url, { era, server: 'warehouse', client: 'docs' })
    const uri = 'mcp://warehouse/cheatsheet'
    const asking = era === '2026' ? { headers: { 'mcp-name': uri } } : {}
    const { answer } = await reader.ask('resources/read', { uri }, asking)
    const hints = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'private' }
    const written = JSON.parse(only('json resource')) as object
    expectAsWritten(answer.result, era === '2026' ? { ...written, ...hints } : written)
  })

  test('[S4.7] where a call comes from', async () => {
    const meta = JSON.parse(only('json provenance')) as { readonly [name: string]: object }
    const given = { sku: 'CHR-1003', rationale: 'The product was discontinued.' }
    const id = metaOf(await agent.call('delete_product', given, { meta }))['id'] as string
    const { provenance } = (await service.get(`/admin/approvals/${id}`)).json as { readonly provenance: object }
    expect(provenance).toEqual({ ...meta['dev.holdpoint/provenance'], trace: null })
  })

  test('no example is left out', () => {
    const run =
      /^(yaml configuration|json (listed|call|answer|approved|edits|edited|envelope|declined|body|resource|provenance)|text envelope|http get)$/
    expect(BLOCKS.map(({ kind }) => kind).filter((kind) => !run.test(kind))).toEqual([])
    expect(PAGE.match(/^```/gm)).toHaveLength(2 * BLOCKS.length)
  })
})
