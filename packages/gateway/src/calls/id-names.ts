/**
 * Names of requests upstream. A connection of one client keeps the client's ids, so that bytes pass unchanged. A shared
 * connection gives each request a name of its own and puts the client's ids, progress tokens and subscription ids back.
 */
import { META_SUBSCRIPTION_ID, isJsonObject, locateMember, metaOf, replaceMember } from '@holdpoint/core'
import type { RequestId } from '@holdpoint/core'
import type { UpstreamSaid } from './upstream-answer.ts'

export interface IdNames {
  give(id: RequestId): RequestId
  /** The request as it goes upstream. */
  rename(text: string, upstreamId: RequestId): string
  /** A notification that belongs to the request, as the client must see it. */
  restore(text: string, said: UpstreamSaid, id: RequestId): string
  restoreAnswer(text: string, id: RequestId): string
}

export const SAME_IDS: IdNames = {
  give: (id) => id,
  rename: (text) => text,
  restore: (text) => text,
  restoreAnswer: (text) => text,
}

const TOKEN_PATH = ['params', '_meta', 'progressToken']

/** For one exchange on a shared connection. `next` gives names that are unique on that connection. */
export function createExchangeNames(next: () => string): IdNames {
  let token: string | null = null
  return {
    give: () => next(),
    rename(text, upstreamId) {
      const name = JSON.stringify(upstreamId)
      const span = locateMember(text, TOKEN_PATH)
      token = span === null ? null : text.slice(span.start, span.end)
      const renamed = replaceMember(text, ['id'], name)
      return token === null ? renamed : replaceMember(renamed, TOKEN_PATH, name)
    },
    restore(text, said, id) {
      if (said.kind !== 'notification' || !isJsonObject(said.params)) return text
      let restored = text
      if (token !== null && said.params['progressToken'] !== undefined) {
        restored = replaceMember(restored, ['params', 'progressToken'], token)
      }
      if (metaOf(said.params)?.[META_SUBSCRIPTION_ID] !== undefined) {
        restored = replaceMember(restored, ['params', '_meta', META_SUBSCRIPTION_ID], JSON.stringify(id))
      }
      return restored
    },
    restoreAnswer(text, id) {
      const restored = replaceMember(text, ['id'], JSON.stringify(id))
      const subscription = ['result', '_meta', META_SUBSCRIPTION_ID]
      return locateMember(restored, subscription) === null
        ? restored
        : replaceMember(restored, subscription, JSON.stringify(id))
    },
  }
}
