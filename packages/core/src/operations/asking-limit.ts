/**
 * A person's attention is the scarce resource: one client may not flood it, and a tool that was declined twice in a
 * session is not asked for a third time. Other clients are not affected, and offers to take a call back, which no agent
 * asked for, use up nothing of it.
 */
import type { Call } from '../call/call.ts'
import type { Store } from '../store/store.ts'
import { UNDO_SESSION } from './undo-session.ts'
import { say } from '../sentence/say.ts'

const OPEN_QUESTIONS = 20
/**
 * A client names itself; taking many names does not give one principal unlimited attention. Far more than the clients of
 * one person have open, so that none of them is held up by the others.
 */
const OPEN_QUESTIONS_OF_ALL_CLIENTS = 500
const DECLINES_PER_SESSION = 2

/** The reason why this client may not ask now, or `null`. `preparing`: calls whose question is about to be opened. */
export async function findAskingLimit(
  store: Store,
  call: Call,
  preparing: Iterable<Call> = [],
): Promise<string | null> {
  const who = { tenant: call.tenant, principal: call.principal, client: null, since: 0 }
  const open = await countOpen(store, { ...who, client: call.client.name })
  const openOfAll = await countOpen(store, who)
  // Read after the counts: what was stored meanwhile is then in neither twice.
  const sameSide = [...preparing].filter(
    ({ tenant, principal }) => tenant === who.tenant && principal === who.principal,
  )
  const soon = sameSide.filter(({ client }) => client.name === call.client.name).length
  if (open + soon >= OPEN_QUESTIONS) {
    return say('clientAsksTooMuch', { n: open + soon })
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
  who: { readonly tenant: string; readonly principal: string; readonly client: string | null; readonly since: number },
): Promise<number> {
  const pending = { ...who, session: null, tool: null, serverIdentity: null, states: ['pending'] } as const
  const all = await store.holds.count(pending)
  return all === 0 ? 0 : all - (await store.holds.count({ ...pending, session: UNDO_SESSION }))
}
