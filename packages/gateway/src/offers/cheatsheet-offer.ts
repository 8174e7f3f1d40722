/** A server's cheatsheet as a resource of ours, also where the server has no resources of its own. */
import { META_PREFIX } from '@holdpoint/core'
import { cheatsheetUri } from './cheatsheet-uri.ts'
import { CHEATSHEET_TYPE } from './served-cheatsheets.ts'
import type { ServedCheatsheets } from './served-cheatsheets.ts'
import type { Offer } from './offer.ts'

export function createCheatsheetOffer(cheatsheets: ServedCheatsheets): Offer {
  return {
    tools: () => [],
    callTool: () => null,
    reserves: () => false,
    resources({ server }) {
      if (!cheatsheets.has(server.name)) return []
      return [
        {
          uri: cheatsheetUri(server.name),
          name: 'cheatsheet',
          title: `How to use ${server.name}`,
          description: 'Read it before any write or non-trivial query.',
          mimeType: CHEATSHEET_TYPE,
        },
      ]
    },
    readResource({ server, era, origin }, uri) {
      if (!cheatsheets.has(server.name) || uri !== cheatsheetUri(server.name)) return null
      return cheatsheets.current(server.name, origin.tenant).then(({ text, version, type, ttlSeconds }) => ({
        contents: [
          {
            uri,
            mimeType: type,
            text,
            _meta: { [`${META_PREFIX}cheatsheet`]: { version, ttl_seconds: ttlSeconds } },
          },
        ],
        // Only the stateless era knows these; the session era would have to ignore them.
        ...(era === 'stateless' ? { ttlMs: ttlSeconds * 1000, cacheScope: 'private' } : {}),
      }))
    },
  }
}
