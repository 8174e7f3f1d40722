/**
 * A person's attention is the scarce resource: one client may not flood it, and a tool that was declined twice in a
 * session is not asked for a third time. Other clients are not affected, and offers to take a call back, which no agent
 * asked for, use up nothing of it.
 */
import type { Call } from '../call/call.ts'
import type { HoldCount, Store } from '../store/store.ts'
import { UNDO_SESSION } from './undo-session.ts'
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
    return say('principalAsksTooMuch', { n: openOfAll + sameSide.length, principal: call.principal })
  }
  const declined = await store.holds.count({
    ...who,
    session: call.session,
    tool: call.tool,
    serverIdentity: call.server.identity,
    states: ['declined'],
  })
  if (declined >= DECLINES_PER_SESSION) {
    return say('declinedTooOften', { tool: call.tool, n: declined })
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
