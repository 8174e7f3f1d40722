/** A server with one confirmed tool that writes down every run of its own function, and a person who says yes to whatever waits. */
import { userInfo } from 'node:os'
import { z } from 'zod'
import { decide } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { confirmedTool, createHoldpoint } from '../../src/index.ts'
import type { ApplyContext, Holdpoint, HoldpointOptions } from '../../src/index.ts'
import { newServer } from '../sdk-lines.ts'
import type { Line, TestServer } from '../sdk-lines.ts'

export interface Run {
  readonly code: string
  readonly about: ApplyContext
}

export interface HostileWorld {
  readonly server: TestServer
  readonly holdpoint: Holdpoint
  readonly ledger: Run[]
}

const ANY = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, limit: 50, cursor: null }

export function hostileWorld(line: Line, options: Partial<HoldpointOptions> = {}): HostileWorld {
  const server = newServer(line)
  const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {}, waitMs: 0, page: false, ...options })
  const ledger: Run[] = []
  confirmedTool(
    server,
    'delete_product',
    {
      inputSchema: z.looseObject({ code: z.string() }),
      risk: 'high',
      apply: ({ code }, about) => {
        ledger.push({ code, about })
        return `Deleted ${code}.`
      },
    },
    holdpoint,
  )
  return { server, holdpoint, ledger }
}

export async function holdsOf(holdpoint: Holdpoint): Promise<readonly Hold[]> {
  const { store } = await holdpoint.engine()
  const { holds } = await store.holds.list(ANY)
  return (await Promise.all(holds.map(async ({ id }) => await store.holds.get(id)))).flatMap((hold) => hold ?? [])
}

export async function approveAll(holdpoint: Holdpoint): Promise<void> {
  const { store } = await holdpoint.engine()
  const by = `local:${userInfo().username}`
  for (const { id, state, call } of await holdsOf(holdpoint)) {
    if (state !== 'pending') continue
    const verdict = { answer: 'approve', by, via: 'page', assurance: 'identified', reason: null } as const
    await decide(store, { hold: id, tenant: call.tenant, verdict })
  }
}
