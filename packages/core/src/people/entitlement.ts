/**
 * Whether a person who decided could still do so: asked before an approved call is sent and before each use of a
 * standing permission. The account of this machine needs no key; a token must still be valid, of a role that decides,
 * in the tenant of the call. People who sign in otherwise are of a kind of their own (`oidc:ana`), and the part that
 * lets them in says whether they still may. It fails closed: an identity that is of no known kind, or that its kind
 * cannot tell about, may nothing.
 */
import type { Grant } from '../grant/grant.ts'
import type { Verdict } from '../hold/verdict.ts'
import type { Role, Store } from '../store/store.ts'
import { CHAT_PLATFORMS } from './chat-identity.ts'
import { isDecidingRole, LOCAL_PREFIX, toPeople } from './people.ts'
import type { PeopleConfig } from './people.ts'
import { isInForce } from './token-in-force.ts'

/** A person who decided, in which tenant, and what their word was worth. */
export interface PastDecider extends Pick<Verdict, 'by' | 'assurance'> {
  readonly tenant: string
}

/** Whether this identity of one kind may still decide. An error counts as no. */
export type StillEntitled = (decider: PastDecider) => Promise<boolean>

export interface EntitlementOptions {
  readonly store: () => Promise<Store>
  /** The tokens that the configuration names now. */
  readonly tokens: () => readonly { readonly name: string; readonly role: Role; readonly tenant: string }[]
  /** By what stands before the colon of an identity: ways to sign in besides accounts and tokens. */
  readonly kinds: { readonly [kind: string]: StillEntitled }
}

export interface Entitlement {
  /** Of a verdict. */
  mayStillDecide(decider: PastDecider): Promise<boolean>
  /** Of a standing permission. */
  mayStillGrant(grant: Pick<Grant, 'tenant' | 'createdBy' | 'assurance'>): Promise<boolean>
}

export function createEntitlement(options: EntitlementOptions): Entitlement {
  async function mayStillDecide(decider: PastDecider): Promise<boolean> {
    // The word of the host is the requester's own, and comes with the very call.
    if (decider.assurance === 'host') return true
    const kind = /^([^:]+):/.exec(decider.by)?.[1] ?? ''
    const check = Object.hasOwn(options.kinds, kind) ? options.kinds[kind] : undefined
    return check === undefined ? await hasToken(decider) : await check(decider).catch(() => false)
  }

  /** Another tenant may have an approver of the same name. A browser that signed in at this machine has a token too. */
  async function hasToken({ by, tenant }: PastDecider): Promise<boolean> {
    const configured = options
      .tokens()
      .some((token) => token.name === by && token.tenant === tenant && isDecidingRole(token.role))
    if (configured) return true
    const store = await options.store()
    const now = await store.now()
    const rows = await store.tokens.list(tenant)
    return rows.some((row) => row.name === by && isDecidingRole(row.role) && isInForce(row, now))
  }

  return {
    mayStillDecide,
    mayStillGrant: async ({ tenant, createdBy: by, assurance }) =>
      // The account itself needs no key, and no key may carry such a name; the browser it signed in with has long gone.
      by.startsWith(LOCAL_PREFIX) || (await mayStillDecide({ by, tenant, assurance })),
  }
}

/**
 * For `EntitlementOptions.kinds`: a person who decided in a chat may still decide while `people` maps that account, in
 * the tenant of the call, to a person whose role decides. It is looked up anew each time, so a person who is taken out
 * has no say from that moment on.
 */
export function chatDeciders(people: () => PeopleConfig): { readonly [kind: string]: StillEntitled } {
  const stillEntitled: StillEntitled = async ({ by, tenant }) => {
    const known = toPeople({ people: people(), tokens: [] }, [])
    const person = known.personBehind(by, tenant)
    return person !== null && known.mayDecide(person)
  }
  return Object.fromEntries(CHAT_PLATFORMS.map((platform) => [platform, stillEntitled]))
}
