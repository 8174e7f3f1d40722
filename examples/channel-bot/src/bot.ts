/**
 * A bot whose agent works for people in chats. Each chat has a queue of its own, and the agent takes from it one message after the
 * other; the gate stands in front of all queues, so that an answer to its question never becomes work for the agent.
 */
import { randomUUID } from 'node:crypto'
import { createChannelGate } from '@holdpoint/channels/gate'
import type { ChannelGateOptions, InboundMessage } from '@holdpoint/channels/gate'
import { identifySelf, seeProcess } from '@holdpoint/store/process'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { nextStep } from './scripted-model.ts'
import type { Said } from './scripted-model.ts'
import { createSqlTool } from './sql-tool.ts'

export interface BotOptions extends Pick<ChannelGateOptions, 'store' | 'send' | 'decideWithinMs' | 'rail'> {
  readonly language: string
  readonly database: DatabaseSyncInstance
  /** What happens inside, one line each. */
  readonly trace: (who: string, what: string) => void
}

export interface Bot {
  receive(message: InboundMessage): Promise<void>
  /** Once nothing that was received is under way any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function createBot({ database, trace, ...options }: BotOptions): Bot {
  const gate = createChannelGate({
    name: 'orders-bot',
    self: identifySelf(randomUUID()),
    see: seeProcess,
    ...options,
  })
  const sql = createSqlTool(gate, database, options.language)
  const queues = new Map<string, Promise<void>>()

  async function work(message: InboundMessage): Promise<void> {
    const said: Said[] = [{ from: 'user', text: message.text }]
    for (;;) {
      const step = nextStep(said)
      if (step.kind === 'answer') return await options.send(message.session, step.text)
      trace('model', step.sql)
      said.push({ from: 'tool', text: await sql(message, step.sql, step.title) })
    }
  }

  return {
    async receive(message) {
      if (await gate.intercept(message)) return
      trace('queue', message.text)
      const before = queues.get(message.session) ?? Promise.resolve()
      const next = before.then(() => work(message)).catch((error: unknown) => trace('error', String(error)))
      queues.set(message.session, next)
    },
    async idle() {
      await Promise.all(queues.values())
    },
    close: () => gate.close(),
  }
}
