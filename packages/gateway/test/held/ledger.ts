/**
 * The keeper of holds with its real parts around it (store, connection, dispatch), in front of an upstream that keeps a
 * ledger of every call it receives. Only the two ends are played here: the server and the client that waits.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  NO_CAPABILITIES,
  createOwnership,
  decide,
  digestArguments,
  isJsonObject,
  readToolDefinition,
} from '@holdpoint/core'
import type { Call, Hold, JsonObject, SendFailure, Store, UpstreamEvents, Verdict } from '@holdpoint/core'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import type { Caller } from '../../src/calls/caller.ts'
import { createUpstreamConnection } from '../../src/calls/upstream-connection.ts'
import type { UpstreamConnection } from '../../src/calls/upstream-connection.ts'
import { createHoldKeeper } from '../../src/held/hold-keeper.ts'
import type { HoldKeeper } from '../../src/held/hold-keeper.ts'
import { createOpenQuestions } from '../../src/held/open-questions.ts'
import type { HoldRecipes } from '../../src/recipes/hold-recipes.ts'
import { createToolCatalog } from '../../src/tools/tool-catalog.ts'
import { createServerTools } from '../../src/tools/server-tools.ts'
import type { WaitSetting } from '../../src/held/waiting-time.ts'
import { OWNER, sampleRuling, sha256 } from '@holdpoint/testing'

const NO_RECIPES: HoldRecipes = {
  lookFirst: async () => ({ kind: 'ask', entity: null, warnings: [], opened: () => {} }),
  lookAgain: async () => ({ kind: 'same' }),
  draftUndo: () => null,
  offerUndo: async () => null,
  missedUndos: async () => [],
  newHoldId: () => {
    throw new Error('Nothing is asked again without recipes.')
  },
}

/**
 * What the server does with a call: an answer as JSON text (without its id), a failure of the transport, or silence.
 */
export type ServerMood = { readonly answer: string } | { readonly failure: SendFailure } | { readonly silence: true }

export interface Ledger {
  readonly home: TestStore
  readonly keeper: HoldKeeper
  /** The arguments of every call that reached the server, as they were spelled. */
  readonly calls: string[]
  readonly logs: string[]
  mood: ServerMood
  tool: JsonObject
  reachable: boolean
  /** So long ago the next call arrived. */
  callerAgeMs: number
  /** Answers the newest call that was met with silence. */
  answerLate(answer: string): void
  closeServer(): void
  /** A client calls; `done` settles once the keeper has finished with it. */
  call(over?: Partial<Call>): PlayedCaller
  say(answer: Verdict['answer']): Promise<void>
  /** The newest hold. */
  hold(): Promise<Hold>
  until(condition: (hold: Hold) => boolean): Promise<Hold>
  end(): Promise<void>
}

export interface PlayedCaller {
  readonly replies: JsonObject[]
  readonly done: Promise<void>
  leave(): void
}

export interface LedgerOptions {
  readonly keeperStore?: (store: Store) => Store
  readonly answerWithinMs?: number
  readonly undoWindowMs?: number
  readonly wait?: WaitSetting
  readonly otherConnection?: () => Promise<UpstreamConnection | null>
  readonly lookAgain?: HoldRecipes['lookAgain']
}

export const PLAIN_RESULT = '"result":{"content":[{"type":"text","text":"gone"}]}'

export async function openLedger(options: LedgerOptions = {}): Promise<Ledger> {
  const home = await openTestStore()
  const { store } = home
  const calls: string[] = []
  const logs: string[] = []
  let events: UpstreamEvents | null = null
  let silentId: unknown = null
  const played: { mood: ServerMood; tool: JsonObject; reachable: boolean; callerAgeMs: number } = {
    mood: { answer: PLAIN_RESULT },
    tool: { name: 'delete_contact', description: 'Deletes.', inputSchema: { type: 'object' } },
    reachable: false,
    callerAgeMs: 0,
  }

  function say(id: unknown, body: string): void {
    const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${body}}`
    queueMicrotask(() => events?.message(text, null, null))
  }

  const connection = createUpstreamConnection({
    upstream: {
      server: { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' },
      open: (listener) => {
        events = listener
      },
      send({ text, request }) {
        if (request === null) return
        if (request.method === 'tools/list') {
          say(request.id, `"result":${JSON.stringify({ tools: [played.tool] })}`)
          return
        }
        const { mood } = played
        if ('failure' in mood) {
          const { failure } = mood
          if (failure.certainty !== 'nothing-sent') calls.push(argumentsOf(text))
          queueMicrotask(() => events?.requestFailed(request.id, failure))
          return
        }
        calls.push(argumentsOf(text))
        if ('answer' in mood) say(request.id, mood.answer)
        else silentId = request.id
      },
      abort: () => {},
      close: () => Promise.resolve(),
    },
    ownIdPrefix: 'own-',
    shared: false,
    sign: null,
    authored: null,
    log: (message) => logs.push(message),
  })
  const tools = createServerTools({
    connection,
    catalog: (client) =>
      createToolCatalog({
        store: () => Promise.resolve(store),
        server: connection.upstream.server,
        client,
        tenant: 'default',
        sha256,
        onDrift: () => {},
      }),
    listRules: () => ({
      rationale: { kind: 'off' },
      cards: false,
      previewsFirst: () => false,
      cheatsheet: null,
      rate: () => ({ risk: 'high', asks: true, gateOff: false, destructiveHint: null }),
    }),
    sha256,
    listWithinMs: 2_000,
    log: () => {},
  })
  const keeper = createHoldKeeper({
    program: () => 'holdpoint',
    store: options.keeperStore?.(store) ?? store,
    ownership: createOwnership({ store, self: OWNER, now: () => performance.now() }),
    see: () => 'running',
    attention: {
      link: () => Promise.resolve('http://localhost/approvals/x'),
      announce: () => {},
      summon: () => Promise.resolve({ reachable: played.reachable }),
    },
    questions: createOpenQuestions(Date.now),
    now: Date.now,
    rails: { ask: () => Promise.resolve(null), takeBack: () => Promise.resolve({ kind: 'foreign' }) },
    views: { expect: () => () => {}, show: () => () => {}, pendingMeta: () => Promise.resolve({}) },
    settings: () => ({
      wait: options.wait ?? 'auto',
      answerWithinMs: options.answerWithinMs ?? 5_000,
      limits: { heldBytes: Infinity, tenantHeldBytes: Infinity },
    }),
    sha256,
    newAttemptId: randomUUID,
    freshDefinition: (_connection, tool, metaText) => tools.fresh(tool, metaText),
    recheck: () => Promise.resolve(null),
    otherConnection: options.otherConnection ?? (() => Promise.resolve(null)),
    recipes: { ...NO_RECIPES, lookAgain: options.lookAgain ?? NO_RECIPES.lookAgain },
    log: (message) => logs.push(message),
  })

  async function findNewest(): Promise<Hold | null> {
    const query = {
      tenant: null,
      state: null,
      server: null,
      tool: null,
      risk: null,
      text: null,
      limit: 1,
      cursor: null,
    }
    const [listed] = (await store.holds.list(query)).holds
    return listed === undefined ? null : await store.holds.get(listed.id)
  }

  async function newest(): Promise<Hold> {
    const hold = await findNewest()
    if (hold === null) throw new Error('There is no hold.')
    return hold
  }

  const ledger: Ledger = Object.assign(played, {
    home,
    keeper,
    calls,
    logs,
    answerLate: (answer: string) => say(silentId, answer),
    closeServer: () => events?.closed('the server exited with code 1'),
    call(over: Partial<Call> = {}): PlayedCaller {
      const definition = readToolDefinition(played.tool, sha256)
      const argumentsText = over.argumentsText ?? '{"id": "c_17", "n": 1.0}'
      const value = JSON.parse(argumentsText) as JsonObject
      const call: Call = {
        tenant: 'default',
        principal: 'local:ana',
        client: { name: 'desk', version: '1' },
        session: 'session-1',
        server: connection.upstream.server,
        tool: 'delete_contact',
        argumentsText,
        arguments: value,
        digest: digestArguments(value, sha256),
        rationale: null,
        ...over,
      }
      const { caller, replies, leave } = playCaller(connection, played.callerAgeMs)
      const ruling = sampleRuling({
        decideWithinMs: 60_000,
        executeWithinMs: 60_000,
        undoWindowMs: options.undoWindowMs ?? 0,
      })
      const done = keeper.hold(caller, {
        id: randomUUID(),
        call,
        ruling,
        definition,
        policyHash: 'policy-1',
        previewOnly: false,
        warnings: [],
      })
      return { replies, leave, done }
    },
    async say(answer: Verdict['answer']) {
      const verdict = { answer, by: 'ben', via: 'page', assurance: 'identified', reason: null } as const
      await decide(store, { hold: (await newest()).id, tenant: null, verdict })
    },
    hold: newest,
    async until(condition: (hold: Hold) => boolean) {
      const giveUpAt = performance.now() + 60_000
      while (performance.now() < giveUpAt) {
        const hold = await findNewest()
        if (hold !== null && condition(hold)) return hold
        await sleep(20)
      }
      throw new Error(`It did not come about: ${JSON.stringify(await newest())}`)
    },
    end: () => home.end(),
  })
  return ledger
}

function playCaller(
  connection: UpstreamConnection,
  ageMs: number,
): { caller: Caller; replies: JsonObject[]; leave: () => void } {
  const replies: JsonObject[] = []
  const listeners: (() => void)[] = []
  let open = true
  let gone = false
  const write = (text: string): boolean => {
    if (!open || gone) return false
    open = false
    const reply = JSON.parse(text) as JsonObject
    replies.push(isJsonObject(reply) ? reply : { result: reply })
    return true
  }
  return {
    replies,
    leave() {
      gone = true
      for (const listener of listeners) listener()
    },
    caller: {
      era: 'session',
      connection,
      client: { name: 'test', version: '1' },
      capabilities: NO_CAPABILITIES,
      session: 'session',
      hasOutputSchema: false,
      card: { view: null, previewOnly: false, previewParameter: 'preview', serverHasViews: () => false },
      progressToken: null,
      arrivedAt: performance.now() - ageMs,
      metaText: null,
      round: null,
      headers: {},
      hostEnded: false,
      get gone() {
        return gone
      },
      onGone: (listener) => void listeners.push(listener),
      ask: () => null,
      notify: () => {},
      reply: write,
      replyError: (code, message) => write(JSON.stringify({ rpcError: { code, message } })),
      relayError: (errorJson) => write(`{"rpcError":${errorJson}}`),
      relay: () => {},
      heartbeat: () => {},
    },
  }
}

function argumentsOf(text: string): string {
  const start = text.indexOf('"arguments":') + '"arguments":'.length
  return text.slice(start, text.lastIndexOf('}}'))
}
