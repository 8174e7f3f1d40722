/**
 * Gets a person to look: gives every hold a link that works, tells whether a person has the page open, and on a desktop
 * opens the browser, signed in, when nothing else can ask.
 */
import { describeMasked, noteShown } from '@holdpoint/core'
import type { Hold, Store } from '@holdpoint/core'
import type { Attention } from '@holdpoint/gateway'
import type { Log } from '../home/log.ts'
import type { PageHost } from './page-host.ts'
import { findWatchers } from '@holdpoint/core'

export interface AttentionOptions {
  readonly store: () => Promise<Store>
  readonly page: PageHost
  readonly chats: ChatAttention
  readonly mayOpenBrowser: () => boolean
  /** Opens the browser at a signed-in link; answers whether it could. */
  readonly openSignedIn: (path: string) => Promise<boolean>
  readonly log: Log
}

/** People in chats, as this process reaches them. */
export interface ChatAttention {
  /** A person is to be asked about it from now on. */
  begin(hold: Hold): void
  /** Whether a person is asked about it in a chat. */
  reaches(hold: Hold): Promise<boolean>
}

export const NO_CHATS: ChatAttention = { begin: () => {}, reaches: async () => false }

/** A browser that was just opened needs a moment until its page reports in. */
const BROWSER_GRACE_MS = 60_000

export function createAttention(options: AttentionOptions): Attention {
  let openedAt = Number.NEGATIVE_INFINITY

  async function openBrowser(hold: Hold): Promise<boolean> {
    // The page may not decide this hold, so a browser would not help.
    if (hold.ruling.rails !== null && !hold.ruling.rails.includes('page')) return false
    if (performance.now() - openedAt < BROWSER_GRACE_MS) return true
    if (!options.mayOpenBrowser()) return false
    openedAt = performance.now()
    const opened = await options.openSignedIn(`/approvals/${hold.id}`)
    if (opened) noted(hold)
    else openedAt = Number.NEGATIVE_INFINITY
    return opened
  }

  function noted(hold: Hold): void {
    options
      .store()
      .then((store) => noteShown(store, hold, 'browser'))
      .catch((error: unknown) => options.log(`a record could not be kept: ${String(error)}`))
  }

  async function link(hold: Hold): Promise<string> {
    const { url } = await options.page.ensure()
    return `${url}/approvals/${hold.id}`
  }

  return {
    link,
    announce: (hold) => options.chats.begin(hold),
    async summon(hold) {
      const approvalUrl = await link(hold)
      options.log(`${describeMasked(hold.preview).callTitle} waits for a person: ${approvalUrl}`)
      const watchers = await findWatchers(await options.store(), hold)
      for (const why of watchers.skipped) options.log(`${hold.id} is not asked at the terminal: ${why}`)
      return { reachable: watchers.reachable || (await options.chats.reaches(hold)) || (await openBrowser(hold)) }
    },
  }
}
