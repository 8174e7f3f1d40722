/**
 * Questions of a server that look like ours, in the era without sessions: one that asks under our key, and a gateway
 * behind the gateway, in a home of its own or in the same. Each answer reaches whoever asked, once; nothing else
 * becomes an answer.
 */
import { describe, expect, test } from 'vitest'
import { heldBy, HOLD_META, textOf } from '../harness/answers.ts'
import { expectAuditIntact, listHolds } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { HOLDPOINT, LEDGER_SERVER, REPOSITORY } from '../harness/paths.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { modernMeta } from '../harness/stdio-client.ts'
import type { Message } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { delay } from '../harness/wait-for.ts'
import { READING_MS } from '../harness/read-form.ts'

const KEY_SERVER = [process.execPath, `${REPOSITORY}test/fixtures/key-server.mjs`]
const RUN_ONCE = { action: 'accept', content: { decision: 'Run it once' } }
const INVALID_PARAMS = -32602
const MARK = "(this is not Holdpoint's question)"

interface Place {
  readonly home: TemporaryHome
  readonly wrap: RunningWrap
  call(args: object, round?: object): Promise<Message>
  /** The rounds that reached the server: the state each came with. */
  rounds(): readonly (string | undefined)[]
}

async function open(command: readonly string[]): Promise<Place> {
  const home = createTemporaryHome('wait: 5s\nrationale: off')
  const wrap = await startWrap(home, { name: 'outer', command, silent: true })
  const meta = modernMeta('test-client', { elicitation: { form: {} } })
  return {
    home,
    wrap,
    call: async (args, round = {}) => await wrap.client.call('delete_item', args, { ...meta, ...round }),
    rounds: () => readLedger(home, 'delete_item').map(({ requestState }) => requestState),
  }
}

async function end({ home, wrap }: Place): Promise<void> {
  await endWrap(wrap)
  await expectAuditIntact(home)
}

const questionIn = ({ result }: Message): string => {
  expect(result?.resultType, JSON.stringify(result)).toBe('input_required')
  return result.inputRequests.holdpoint.params.message as string
}

const stateIn = ({ result }: Message): string => result.requestState as string

/** What a client sends back under the one key; without a state where none was given. */
const back = (state: string | undefined, answer: object = RUN_ONCE): object => ({
  ...(state === undefined ? {} : { requestState: state }),
  inputResponses: { holdpoint: answer },
})

const flipped = (state: string): string => `${state.slice(0, -2)}${state.at(-2) === 'A' ? 'B' : 'A'}${state.slice(-1)}`

describe.concurrent.each([
  ['with a state', { id: 'a', state: 'their-state' }, 'their-state'],
  ['with a state that begins like ours', { id: 'a', state: 'hp1.theirs.x' }, 'hp1.theirs.x'],
  ['without a state', { id: 'a' }, undefined],
] as const)('[L9] a server that asks under our key, %s', (_how, args, theirs) => {
  test('[B5] gets its answer, once; our own question is answered by our own state alone', async () => {
    const place = await open(KEY_SERVER)
    const { home, call, rounds } = place
    const ours = stateIn(await call(args))
    // Before anything runs, the server's state answers nothing of ours.
    await delay(READING_MS)
    expect((await call(args, back(theirs))).error?.code).toBe(INVALID_PARAMS)
    expect((await call(args, back(flipped(ours)))).error?.code).toBe(INVALID_PARAMS)
    expect(rounds()).toEqual([])

    expect(questionIn(await call(args, back(ours)))).toContain(MARK)
    expect(rounds()).toEqual([undefined])
    for (const state of [ours, flipped(ours), 'made-up', `${theirs ?? 'x'} `]) {
      expect((await call(args, back(state))).error?.code, state).toBe(INVALID_PARAMS)
    }
    if (theirs !== undefined) expect((await call(args, back(undefined))).error?.code).toBe(INVALID_PARAMS)
    expect((await call({ ...args, id: 'b' }, back(theirs))).error?.code).toBe(INVALID_PARAMS)
    expect(rounds()).toEqual([undefined])

    const answers = await Promise.all(Array.from({ length: 5 }, () => call(args, back(theirs))))
    const done = answers.filter((answer) => heldBy(answer)?.state === 'succeeded')
    expect(done).not.toEqual([])
    for (const answer of done) expect(textOf(answer)).toBe(JSON.stringify({ holdpoint: RUN_ONCE }))
    // One that came too late is refused, or is the new call that it may be, which a person has to be asked about.
    for (const { result, error } of answers.filter((other) => !done.includes(other))) {
      if (error !== undefined) expect(error.code).toBe(INVALID_PARAMS)
      else expect(JSON.stringify(result)).toMatch(/"input_required"|"requires_human_approval":true/)
    }
    // It is over: neither state answers anything any more.
    for (const state of [theirs, ours]) expect((await call(args, back(state))).error?.code).toBe(INVALID_PARAMS)
    expect(rounds()).toEqual([undefined, theirs])
    expect((await listHolds(home)).filter(({ state }) => state !== 'pending')).toMatchObject([{ state: 'succeeded' }])
    await end(place)
  })
})

/** A gateway in front of the ledger, as the command of another one. */
function gatewayIn(inner: TemporaryHome | null): readonly string[] {
  const moved = inner === null ? '' : `process.env.HOLDPOINT_HOME=${JSON.stringify(inner.path)}`
  const preload = moved === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(moved)}`]
  const wrap = [HOLDPOINT, 'wrap', '--name', 'inner', '--', process.execPath, LEDGER_SERVER]
  return [process.execPath, ...preload, ...wrap]
}

describe.concurrent.each(['one home', 'two homes'] as const)('[L9] a gateway behind the gateway, in %s', (homes) => {
  const openBoth = async (): Promise<{ place: Place; holds: () => Promise<readonly string[]> }> => {
    const inner = homes === 'two homes' ? createTemporaryHome('wait: 5s\nrationale: off') : null
    const place = await open(gatewayIn(inner))
    const holds = async (): Promise<readonly string[]> => {
      const theirs = inner === null ? [] : await listHolds(inner)
      return [...(await listHolds(place.home)), ...theirs]
        .toSorted((one, other) => one.server.localeCompare(other.server))
        .map(({ server, state }) => `${server} ${state}`)
    }
    return { place, holds }
  }

  test('[B5] both are answered, each by its own state, and the call runs once', async () => {
    const { place, holds } = await openBoth()
    const { call, rounds } = place
    const args = { id: 'a' }
    const first = await call(args)
    expect(questionIn(first)).not.toContain(MARK)
    await delay(READING_MS)
    const second = await call(args, back(stateIn(first)))
    expect(questionIn(second)).toContain(MARK)
    expect(stateIn(second)).not.toBe(stateIn(first))
    await delay(READING_MS)
    for (const state of [stateIn(first), flipped(stateIn(second))]) {
      expect((await call(args, back(state))).error?.code).toBe(INVALID_PARAMS)
    }
    expect(rounds()).toEqual([])
    const done = await call(args, back(stateIn(second)))
    expect(textOf(done)).toBe('deleted a')
    expect(heldBy(done)).toMatchObject({ state: 'succeeded' })
    expect(rounds()).toEqual([undefined])
    expect(await holds()).toEqual(['inner succeeded', 'outer succeeded'])
    expect((await call(args, back(stateIn(second)))).error?.code).toBe(INVALID_PARAMS)
    expect(rounds()).toHaveLength(1)
    await end(place)
  })

  test('[S2.3] a no to the inner one runs nothing', async () => {
    const { place, holds } = await openBoth()
    const { call, rounds } = place
    const first = await call({ id: 'a' })
    await delay(READING_MS)
    const second = await call({ id: 'a' }, back(stateIn(first)))
    await delay(READING_MS)
    const declined = await call({ id: 'a' }, back(stateIn(second), { action: 'decline' }))
    expect(declined.result.isError).toBe(true)
    expect(textOf(declined)).toContain('declined by user')
    // The refusal is the inner one's, as it was sent; the outer one's mark says that its call ran and failed.
    const refusal = declined.result.structuredContent as { readonly error: { readonly code: string; hold: string } }
    const mark = declined.result['_meta']?.[HOLD_META] as { readonly id: string } | undefined
    expect([refusal.error.code, mark]).toMatchObject(['DECLINED', { state: 'failed' }])
    expect(mark?.id).not.toBe(refusal.error.hold)
    expect(await holds()).toEqual(['inner declined', 'outer failed'])
    expect(rounds()).toEqual([])
    await end(place)
  })
})
