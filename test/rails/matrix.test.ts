/**
 * A risky call, confirmed in the host itself: every client line, both fronts, every answer a host may bring. The ledger
 * says what ran, the store what was decided, the client what it was told.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOLD_META, saidIn } from '../harness/answers.ts'
import { answerAtOnce, READING_MS, TOO_FAST } from '../harness/read-form.ts'
import { CLIENT_KINDS, connectSeated, FRONTS, isStateless } from './clients.ts'
import type { ClientKind, Front, Question, Reaction, SeatedClient, ToolResult } from './clients.ts'
import { createPlace, eventually, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Approval, Place, Service } from '../harness/serve-harness.ts'

const RUN_ONCE = 'Run it once'
const DO_NOT_RUN = "Don't run it"
/** So long calls wait where nobody answers, and as good as for ever where somebody does. */
const WAIT_MS = 2_000
const PATIENT_MS = 30_000

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const secretOf = (kind: ClientKind): string => `hp_test-${kind.replaceAll(' ', '-')}`

interface Home {
  readonly place: Place
  readonly service: Service
}

async function openHome(waitMs: number): Promise<Home> {
  const place = createPlace()
  const service = await place.serve({
    wait: `${waitMs / 1000}s`,
    servers: { ledger: stdioServer() },
    tokens: [
      { name: 'ci', role: 'approver', sha256: sha256(TOKENS.approver) },
      // One principal for each kind of client: what one of them declined must not count against the next.
      ...CLIENT_KINDS.map((kind) => ({
        name: kind,
        role: 'agent',
        sha256: sha256(secretOf(kind)),
        relays_a_person: true,
      })),
    ],
  })
  return { place, service }
}

let patient: Home
let hasty: Home

beforeAll(async () => {
  ;[patient, hasty] = await Promise.all([openHome(PATIENT_MS), openHome(WAIT_MS)])
})
afterAll(async () => void (await Promise.all([patient.place.close(), hasty.place.close()])))

type Outcome = 'result' | 'DECLINED' | 'CANCELLED' | 'INVALIDATED' | 'envelope'

interface Case {
  readonly name: string
  /** A tool that was declined twice in a session is not asked for again. */
  readonly tool?: string
  readonly reaction: Reaction
  readonly told: Outcome
  readonly state: string
  /** How the hold was decided, where it was. */
  readonly via: 'elicitation' | null
  /** Also on a tool with an output schema. */
  readonly schema: boolean
}

const answered = (answer: object, afterMs = READING_MS): Reaction => ({ afterMs, answer })
const raw = (value: unknown, afterMs = READING_MS): Reaction => ({ afterMs, raw: value })

const CASES: readonly Case[] = [
  {
    name: '[S2.3] [X1] accept: runs once, the result untouched',
    reaction: answered({ action: 'accept', content: { decision: RUN_ONCE } }),
    told: 'result',
    state: 'succeeded',
    via: 'elicitation',
    schema: true,
  },
  {
    name: '[S2.3] decline: nothing runs, and the agent hears it',
    reaction: answered({ action: 'decline' }),
    told: 'DECLINED',
    state: 'declined',
    via: 'elicitation',
    schema: true,
  },
  {
    name: '[S2.3] accept of "Don\'t run it": declined, with the reason',
    tool: 'fail_delete',
    reaction: answered({ action: 'accept', content: { decision: DO_NOT_RUN, reason: 'not on a Friday' } }),
    told: 'DECLINED',
    state: 'declined',
    via: 'elicitation',
    schema: false,
  },
  {
    name: '[S2.3] cancel: nothing runs, and the agent hears it',
    reaction: answered({ action: 'cancel' }),
    told: 'CANCELLED',
    state: 'cancelled',
    via: 'elicitation',
    schema: false,
  },
  {
    name: '[S9] an action nobody knows: an error, and the question is void',
    reaction: raw({ action: 'approve', content: { decision: RUN_ONCE } }),
    told: 'INVALIDATED',
    state: 'invalidated',
    via: null,
    schema: false,
  },
  {
    name: '[S9] a decision that was not offered: an error, and the question is void',
    reaction: raw({ action: 'accept', content: { decision: 'yes, all of it' } }),
    told: 'INVALIDATED',
    state: 'invalidated',
    via: null,
    schema: false,
  },
  {
    name: '[L6] accept without a decision decides nothing',
    reaction: raw({ action: 'accept', content: {} }),
    told: 'envelope',
    state: 'pending',
    via: null,
    schema: true,
  },
  {
    name: '[L6] accept without content decides nothing',
    reaction: raw({ action: 'accept' }),
    told: 'envelope',
    state: 'pending',
    via: null,
    schema: false,
  },
]

const tooFast = (decision: string): Case => ({
  name: `accept of ${JSON.stringify(decision)} faster than anybody reads`,
  reaction: answered({ action: 'accept', content: { decision } }, 0),
  told: 'envelope',
  state: 'pending',
  via: null,
  schema: false,
})

const MATRIX = FRONTS.flatMap((front) => CLIENT_KINDS.map((kind) => ({ front, kind })))

describe.concurrent.each(MATRIX)('$kind over $front', ({ front, kind }) => {
  const reactions = new Map<string, Reaction>()
  const questions = new Map<string, Question[]>()
  let answering: SeatedClient
  let undecided: SeatedClient

  function react(question: Question): Reaction {
    const mark = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(question.message)?.[0] ?? ''
    questions.set(mark, [...(questions.get(mark) ?? []), question])
    return reactions.get(mark) ?? 'silence'
  }

  const connect = (home: Home, name: string): Promise<SeatedClient> =>
    connectSeated({ kind, name: `${name} of ${kind} over ${front}`, react, to: addressOf(home, front, kind) })

  beforeAll(async () => {
    ;[answering, undecided] = await Promise.all([connect(patient, 'host'), connect(hasty, 'host')])
  })
  afterAll(async () => void (await Promise.all([answering.close(), undecided.close()])))

  /** What decides nothing ends with the wait; whatever else comes must not hurry because of it. */
  const placeOf = ({ told }: Case): readonly [Home, SeatedClient] =>
    told === 'envelope' ? [hasty, undecided] : [patient, answering]

  async function prove(entry: Case): Promise<void> {
    const [home, client] = placeOf(entry)
    const mark = randomUUID()
    reactions.set(mark, entry.reaction)
    await judge(entry, home, mark, await client.callTool(entry.tool ?? 'delete_item', { id: mark }))
  }

  async function judge(entry: Case, home: Home, mark: string, result: ToolResult): Promise<void> {
    const { reaction, told, state, via } = entry
    const hold = await holdOf(home, mark)
    expect(outcomeOf(result)).toBe(told)
    expect([hold.state, hold.via]).toEqual([state, via])
    expectAsked(questions.get(mark), kind)
    expect(ledgerOf(home, mark)).toHaveLength(told === 'result' ? 1 : 0)
    if (told === 'result') {
      expect(result).toEqual({
        ...(result.resultType === undefined ? {} : { resultType: 'complete' }),
        content: [{ type: 'text', text: `deleted ${mark}` }],
        _meta: {
          [HOLD_META]: { id: hold.id, state: 'succeeded', decided_by: hold.decided_by, via: 'elicitation' },
        },
      })
      return
    }
    expect(result.isError ?? false).toBe(told !== 'envelope')
    expect(result['_meta']?.[HOLD_META]).toEqual({ id: hold.id, state: hold.state })
    if (JSON.stringify(reaction).includes('Friday')) expect(JSON.stringify(result.content)).toContain('not on a Friday')
  }

  test.each(CASES.map((entry) => [entry.name, entry] as const))('%s', (_name, entry) => prove(entry))

  test.each([RUN_ONCE, DO_NOT_RUN])(
    '[L6] accept faster than anybody reads decides nothing, whatever it says: %s',
    async (decision) => {
      const entry = tooFast(decision)
      const acceptAtOnce = async (round: number, asksNow: () => void): Promise<readonly [string, ToolResult]> => {
        // What counted after all, and declined, must not count against the next try.
        const client = await connect(hasty, `try ${round} to say ${decision}`)
        const mark = randomUUID()
        reactions.set(mark, entry.reaction)
        asksNow()
        const result = await client.callTool('delete_item', { id: mark })
        await client.close()
        return [mark, result]
      }
      const isEnvelope = ([, result]: readonly [string, ToolResult]): boolean => outcomeOf(result) === 'envelope'
      const [mark, result] = await answerAtOnce(TOO_FAST.accept, acceptAtOnce, isEnvelope)
      await judge(entry, hasty, mark, result)
    },
  )

  test.each(CASES.filter(({ schema }) => schema).map((entry) => [entry.name, entry] as const))(
    'with an output schema: %s',
    async (_name, entry) => {
      const { reaction, told, state } = entry
      const [home, client] = placeOf(entry)
      const mark = randomUUID()
      reactions.set(mark, reaction)
      const result = await client.callTool('delete_with_schema', { id: mark })
      expect(outcomeOf(result)).toBe(told)
      expect((await holdOf(home, mark)).state).toBe(state)
      expect(ledgerOf(home, mark)).toHaveLength(told === 'result' ? 1 : 0)
      if (told === 'result') expect(result.structuredContent).toEqual({ deleted: true, id: mark })
      else expect([result.isError, result.structuredContent]).toEqual([true, undefined])
    },
  )

  test('[S9] never answered: the envelope after the wait, nothing ran', async () => {
    const mark = randomUUID()
    const begun = performance.now()
    const calling = undecided.callTool('delete_item', { id: mark })
    if (isStateless(kind)) {
      // The question went out as the answer: the gateway waits for nothing, and the host never comes back.
      calling.catch(() => {})
      await delay(WAIT_MS + 200)
    } else {
      const result = await calling
      expect(performance.now() - begun).toBeGreaterThanOrEqual(WAIT_MS - 50)
      expect(outcomeOf(result)).toBe('envelope')
    }
    expectAsked(questions.get(mark), kind)
    expect((await holdOf(hasty, mark)).state).toBe('pending')
    expect(ledgerOf(hasty, mark)).toHaveLength(0)
  })

  test('[S9] [L12] disconnected while asked: nothing ran, the hold stays', async () => {
    const { service } = patient
    const mark = randomUUID()
    const leaving = await connect(patient, 'leaver')
    const calling = leaving.callTool('delete_item', { id: mark }).then(
      () => 'answered',
      () => 'cut off',
    )
    await eventually(() => questions.get(mark))
    await leaving.close()
    expect(await Promise.race([calling, delay(WAIT_MS / 2).then(() => 'cut off')])).toBe('cut off')
    await delay(300)
    const { id, state } = await holdOf(patient, mark)
    expect(state).toBe('pending')
    expect(ledgerOf(patient, mark)).toHaveLength(0)
    if (isStateless(kind)) return
    await eventually(async () => {
      const { records } = (await service.get(`/admin/audit?hold=${id}`)).json as { records: { kind: string }[] }
      return records.some((record) => record.kind === 'hold-caller-left') ? true : undefined
    })
    // Nobody waits for it any more: approval alone runs nothing.
    await service.approve(id)
    await delay(300)
    expect((await holdOf(patient, mark)).state).toBe('approved')
    expect(ledgerOf(patient, mark)).toHaveLength(0)
  })
})

type Address = Parameters<typeof connectSeated>[0]['to']

function addressOf({ place, service }: Home, front: Front, kind: ClientKind): Address {
  return front === 'stdio'
    ? { front, cwd: place.folder, environment: place.environment }
    : { front, url: new URL('/mcp/ledger', service.url), token: secretOf(kind) }
}

const ledgerOf = ({ place }: Home, mark: string): ReturnType<Place['ledger']> =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)

async function holdOf({ service }: Home, mark: string): Promise<Approval> {
  const holds = await service.approvals(`?q=${mark}`)
  expect(holds).toHaveLength(1)
  return holds[0] as Approval
}

/** Exactly one form, with nothing chosen in advance. */
function expectAsked(asked: readonly Question[] | undefined, kind: ClientKind): void {
  expect(asked).toHaveLength(1)
  const { mode, requestedSchema } = (asked ?? [])[0] as Question
  // Only the era without sessions names the mode of a form: so this client speaks the era that it stands for.
  expect(mode).toBe(isStateless(kind) ? 'form' : undefined)
  expect(requestedSchema.required).toEqual(['decision'])
  expect(requestedSchema.properties.decision.enum.slice(0, 2)).toEqual([RUN_ONCE, DO_NOT_RUN])
  expect(requestedSchema.properties.decision).not.toHaveProperty('default')
}

function outcomeOf(result: ToolResult): string {
  const said = saidIn({ result }) as
    | { readonly requires_human_approval?: boolean; readonly error?: { readonly code: string } }
    | undefined
  if (said?.error !== undefined) return said.error.code
  if (said?.requires_human_approval === true) return 'envelope'
  const mark = result['_meta']?.[HOLD_META] as { readonly state?: string } | undefined
  return mark?.state === 'succeeded' ? 'result' : JSON.stringify(result)
}
