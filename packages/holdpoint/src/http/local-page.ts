/** The page of one home as a gateway process offers it: bound lazily, shared with the other processes of the home. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { HOME_TENANT, isDesktop } from '@holdpoint/core'
import type { CheckEdit, ProcessIdentity, Store } from '@holdpoint/core'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store'
import { createAccess } from '../access/access.ts'
import type { Access } from '../access/access.ts'
import type { Attention } from '@holdpoint/gateway'
import type { HomeDirectory } from '@holdpoint/store/home'
import { startedAs } from '../home/started-as.ts'
import { createAttention } from './attention.ts'
import type { ChatAttention } from './attention.ts'
import { openBrowser } from './open-browser.ts'
import type { Log } from '../home/log.ts'
import { createPageHost } from './page-host.ts'
import type { BoundPage, PageHost } from './page-host.ts'
import { createPageOnRequest } from './page-on-request.ts'
import type { PolicyInForce } from '../config/policy-source.ts'
import type { StoreSource } from '../home/store-source.ts'
import { localAccount } from '@holdpoint/store/account'

export interface LocalPageOptions {
  readonly home: HomeDirectory
  readonly stores: StoreSource
  readonly config: () => PolicyConfig
  /** "GATE OFF" in words, where it is so. */
  readonly gateOff: () => string | null
  readonly self: () => ProcessIdentity
  readonly checkEdit: CheckEdit
  /** `null`: it could not be read. */
  readonly policy: () => PolicyInForce | null
  readonly chats: ChatAttention
  /** Whether other processes of the home take its page over when it ends, and it theirs. */
  readonly shared: boolean
  /** `null`: HOLDPOINT_PORT, else the usual one. */
  readonly port: number | null
  readonly log: Log
}

export interface LocalPage {
  readonly attention: Attention
  readonly host: PageHost
  access(): Promise<Access>
  /** A one-time link to a path of the page, served by whichever process does. */
  signInLink(path: string): Promise<string>
  close(): Promise<void>
}

const DEFAULT_PORT = 7433

/** HOLDPOINT_PORT where it is set, else ours. */
export function usualPort(environment: NodeJS.ProcessEnv): number {
  const named = environment['HOLDPOINT_PORT'] ?? ''
  if (named === '') return DEFAULT_PORT
  if (!/^\d{1,5}$/.test(named) || Number(named) > 65_535) throw new PortInvalidError(named)
  return Number(named)
}

export function createLocalAccess(store: Store, config: () => PolicyConfig): Access {
  return createAccess({
    store,
    // Asked each time: a token that was taken out of the file opens nothing from then on.
    get configTokens() {
      return config().tokens
    },
    get configPeople() {
      return config().people
    },
    now: Date.now,
    randomSecret: () => randomBytes(32).toString('base64url'),
    sha256,
    account: localAccount(),
    tenant: HOME_TENANT,
  })
}

export function createLocalPage(options: LocalPageOptions): LocalPage {
  const { stores, log } = options
  let accessing: Promise<Access> | null = null

  async function access(): Promise<Access> {
    accessing ??= stores.get().then((store) => createLocalAccess(store, options.config))
    return await accessing
  }

  const host = createPageHost({
    get self() {
      return options.self()
    },
    serviceFile: options.home.serviceFile,
    preferredPort: options.port ?? usualPort(process.env),
    isNeeded: options.shared ? async () => (await (await stores.get()).holds.inState('pending', 1)).length > 0 : null,
    bind: (port) => bindPage(port),
    log,
  })

  async function bindPage(port: number): Promise<BoundPage> {
    const { createServer } = await import('node:http')
    const page = createPageOnRequest({
      // A process that a host started may end with it at any moment: only a service keeps calls of others.
      requests: null,
      ...options,
      program: () => startedAs('anywhere'),
      store: () => stores.get(),
      access,
    })
    const listener = createServer(page.limits, (request, response) => page.handle(request, response))
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject)
      listener.listen(port, '127.0.0.1', () => resolve())
    })
    const bound = (listener.address() as AddressInfo).port
    page.boundTo(bound)
    return {
      port: bound,
      async close() {
        const ended = new Promise<void>((resolve) => listener.close(() => resolve()))
        await page.close()
        listener.closeAllConnections()
        await ended
      },
    }
  }

  async function signInLink(path: string): Promise<string> {
    const { url } = await host.ensure()
    const { code } = await (await access()).mintSignIn(path)
    return `${url}${path}#sign-in=${code}`
  }

  return {
    host,
    access,
    signInLink,
    attention: createAttention({
      store: () => stores.get(),
      page: host,
      chats: options.chats,
      mayOpenBrowser: () => options.config().notify === 'browser' && isDesktop(process.env, process.platform),
      openSignedIn: async (path) => await openBrowser(await signInLink(path)),
      log,
    }),
    close: () => host.close(),
  }
}

/** HOLDPOINT_PORT names no port. The person would not find the page on a port they did not ask for. */
class PortInvalidError extends Error {
  readonly code = 'PORT_INVALID'
  /** What a person can do about it. */
  readonly hint = 'Set HOLDPOINT_PORT to a number from 0 to 65535, or unset it.'

  constructor(named: string) {
    super(`HOLDPOINT_PORT is ${JSON.stringify(named.slice(0, 40))}, which is no port.`)
    this.name = 'PortInvalidError'
  }
}
