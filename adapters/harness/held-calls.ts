/**
 * What the adapters are tried with: a holdpoint on a store in a file, a person who answers through the one door, and a restart, after which nothing of the
 * process is left but that file.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decide } from '@holdpoint/core'
import type { Hold, JsonObject, Store } from '@holdpoint/core'
import type { Gateway } from '@holdpoint/gateway'
import { createHoldpoint } from '@holdpoint/mcp'
import type { CallGuard } from '@holdpoint/mcp'
import { localPrincipal } from '@holdpoint/store/account'

export interface HeldCalls extends CallGuard {
  /** The questions that wait for a person, once there are so many. */
  questions(count?: number): Promise<readonly Hold[]>
  approve(edits?: JsonObject, hold?: Hold): Promise<void>
  decline(reason: string, hold?: Hold): Promise<void>
  /** Every hold there is, by its state. */
  states(): Promise<readonly string[]>
  /** As after the end of the process: what it kept in memory is gone. */
  restart(): Promise<HeldCalls>
  close(): Promise<void>
}

export async function openHeldCalls(): Promise<HeldCalls> {
  const folder = await mkdtemp(join(tmpdir(), 'holdpoint-adapters-'))
  return await openIn(folder)
}

async function openIn(folder: string): Promise<HeldCalls> {
  const holdpoint = createHoldpoint({
    server: 'shop-agent',
    store: { file: join(folder, 'holdpoint.db') },
    page: false,
    log: () => {},
  })
  const { store, gateway } = await holdpoint.engine()
  return {
    guard: async (call, run) => await holdpoint.guard(call, run),
    ask: async (call) => await holdpoint.ask(call),
    ...answers(store, gateway),
    async restart() {
      await holdpoint.close()
      return await openIn(folder)
    },
    async close() {
      await holdpoint.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whoever sits at this machine, as the page of a holdpoint would say. */
const BY = { by: localPrincipal(), via: 'page', assurance: 'identified' } as const

function answers(store: Store, gateway: Gateway): Pick<HeldCalls, 'questions' | 'approve' | 'decline' | 'states'> {
  async function questions(count = 1): Promise<readonly Hold[]> {
    for (let tries = 0; tries < 1000; tries += 1) {
      const waiting = await store.holds.inState('pending', 20)
      if (waiting.length >= count) {
        const holds = await Promise.all(waiting.map(async ({ id }) => await store.holds.get(id)))
        return holds.filter((hold) => hold !== null)
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`Nobody was asked ${count} times.`)
  }
  async function first(): Promise<Hold> {
    const [hold] = await questions()
    if (hold === undefined) throw new Error('Nobody was asked.')
    return hold
  }
  return {
    questions,
    async approve(edits, given) {
      const hold = given ?? (await first())
      const checked =
        edits === undefined ? null : await gateway.checkEdit({ hold, argumentsText: JSON.stringify(edits), by: BY.by })
      if (checked?.ok === false) throw new Error(checked.message)
      const verdict = { ...BY, answer: 'approve', reason: null } as const
      const edit = checked === null ? {} : { edit: checked.edit }
      const decision = await decide(store, { hold: hold.id, tenant: null, verdict, ...edit })
      if (decision.kind !== 'decided') throw new Error(JSON.stringify(decision))
    },
    async decline(reason, given) {
      const hold = given ?? (await first())
      const decision = await decide(store, {
        hold: hold.id,
        tenant: null,
        verdict: { ...BY, answer: 'decline', reason },
      })
      if (decision.kind !== 'decided') throw new Error(JSON.stringify(decision))
    },
    async states() {
      const query = {
        tenant: null,
        state: null,
        server: null,
        tool: null,
        risk: null,
        text: null,
        limit: 50,
        cursor: null,
      }
      return (await store.holds.list(query)).holds.map(({ state }) => state)
    },
  }
}
