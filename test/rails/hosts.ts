/**
 * Homes with a service to look and decide through, and hosts (`wrap` processes with a raw client) that share their
 * store. One set of rules for all, told apart by tool.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { createStdioClient } from '../harness/stdio-client.ts'
import type { Message, StdioClient } from '../harness/stdio-client.ts'
import { delay, waitFor } from '../harness/wait-for.ts'
import { READING_MS } from '../harness/read-form.ts'
import { BIN, collect, createPlace, exited, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Approval, Place, Service } from '../harness/serve-harness.ts'

export const FORM = { elicitation: { form: {} } }
export const URL_ONLY = { elicitation: { url: {} } }
export const FORM_AND_URL = { elicitation: { form: {}, url: {} } }
export const RUN_ONCE = { action: 'accept', content: { decision: 'Run it once' } }
export const RELAYING = 'hp_test-agent-in-front-of-a-person'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const SETTING = {
  servers: { ledger: stdioServer() },
  people: { ci: { identities: ['token:ci'] }, ops: { identities: ['token:ops'] } },
  rules: [
    { name: 'named', match: { tool: 'send_message' }, risk: 'high', assurance: 'identified' },
    { name: 'passkey', match: { tool: 'hang_delete' }, risk: 'high', assurance: 'strong' },
    { name: 'four eyes', match: { tool: 'error_delete' }, risk: 'high', quorum: 2 },
    { name: 'by others', match: { tool: 'huge_delete' }, risk: 'high', approvers: ['ci'] },
    { name: 'on the page', match: { tool: 'crash_delete' }, risk: 'high', rails: ['page'] },
    { name: 'asks by itself', match: { tool: 'ask_delete' }, when: 'has(args.free)', risk: 'low' },
  ],
  tokens: [
    { name: 'ci', role: 'approver', sha256: sha256(TOKENS.approver) },
    { name: 'bot', role: 'agent', sha256: sha256(TOKENS.agent) },
    { name: 'front', role: 'agent', sha256: sha256(RELAYING), relays_a_person: true },
  ],
}

/** One home: a service to look and decide through, and hosts that share its store. */
export interface Home {
  readonly place: Place
  readonly service: Service
}

export async function openHome(wait: string): Promise<Home> {
  const place = createPlace()
  return { place, service: await place.serve({ ...SETTING, wait }) }
}

/**
 * Calls in the patient home wait long enough for whoever answers, those in the hasty one for nobody. Closed with the
 * file.
 */
export async function openHomes(): Promise<{ readonly patient: Home; readonly hasty: Home }> {
  const [patient, hasty] = await Promise.all([openHome('30s'), openHome('1s')])
  afterAll(async () => void (await Promise.all([patient.place.close(), hasty.place.close()])))
  return { patient, hasty }
}

export interface Host {
  readonly client: StdioClient
  readonly log: () => string
  /** Every question that reached the client, ours or the server's. */
  questions(mark: string): readonly Message[]
  question(mark: string): Promise<Message>
  /** Calls without waiting for the answer. */
  begin(tool: string, args: object, more?: object): number
  answer(question: Message, result: object, afterMs?: number): Promise<void>
  end(): Promise<void>
}

/** A `wrap` whose client says what it can do. Questions are told apart by a mark that stands in the arguments. */
export async function openHost({ place }: Home, name: string, capabilities: object): Promise<Host> {
  const child = place.start([BIN, 'wrap', '--name', 'ledger'])
  const log = collect(child, 'stderr')
  const client = createStdioClient(child as Parameters<typeof createStdioClient>[0])
  await client.initialize(name, capabilities)
  const questions = (mark: string): readonly Message[] =>
    client.messages.filter(
      ({ method, params }) => method === 'elicitation/create' && (params.message as string).includes(mark),
    )
  return {
    client,
    log,
    questions,
    question: (mark) => waitFor(`the question about ${mark}`, () => questions(mark)[0]),
    begin(tool, args, more = {}) {
      const id = client.nextId()
      const params = { name: tool, arguments: args, ...more }
      client.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }))
      return id
    },
    async answer(question, result, afterMs = READING_MS) {
      await delay(afterMs)
      client.respond(question.id ?? '', result)
    },
    async end() {
      client.end()
      await exited(child)
    },
  }
}

/** Begins with a letter: eight digits would be a number that may name somebody. */
export const newMark = (): string => `m${randomUUID().slice(0, 8)}`

export const ledgerOf = ({ place }: Home, mark: string): ReturnType<Place['ledger']> =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)

export async function holdOf({ service }: Home, mark: string): Promise<Approval> {
  const holds = await service.approvals(`?q=${mark}`)
  expect(holds).toHaveLength(1)
  return holds[0] as Approval
}

export async function expectPending(home: Home, mark: string): Promise<void> {
  expect((await holdOf(home, mark)).state).toBe('pending')
  expect(ledgerOf(home, mark)).toEqual([])
}

/** Everything that the servers behind the gateway received. */
export const received = ({ place }: Home): string => readFileSync(place.file('received'), 'utf8')
