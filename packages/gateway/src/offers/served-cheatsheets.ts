/** The cheatsheets that this process serves: the accepted text of each server, looked up anew for every reader. */
import { noteCheatsheet, readCheatsheetVersions } from '@holdpoint/core'
import type { CheatsheetVersions, Sha256, Store } from '@holdpoint/core'

export const CHEATSHEET_TYPE = 'text/markdown'
const TTL_SECONDS = 3600

export interface Cheatsheet {
  readonly text: string
  /** SHA-256 of the text. */
  readonly version: string
  readonly type: string
  /** How long a reader may keep it. */
  readonly ttlSeconds: number
}

export interface ServedCheatsheets {
  has(server: string): boolean
  /** The accepted text. Throws where nothing can be served. */
  current(server: string, tenant: string): Promise<Cheatsheet>
}

export interface ServedCheatsheetsOptions {
  readonly store: () => Promise<Store>
  readonly has: (server: string) => boolean
  /** The file as it is now; `null`: it cannot be read. */
  readonly read: (server: string) => Promise<string | null>
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

export function createServedCheatsheets(options: ServedCheatsheetsOptions): ServedCheatsheets {
  const warned = new Set<string>()

  function warn(versions: CheatsheetVersions): void {
    if (versions.waiting === null || warned.has(versions.waiting.hash)) return
    warned.add(versions.waiting.hash)
    const { server } = versions
    options.log(
      `the cheatsheet of ${server} changed; agents see the accepted one. Run: holdpoint policy accept ${server}`,
    )
  }

  return {
    has: options.has,
    async current(server, tenant) {
      const { settings } = await options.store()
      const text = await options.read(server)
      const versions =
        text === null
          ? await readCheatsheetVersions(settings, server)
          : await noteCheatsheet(settings, { server, tenant, text, pinFirst: true }, options.sha256)
      if (versions === null) throw new Error('its cheatsheet cannot be read.')
      warn(versions)
      const { text: accepted, hash: version } = versions.accepted
      return { text: accepted, version, type: CHEATSHEET_TYPE, ttlSeconds: TTL_SECONDS }
    },
  }
}
