/**
 * A service that asks in one chat, with an agent before it and the ledger behind it. It knows no platform: each test plays its
 * own.
 */
import { expect, vi } from 'vitest'
import { connectAgent } from '../harness/serve-agent.ts'
import type { Agent, Exchange } from '../harness/serve-agent.ts'
import { createPlace, stdioServer } from '../harness/serve-harness.ts'
import type { Approval, Place, Service } from '../harness/serve-harness.ts'
import { send } from '../harness/serve-http.ts'
import type { Reply } from '../harness/serve-http.ts'
import { PATIENCE_MS } from '../harness/wait-for.ts'

export interface AskingService {
  readonly place: Place
  readonly service: Service
  /** The call waits for its answer. */
  remove(item: string): Promise<Exchange>
  /** How often the upstream was told to remove it. */
  runs(item: string): number
  /** The same after the call has ended well; a question that took long was answered with an envelope before. */
  endedRuns(item: string): Promise<number>
  /** The hold of the call about this item. */
  hold(item: string): Promise<Approval | undefined>
  /** A callback of a platform, as it comes in from outside. */
  post(path: string, headers: { readonly [name: string]: string }, body: string | Uint8Array): Promise<Reply>
  close(): Promise<void>
}

export interface AskingOptions {
  /** What the configuration says besides the server. */
  readonly config: object
  readonly environment: NodeJS.ProcessEnv
  /** Throws until the platform reaches the service: a call waits only while a chat can be reached. */
  readonly isReached: (asking: Pick<AskingService, 'post' | 'service'>) => Promise<void>
  readonly place?: Place
}

export async function startAsking({
  config,
  environment,
  isReached,
  place = createPlace(),
}: AskingOptions): Promise<AskingService> {
  const service = await place.serve({ servers: { ledger: stdioServer() }, rationale: 'off', ...config }, environment)
  const agent: Agent = await connectAgent(service.url, { era: '2025' })
  const asking: AskingService = {
    place,
    service,
    remove: (item) => agent.call('delete_item', { id: item }),
    runs: (item) =>
      place.ledger().filter(({ tool, argumentsText }) => tool === 'delete_item' && argumentsText?.includes(`"${item}"`))
        .length,
    endedRuns: async (item) => {
      await vi.waitFor(async () => expect(await asking.hold(item)).toMatchObject({ state: 'succeeded' }), PATIENCE_MS)
      return asking.runs(item)
    },
    hold: async (item) => (await service.approvals(`?q=${item}`))[0],
    post: (path, headers, body) => send(service.url, `/channels/${path}`, { method: 'POST', headers, body }),
    close: () => place.close(),
  }
  await vi.waitFor(() => isReached(asking), PATIENCE_MS)
  return asking
}

/** The code that a question asks for in replies. */
export function codeIn(text: string): string {
  const [, code = ''] = /confirm (\w{4})|确认 (\w{4})/.exec(text) ?? []
  if (code === '') throw new Error(`There is no code in: ${text}`)
  return code
}

/** What a button carries is chance: it says neither what it answers nor to which call. */
export function expectNothingOfTheCall(carried: string, words: readonly string[]): void {
  expect(carried).toMatch(/[\w-]{32}/)
  for (const word of words) {
    expect(word).not.toBe('')
    expect(carried.toLowerCase()).not.toContain(word.toLowerCase())
  }
}
