/**
 * The engine of one server that confirms its own tools: the gateway's, over the author's store and demands. Made with the first call that has to be asked, loaded from a module that
 * nothing else names.
 */
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { cardDocument, cardWords } from '@holdpoint/card/view'
import { APPROVED_META_KEY, describeMasked, findWatchers, HOME_TENANT } from '@holdpoint/core'
import type { ServerIdentity, SignText, Store } from '@holdpoint/core'
import { createGateway } from '@holdpoint/gateway'
import type { Attention, Gateway } from '@holdpoint/gateway'
import { localPrincipal } from '@holdpoint/store/account'
import { sha256 } from '@holdpoint/store/sha256'
import type { HoldpointOptions } from '../holdpoint-options.ts'
import type { ServedPage } from '../page/served-page.ts'
import type { ProtocolMessage } from '../server/sdk-server.ts'
import { createAuthorPolicy } from './author-policy.ts'
import type { ToolDemand } from './author-policy.ts'
import { openStore } from './open-store.ts'

export interface Engine {
  readonly server: string
  readonly tenant: string
  /** In whose name this process asks about calls that it runs itself: the account that it runs under. */
  readonly principal: string
  readonly gateway: Gateway
  readonly store: Store
  /** Names the hold of what is forwarded; nobody outside this process reads it. */
  readonly sign: SignText
  /** The hold that a forwarded call was approved in; `null`: a standing permission covers it. */
  approvedHold(forwarded: ProtocolMessage): string | null
  /** Where a hold can be decided. */
  link(hold: string): Promise<string>
  close(): Promise<void>
}

const DRAIN_MS = 5000
const SIGNED_IN_PROCESS = 'AA'

export async function createEngine(
  options: HoldpointOptions,
  demands: ReadonlyMap<string, ToolDemand>,
  log: (message: string) => void,
): Promise<Engine> {
  const opened = await openStore(options.store ?? 'memory', options.now ?? Date.now, log)
  const { store } = opened
  const account = localPrincipal()
  let page: Promise<ServedPage> | null = null

  async function openPage(): Promise<ServedPage> {
    page ??= import('../page/served-page.ts').then(
      async ({ createServedPage }) =>
        await createServedPage({
          store,
          tenant: HOME_TENANT,
          by: account,
          port: typeof options.page === 'object' ? options.page.port : 0,
          checkEdit: (draft) => gateway.checkEdit(draft),
          isOwn: ({ call }) => call.server.identity === inProcessServer(options.server).identity,
          log,
        }),
    )
    return await page
  }

  async function link(hold: string): Promise<string> {
    if (options.page === false) return `holdpoint:${hold}`
    return (await openPage()).addressOf(hold)
  }

  const attention: Attention = {
    link: async ({ id }) => await link(id),
    announce: () => {},
    async summon(hold) {
      const where = opened.isOfHome ? ` It can be decided with: holdpoint approve ${hold.id}` : ''
      log(`${describeMasked(hold.preview).callTitle} waits for a person: ${await link(hold.id)}.${where}`)
      if ((await findWatchers(store, hold)).reachable) return { reachable: true }
      if (options.page === false) return { reachable: false }
      return { reachable: await (await openPage()).summon(hold.id) }
    },
  }

  const gateway = createGateway({
    store: async () => store,
    sha256,
    policy: createAuthorPolicy(options, demands),
    attention,
    // It speaks of itself.
    serverTrust: async () => 'trusted',
    view: options.card === false ? null : { document: cardDocument, words: cardWords },
    // The account of this machine signs in on the page by a code, and needs no key.
    deciders: { local: async ({ by }) => by === account },
    ...(options.now === undefined ? {} : { now: options.now, elapsed: options.now }),
    // Where the store is of this machine's home, the command that opens it is there too.
    program: () => (opened.isOfHome ? 'holdpoint' : null),
    ofAgents: { rationale: { kind: options.rationale ?? 'off' }, feedback: options.feedback ?? false },
    ...(opened.self === null ? {} : { self: opened.self }),
    ...(opened.see === null ? {} : { see: opened.see }),
    ...(options.cheatsheet === undefined ? {} : { cheatsheets: cheatsheetOf(options.server, options.cheatsheet) }),
    log,
  })

  return {
    server: options.server,
    tenant: HOME_TENANT,
    principal: account,
    gateway,
    store,
    sign: () => SIGNED_IN_PROCESS,
    approvedHold,
    link,
    async close() {
      await gateway.drain(DRAIN_MS)
      await (await page?.catch(() => null))?.close()
      await opened.close()
    },
  }
}

/** Shown to people; what was permitted for one server of this name in this folder counts for no other. */
export function inProcessServer(name: string): ServerIdentity {
  const identity = createHash('sha256')
    .update(JSON.stringify(['in process', name, process.cwd()]))
    .digest('hex')
  const cwd = process.cwd().replace(homedir(), '~')
  return { name, identity: identity.slice(0, 16), display: `${name} itself, in ${cwd}`, transport: 'stdio' }
}

/** The marker is the engine's own, made a moment ago in this process: it is read, not checked. */
function approvedHold({ params }: ProtocolMessage): string | null {
  const meta = params?.['_meta'] as { readonly [key: string]: unknown } | undefined
  const marker = meta?.[APPROVED_META_KEY]
  if (typeof marker !== 'string') return null
  const payload = JSON.parse(Buffer.from(marker.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly hold?: unknown
  }
  return typeof payload.hold === 'string' ? payload.hold : null
}

function cheatsheetOf(
  server: string,
  text: NonNullable<HoldpointOptions['cheatsheet']>,
): { has(name: string): boolean; read(name: string): Promise<string | null> } {
  return {
    has: (name) => name === server,
    read: async (name) => (name !== server ? null : typeof text === 'string' ? text : await text()),
  }
}
