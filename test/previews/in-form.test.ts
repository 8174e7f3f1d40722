/** Every delete tool of the warehouse, asked about in the host's own form: its rows say what a person's answer did. */
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, heldBy, textOf } from '../harness/answers.ts'
import { listHolds } from '../harness/decide.ts'
import { READING_MS } from '../harness/read-form.ts'
import { modernMeta } from '../harness/stdio-client.ts'
import type { Message, StdioClient } from '../harness/stdio-client.ts'
import { delay, waitFor } from '../harness/wait-for.ts'
import { openWarehouse } from '../harness/warehouse.ts'
import type { Warehouse } from '../harness/warehouse.ts'
import { DELETIONS } from './warehouse-deletions.ts'
import type { Deletion } from './warehouse-deletions.ts'

const FORM = { elicitation: {} }
/** The refusal of one question must not answer the next. */
const SETTINGS = 'wait: 60s\ndecline_sticks: 1ms'

const YES = { action: 'accept', content: { decision: 'Run it once' } }
const KEEP_IT = { action: 'accept', content: { decision: "Don't run it", reason: 'keep it' } }

const rowsOf = (warehouse: Warehouse, { table, key, there }: Deletion): number =>
  warehouse.query(`SELECT 1 FROM ${table} WHERE ${key} = '${there}'`).length

const ranOf = (warehouse: Warehouse, deletion: Deletion): ReturnType<Warehouse['writes']> =>
  warehouse.writes().filter(({ tool }) => tool === deletion.tool)

function expectPreview(message: string, deletion: Deletion): void {
  // What was read of the thing stands on one line, what hangs on it on another.
  const lines = message.split('\n').flatMap((line) => line.trim().split('; '))
  expect(lines[0]).toBe(`⚠️ ${deletion.title}`)
  for (const [label, value] of Object.entries({ ...deletion.fields, ...deletion.impact })) {
    expect(lines, label).toContain(`${label}: ${value}`)
  }
  expect(message.split('\n').filter((line) => !line.startsWith('⚠ ')).length).toBeLessThanOrEqual(7)
  expect(message.includes('cannot be undone')).toBe(deletion.tool === 'delete_product')
  expect(lines.at(-1)).toBe('Run it?')
}

function expectRefusal(refused: Message, deletion: Deletion, code: 'DECLINED' | 'CANCELLED', because = ''): void {
  expect(codeOf(refused)).toBe(code)
  expect(refused.result.isError).toBe(true)
  const [said = ''] = textOf(refused).split('\n')
  const [, what, rest] = /^❌ (.*) by user\. Nothing ran\.(.*)$/.exec(said) ?? []
  expect(what, said).toBe(
    `${deletion.tool.replace('d', 'D').replaceAll('_', ' ')} ${deletion.there} ${code === 'DECLINED' ? 'declined' : 'cancelled'}`,
  )
  expect(rest).toMatch(new RegExp(`^${because} Do not retry it`))
}

const questionsAbout = ({ messages }: StdioClient, { tool }: Deletion): readonly Message[] =>
  messages.filter(
    ({ method, params }) => method === 'elicitation/create' && (params.message as string).includes(`${tool} on `),
  )

/** Calls, reads the form that comes and answers it. */
async function callAndAnswer(warehouse: Warehouse, deletion: Deletion, reply: object): Promise<Message> {
  const { client } = warehouse.wrap
  const asked = questionsAbout(client, deletion).length
  const call = client.call(deletion.tool, { [deletion.key]: deletion.there })
  const question = await waitFor(`form ${asked}`, () => questionsAbout(client, deletion)[asked])
  expectPreview(question.params.message as string, deletion)
  expect(ranOf(warehouse, deletion)).toEqual([])
  await delay(READING_MS)
  client.respond(question.id as string, reply)
  return await call
}

describe('a pushed form', () => {
  let warehouse: Warehouse
  beforeAll(async () => {
    warehouse = await openWarehouse(SETTINGS, { capabilities: FORM })
  })

  describe.concurrent.each(DELETIONS)('$tool', (deletion) => {
    const { tool, key, there } = deletion

    test(`[S2.1] [S2.2] [S2.3] [S2.4] [S5] ${tool}: not found, forbidden, cancelled, declined, accepted`, async () => {
      const { client } = warehouse.wrap
      const absent = await client.call(tool, { [key]: deletion.missing })
      expect(codeOf(absent)).toBe('VALIDATION_ERROR')
      expect(textOf(absent)).toContain(deletion.missing)
      expect(textOf(absent)).not.toMatch(/[❌✅⚠]/u)
      const forbidden = await client.call(tool, { [key]: deletion.forbidden })
      expect(codeOf(forbidden)).toBe('VALIDATION_ERROR')
      expect(textOf(forbidden)).toMatch(deletion.reason)
      expect(questionsAbout(client, deletion)).toEqual([])

      const cancelled = await callAndAnswer(warehouse, deletion, { action: 'cancel' })
      expectRefusal(cancelled, deletion, 'CANCELLED')
      expect(rowsOf(warehouse, deletion)).toBe(1)
      expectRefusal(await callAndAnswer(warehouse, deletion, { action: 'decline' }), deletion, 'DECLINED')
      expect(ranOf(warehouse, deletion)).toEqual([])
      expect(rowsOf(warehouse, deletion)).toBe(1)

      const done = await callAndAnswer(warehouse, deletion, YES)
      expect(heldBy(done)).toMatchObject({ state: 'succeeded', via: 'elicitation' })
      expect(done.result.isError).not.toBe(true)
      expect(ranOf(warehouse, deletion).map((entry) => [entry.arguments, entry.ok])).toEqual([
        [JSON.stringify({ [key]: there }), 1],
      ])
      expect(rowsOf(warehouse, deletion)).toBe(0)
      expect(questionsAbout(client, deletion)).toHaveLength(3)
      const holds = (await listHolds(warehouse.home)).filter((hold) => hold.tool === tool)
      expect(holds.map(({ state, via }) => [state, via])).toEqual([
        ['succeeded', 'elicitation'],
        ['declined', 'elicitation'],
        ['cancelled', 'elicitation'],
      ])
      // What was read for the person stays with the person: beside the forms, the agent hears only the tool's own
      // answer.
      const told = client.lines.filter((line) => !line.includes('elicitation/create') && line.includes('by user'))
      expect(told.join('\n')).not.toContain(deletion.secret)
    })
  })
})

describe('a form in rounds of the call', () => {
  const meta = modernMeta('test-client', FORM)
  let warehouse: Warehouse
  beforeAll(async () => {
    warehouse = await openWarehouse(SETTINGS, { silent: true })
  })

  async function inRounds(deletion: Deletion, reply: object): Promise<Message> {
    const { client } = warehouse.wrap
    const { tool, key, there } = deletion
    const asked = await client.call(tool, { [key]: there }, meta)
    expect(asked.result.resultType).toBe('input_required')
    const requests = asked.result.inputRequests as { readonly [name: string]: Message }
    const [name = ''] = Object.keys(requests)
    expectPreview(requests[name]?.params.message as string, deletion)
    await delay(READING_MS)
    const round = { requestState: asked.result.requestState, inputResponses: { [name]: reply } }
    return await client.call(tool, { [key]: there }, { ...meta, ...round })
  }

  describe.concurrent.each(DELETIONS)('$tool', (deletion) => {
    test(`[S2.3] [S2.4] ${deletion.tool}: cancelled, declined with a reason, accepted`, async () => {
      expectRefusal(await inRounds(deletion, { action: 'cancel' }), deletion, 'CANCELLED')
      expectRefusal(await inRounds(deletion, KEEP_IT), deletion, 'DECLINED', ' Reason: keep it\\.')
      expect(ranOf(warehouse, deletion)).toEqual([])
      expect(rowsOf(warehouse, deletion)).toBe(1)
      expect(heldBy(await inRounds(deletion, YES))).toMatchObject({ state: 'succeeded', via: 'elicitation' })
      expect(ranOf(warehouse, deletion)).toHaveLength(1)
      expect(rowsOf(warehouse, deletion)).toBe(0)
    })
  })
})
