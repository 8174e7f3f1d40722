/**
 * A bot as small as it can be: a chat in memory in which every text of the gate is seen, a ledger of what ran, and people who
 * write. The gate and the store behind it are the real ones.
 */
import { createChannelGate } from '@holdpoint/channels/gate'
import type {
  ChannelGate,
  ChannelGateOptions,
  ChatSession,
  InboundMessage,
  OperationPreview,
  RunResult,
} from '@holdpoint/channels/gate'
import type { JsonObject, Store } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { expect } from 'vitest'

export const ANA: ChatSession = { session: 'test/p2p/ana', by: 'test:ana', isGroup: false }
export const BEN: ChatSession = { session: 'test/p2p/ben', by: 'test:ben', isGroup: false }

export interface Bot {
  readonly gate: ChannelGate
  readonly store: Store
  /** What was written into each session, oldest first. */
  readonly chat: Map<string, string[]>
  /** What ran: the arguments of each start. */
  readonly ledger: JsonObject[]
  /** What went on to the agent. */
  readonly queue: string[]
  /** The newest text of a session that says this. */
  seen(session: ChatSession, words: string | RegExp): Promise<string>
  /** A person writes; whether it was consumed. */
  write(who: ChatSession, text: string, more?: Partial<InboundMessage>): Promise<boolean>
  /** So much time goes by. */
  pass(milliseconds: number): void
  /** Asks for the deletion of orders. */
  remove(who: ChatSession | null, given?: JsonObject, preview?: Partial<OperationPreview>): Promise<RunResult>
  end(): Promise<void>
}

let messages = 0

export function startBot(over: Partial<ChannelGateOptions> = {}): Bot {
  let passed = 0
  const store = over.store ?? createMemoryStore({ now: () => Date.now() + passed })
  const chat = new Map<string, string[]>()
  const ledger: JsonObject[] = []
  const queue: string[] = []
  const send = async (session: string, text: string): Promise<void> => {
    chat.set(session, [...(chat.get(session) ?? []), text])
  }
  const gate = createChannelGate({ name: 'orders', store, send, ...over })
  gate.operation('delete_orders', (given) => {
    ledger.push(given)
    return { deleted: 3 }
  })
  return {
    gate,
    store,
    chat,
    ledger,
    queue,
    async seen({ session }, words) {
      const found = (): string | undefined => chat.get(session)?.findLast((text) => matches(text, words))
      await expect.poll(found, { timeout: 10_000, interval: 5 }).toBeDefined()
      return found() ?? ''
    },
    async write(who, text, more = {}) {
      const message = {
        ...who,
        text,
        origin: 'typed',
        envelope: 'authenticated',
        id: `m${++messages}`,
        sentAt: null,
        ...more,
      } as const
      const consumed = await gate.intercept(message)
      if (!consumed) queue.push(text)
      return consumed
    },
    pass(milliseconds) {
      passed += milliseconds
    },
    async remove(who, given = { status: 1 }, preview = {}) {
      const shown = { title: 'Delete the orders with status 1', ...preview }
      return await gate.run(who, { operation: 'delete_orders', arguments: given, preview: shown })
    },
    async end() {
      await gate.close()
      if (over.store === undefined) await store.close()
    },
  }
}

function matches(text: string, words: string | RegExp): boolean {
  return typeof words === 'string' ? text.includes(words) : words.test(text)
}

/** The code in a question of the gate. */
export function codeIn(text: string): string {
  const [, code = ''] = /confirm (\w{4})"/.exec(text) ?? /确认 (\w{4})”/.exec(text) ?? []
  if (code === '') throw new Error(`no code in: ${text}`)
  return code
}

/** A question is in the chat, and known to be. */
export async function asked(bot: Bot, who: ChatSession, title = 'Please confirm'): Promise<string> {
  const text = await bot.seen(who, title)
  await expect
    .poll(async () => {
      const log = await bot.store.audit.browse({
        tenant: null,
        since: null,
        kinds: ['question-shown'],
        server: null,
        risk: null,
        order: 'newest-first',
        limit: 500,
        cursor: null,
      })
      return log.records.filter(({ client }) => client === who.session).length
    })
    .toBeGreaterThanOrEqual(
      bot.chat.get(who.session)?.filter((said) => /^(Please confirm|需要确认)/.test(said)).length ?? 0,
    )
  return text
}
