/** A service with an engine of its own, and programs that ask it about calls which they run themselves. */
import { createGateway } from '@holdpoint/gateway'
import { createSigner } from '@holdpoint/gateway/proof'
import { compilePolicy, DEFAULT_CONFIG, NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { seeOnly } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { createLargeMessages } from '../../src/transport/large-messages.ts'
import { sha256, startService } from './http-service.ts'
import type { Answer, ServiceAbout, TestService } from './http-service.ts'

export interface HoldView {
  readonly id: string
  readonly state: string
  readonly approval_url: string
  readonly summary: string
  readonly text: string
  readonly ttl_seconds: number | null
  readonly digest: string
  readonly arguments: JsonObject | null
  readonly edited: boolean
  readonly decided_by: string | null
  readonly via: string | null
  readonly run_after: string | null
  readonly code: string | null
  readonly message: string | null
  readonly reason: string | null
  readonly outcome: { readonly kind: string; readonly result: unknown } | null
  readonly rule?: string
  readonly error?: { readonly code: string; readonly message: string }
}

export interface Claim {
  readonly attempt: string
  readonly arguments: JsonObject
  readonly digest: string
  readonly edited: boolean
  readonly receipt: string
  readonly lease_ms: number
  readonly error?: { readonly code: string; readonly message: string; readonly state?: string }
}

export interface RequestingService extends TestService {
  readonly publicKey: string
  /** What is in force from now on. */
  setPolicy(config: Partial<PolicyConfig>): void
  ask(token: string, about?: JsonObject): Promise<Answer & { readonly json: HoldView }>
  look(token: string, id: string, query?: string): Promise<Answer & { readonly json: HoldView }>
  claim(token: string, id: string, body: JsonObject): Promise<Answer & { readonly json: Claim }>
  report(token: string, id: string, body: JsonObject): Promise<Answer & { readonly json: HoldView }>
  approve(id: string, body?: JsonObject): Promise<Answer>
}

export const CALL = {
  server: 'shop-agent',
  tool: 'delete_product',
  arguments: { sku: 'CHR-1005' },
  client: { name: 'shop', version: '3.1' },
} as const

export async function startRequesting(about: ServiceAbout = {}): Promise<RequestingService> {
  const signer = createSigner()
  const environment = { sha256, protectedPaths: NOTHING_PROTECTED, projects: NO_PROJECTS, conditions: null }
  const policyOf = (config: PolicyConfig): { policy: ReturnType<typeof compiled>; config: PolicyConfig } => ({
    policy: compiled(config),
    config,
  })
  function compiled(config: PolicyConfig): Extract<ReturnType<typeof compilePolicy>, { ok: true }>['policy'] {
    const result = compilePolicy(config, environment)
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    return result.policy
  }
  let inForce = policyOf({ ...DEFAULT_CONFIG, undoWindowMs: null })
  const service = await startService({
    ...about,
    requests: ({ store, now }) => {
      const gateway = createGateway({
        store: async () => store,
        sha256,
        policy: () => inForce,
        attention: {
          link: async ({ id }) => `http://page/approvals/${id}`,
          announce: () => {},
          summon: async () => ({ reachable: false }),
        },
        see: seeOnly({ instance: 'service', host: '', pid: 1, startedAt: null }),
        now,
      })
      return {
        calls: gateway.requests,
        sign: signer.sign,
        link: async ({ id }) => `http://page/approvals/${id}`,
        program: () => 'holdpoint',
        large: createLargeMessages(),
      }
    },
  })
  const approver = await service.token('approver', 'ana')
  const send = async <Body>(
    method: string,
    path: string,
    token: string,
    body?: JsonObject,
  ): Promise<Answer & { readonly json: Body }> =>
    (await service.call(method, path, { token, ...(body === undefined ? {} : { body }) })) as unknown as Answer & {
      readonly json: Body
    }
  return {
    ...service,
    publicKey: signer.publicKey,
    setPolicy(config) {
      inForce = policyOf({ ...DEFAULT_CONFIG, ...config })
    },
    ask: async (token, body = {}) => await send('POST', '/holds', token, { ...CALL, ...body } as JsonObject),
    look: async (token, id, query = '') => await send('GET', `/holds/${id}${query}`, token),
    claim: async (token, id, body) => await send('POST', `/holds/${id}/claim`, token, body),
    report: async (token, id, body) => await send('POST', `/holds/${id}/outcome`, token, body),
    approve: async (id, body = {}) =>
      await service.call('POST', `/admin/approvals/${id}/approve`, { token: approver, body }),
  }
}

/** A program with an agent's token, and what it does in most tests. */
export interface ShopBot {
  /** Arguments that no other test asks about. */
  fresh(more?: JsonObject): { readonly arguments: JsonObject }
  /** How many of them there were. */
  count(): number
  asked(about?: JsonObject): Promise<HoldView>
  approved(about?: JsonObject): Promise<HoldView>
  claimed(hold: HoldView): Promise<Claim>
  recordsOf(id: string): Promise<readonly string[]>
}

export function createShopBot(service: RequestingService, agent: string): ShopBot {
  let made = 0
  const bot: ShopBot = {
    fresh(more = {}) {
      made += 1
      return { arguments: { sku: `SKU-${made}`, ...more } }
    },
    count: () => made,
    async asked(about = {}) {
      const answer = await service.ask(agent, { ...bot.fresh(), ...about })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.json
    },
    async approved(about = {}) {
      const hold = await bot.asked(about)
      const answer = await service.approve(hold.id)
      if (answer.status !== 200) throw new Error(answer.text)
      return (await service.look(agent, hold.id)).json
    },
    async claimed(hold) {
      const answer = await service.claim(agent, hold.id, { digest: hold.digest })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.json
    },
    recordsOf: async (id) => (await service.audit()).filter(({ hold }) => hold === id).map(({ kind }) => kind),
  }
  return bot
}
