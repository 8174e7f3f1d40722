/**
 * A person's attention is the scarce resource: one client may not flood it, and a tool that was declined twice in a
 * session is not asked for a third time. Other clients are not affected.
 */
import type { Call } from '../call/call.ts'
import type { Store } from '../store/store.ts'

const OPEN_QUESTIONS = 20
/** A client names itself; taking many names does not give one principal unlimited attention. */
const OPEN_QUESTIONS_OF_ALL_CLIENTS = 60
const DECLINES_PER_SESSION = 2

/** The reason why this client may not ask now, or `null`. */
export async function findAskingLimit(store: Store, call: Call): Promise<string | null> {
  const who = { tenant: call.tenant, principal: call.principal, client: null, since: 0 }
  const pending = { ...who, session: null, tool: null, serverIdentity: null, states: ['pending'] } as const
  const open = await store.holds.count({ ...pending, client: call.client.name })
  if (open >= OPEN_QUESTIONS) {
    return `${open} questions of this client are open already. Let a person decide those first.`
  }
  const openOfAll = await store.holds.count(pending)
  if (openOfAll >= OPEN_QUESTIONS_OF_ALL_CLIENTS) {
    return `${openOfAll} questions of ${call.principal} are open already. Let a person decide those first.`
  }
  const declined = await store.holds.count({
    ...who,
    session: call.session,
    tool: call.tool,
    serverIdentity: call.server.identity,
    states: ['declined'],
  })
  if (declined >= DECLINES_PER_SESSION) {
    return `${call.tool} was declined ${declined} times in this session and is not asked for again. Ask the user what they want instead.`
  }
  return null
}
