/**
 * A person's attention is the scarce resource: one client may not flood it, and a tool that was declined twice in a
 * session is not asked for a third time. Other clients are not affected, and offers to take a call back, which no agent
 * asked for, use up nothing of it.
 */
import type { Call } from '../call/call.ts'
import type { HoldCount, Store } from '../store/store.ts'
import { UNDO_SESSION } from './undo-session.ts'
import { sayToAgent } from '../answer/within-tokens.ts'
import { say } from '../sentence/say.ts'

const OPEN_QUESTIONS = 20
/**
 * A client names itself; taking many names does not give one principal unlimited attention. Far more than the clients
 * of one person have open, so that none of them is held up by the others.
 */
const OPEN_QUESTIONS_OF_ALL_CLIENTS = 500
/**
 * Of one connection, whatever its client calls itself: those that share a token by other connections keep room of their
 * own. A stateless client has no session, so all of one token through one service count as one connection.
 */
const OPEN_QUESTIONS_OF_A_CONNECTION = 100
const DECLINES_PER_SESSION = 2

/** The reason why this client may not ask now, or `null`. `preparing`: calls whose question is about to be opened. */
export async function findAskingLimit(
  store: Store,
  call: Call,
  preparing: Iterable<Call> = [],
): Promise<string | null> {
  const who = { tenant: call.tenant, principal: call.principal, client: null, session: null, since: 0 }
  const open = await countOpen(store, { ...who, client: call.client.name })
  const openOfAll = await countOpen(store, who)
  const here = connectionOf(call.session)
  const openHere = await countOpen(store, { ...who, sessionsUnder: here })
  // Read after the counts: what was stored meanwhile is then in neither twice.
  const sameSide = [...preparing].filter(
    ({ tenant, principal }) => tenant === who.tenant && principal === who.principal,
  )
  const soon = sameSide.filter(({ client }) => client.name === call.client.name).length
  if (open + soon >= OPEN_QUESTIONS) {
    return say('clientAsksTooMuch', { n: open + soon })
  }
  const soonHere = sameSide.filter(({ session }) => session.startsWith(here)).length
  if (openHere + soonHere >= OPEN_QUESTIONS_OF_A_CONNECTION) {
    return say('connectionAsksTooMuch', { n: openHere + soonHere })
  }
  if (openOfAll + sameSide.length >= OPEN_QUESTIONS_OF_ALL_CLIENTS) {
    return sayToAgent('principalAsksTooMuch', { n: openOfAll + sameSide.length, principal: call.principal })
  }
  const declined = await store.holds.count({
    ...who,
    session: call.session,
    tool: call.tool,
    serverIdentity: call.server.identity,
    states: ['declined'],
  })
  if (declined >= DECLINES_PER_SESSION) {
    return sayToAgent('declinedTooOften', { tool: call.tool, n: declined })
  }
  return null
}

async function countOpen(
  store: Store,
  who: Pick<HoldCount, 'tenant' | 'principal' | 'client' | 'session' | 'sessionsUnder' | 'since'>,
): Promise<number> {
  const pending = { ...who, tool: null, serverIdentity: null, states: ['pending'] } as const
  const all = await store.holds.count(pending)
  return all === 0 || who.sessionsUnder !== undefined
    ? all
    : all - (await store.holds.count({ ...pending, session: UNDO_SESSION }))
}

/**
 * What all sessions of one connection begin with: a stateless client's is named by the connection and by the client
 * itself.
 */
function connectionOf(session: string): string {
  return /^\["(?:[^"\\]|\\.)*",/.exec(session)?.[0] ?? session
}

const queues = new WeakMap<Store, Map<string, Promise<unknown>>>()

/**
 * Questions of one principal are opened one after the other. Calls that an agent sends at once would otherwise each
 * count the open questions before any of them is stored, and together pass a limit that none of them passes alone. It
 * remembers only the end of the queue, and only while a call waits in it.
 */
export async function takeAskingTurn<Answer>(store: Store, call: Call, ask: () => Promise<Answer>): Promise<Answer> {
  const queue = queues.get(store) ?? new Map<string, Promise<unknown>>()
  queues.set(store, queue)
  // A client names itself: under several names at once it would else pass the limit of its connection.
  const requester = JSON.stringify([call.tenant, call.principal])
  const turn = Promise.resolve(queue.get(requester)).then(ask)
  const end = turn.catch(() => null)
  queue.set(requester, end)
  try {
    return await turn
  } finally {
    if (queue.get(requester) === end) queue.delete(requester)
  }
}

export type PreparedQuestion =
  | { readonly kind: 'limited'; readonly message: string }
  /** It counts as open until `release`, which is due once the question is stored or not asked at all. */
  | { readonly kind: 'ready'; readonly release: () => void }

const preparing = new WeakMap<Store, Set<Call>>()

/**
 * Before something is read for a question: may this client ask at all? A reader that is refused an answer must not make
 * the server work for it, and calls that come at once count each other, though none of their questions is stored yet.
 */
export async function prepareQuestion(store: Store, call: Call): Promise<PreparedQuestion> {
  const underway = preparing.get(store) ?? new Set<Call>()
  preparing.set(store, underway)
  return await takeAskingTurn(store, call, async () => {
    const message = await findAskingLimit(store, call, underway)
    if (message !== null) return { kind: 'limited', message }
    underway.add(call)
    return { kind: 'ready', release: () => void underway.delete(call) }
  })
}
