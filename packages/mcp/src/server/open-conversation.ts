/** Leads the calls of one client: to the engine in this process, or to the service that asks instead of it. */
import { randomUUID } from 'node:crypto'
import type { Holdpoint } from '../create-holdpoint.ts'
import type { ConfirmedTools } from './confirmed-entry.ts'
import type { Conversation } from './conversation.ts'
import type { ProtocolMessage, SendOptions } from './sdk-server.ts'

export interface ConversationAbout {
  readonly principal: string
  /** `instance`: of this process. */
  readonly session: (instance: string) => string
  /** The client's `initialize`; `null`: it never sent one. */
  readonly introduced: ProtocolMessage | null
  /** Hands a message to the server in this process. */
  readonly toServer: (message: ProtocolMessage) => void
  readonly toClient: (message: ProtocolMessage, options?: SendOptions) => void
}

/** Hosts that give up after a minute get their answer before. */
const REMOTE_WAIT_MS = 45_000

export async function openConversation(
  holdpoint: Holdpoint,
  tools: ConfirmedTools,
  { principal, session, introduced, toServer, toClient }: ConversationAbout,
): Promise<Conversation> {
  const { options } = holdpoint
  const common = { tools, principal, introduced, toServer, toClient }
  if (options.remote === undefined) {
    const [engine, { createConversation }] = await Promise.all([holdpoint.engine(), import('./conversation.ts')])
    return createConversation({ ...common, engine, session: session(engine.gateway.self.instance) })
  }
  const [requests, { createRemoteConversation }] = await Promise.all([
    holdpoint.requests(),
    import('./remote-conversation.ts'),
  ])
  return createRemoteConversation({
    ...common,
    requests,
    server: options.server,
    waitSeconds: (options.waitMs ?? REMOTE_WAIT_MS) / 1000,
    newId: () => `holdpoint-${randomUUID()}`,
    log: (message) => holdpoint.log(message),
  })
}
