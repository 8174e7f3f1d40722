/** The cheatsheets that this process serves: the accepted text of each server, looked up anew for every reader. */
import type { Sha256, Store } from '@holdpoint/core'
import { noteCheatsheet, readCheatsheetBook } from './cheatsheet-book.ts'
import type { CheatsheetBook } from './cheatsheet-book.ts'

export interface Cheatsheet {
  readonly text: string
  /** SHA-256 of the text. */
  readonly version: string
}

export interface CheatsheetShelf {
  has(server: string): boolean
  /** The accepted text. Throws where nothing can be served. */
  current(server: string, tenant: string): Promise<Cheatsheet>
}

export interface CheatsheetShelfOptions {
  readonly store: () => Promise<Store>
  readonly has: (server: string) => boolean
  /** The file as it is now; `null`: it cannot be read. */
  readonly read: (server: string) => Promise<string | null>
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

export function createCheatsheetShelf(options: CheatsheetShelfOptions): CheatsheetShelf {
  const told = new Set<string>()

  function warn(book: CheatsheetBook): void {
    if (book.waiting === null || told.has(book.waiting.hash)) return
    told.add(book.waiting.hash)
    const { server } = book
    options.log(
      `the cheatsheet of ${server} changed; agents see the accepted one. Run: holdpoint policy accept ${server}`,
    )
  }

  return {
    has: options.has,
    async current(server, tenant) {
      const { settings } = await options.store()
      const text = await options.read(server)
      const book =
        text === null
          ? await readCheatsheetBook(settings, server)
          : await noteCheatsheet(settings, { server, tenant, text, pinFirst: true }, options.sha256)
      if (book === null) throw new Error('its cheatsheet cannot be read.')
      warn(book)
      return { text: book.accepted.text, version: book.accepted.hash }
    },
  }
}
