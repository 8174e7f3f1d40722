/**
 * Something long, newest first, read page by page. Only the pages near what is looked at are kept; of the others the
 * place is known, and each can be had again as it was. What comes in meanwhile is put on top only where that does not
 * move what is being read; otherwise it is counted.
 */
import type { ApiProblem } from '../api/request.ts'

export interface LogPage<Item> {
  readonly key: string
  /** `null`: let go of until the person scrolls near. */
  readonly items: readonly Item[] | null
}

export interface FetchedItems<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
  /** Gives the same page again, whatever came since; `null`: there is no such way, and the page is kept. */
  readonly pageCursor: string | null
}

export interface PagedLog<Item> {
  readonly pages: () => readonly LogPage<Item>[]
  /** Of the newest page. */
  readonly problem: () => ApiProblem | null
  /** What is at the old end: more, more on its way, nothing, or why it is not known. */
  readonly end: () => 'more' | 'loading' | 'reached' | ApiProblem
  /** How many came since and are not shown. */
  readonly fresh: () => number
  readonly loading: () => boolean
  readonly load: () => Promise<void>
  readonly loadMore: () => Promise<void>
  /** From the newest on, even while an older page is being read. */
  readonly renew: () => Promise<void>
  /** Pages that are about to be seen. */
  readonly near: (keys: ReadonlySet<string>) => void
}

export interface PagedLogOptions<Item> {
  readonly fetchPage: (cursor: string | null) => Promise<FetchedItems<Item> | ApiProblem>
  /** Another text: another list. */
  readonly query: () => string
  readonly keyOf: (item: Item) => string
  /** Whether it can still change: then its page is looked at again. */
  readonly isOpen: (item: Item) => boolean
  /** Whether something may be put on top now. */
  readonly mayMove: () => boolean
  readonly changed: () => void
}

interface KeptPage<Item> extends LogPage<Item> {
  readonly cursor: string | null
  /** Its newest item, also while it is let go of; `null`: it has none. */
  readonly first: string | null
  /** The first item of the page below when this page was made: it ends before it. */
  readonly until: string | null
}

/** So many items fill any screen; where more are known, those below may be fetched again. */
const SCREENFUL = 40
/** Pages that are kept wherever they are, so that going back and forth fetches nothing. */
const MOST_KEPT = 4

export function createPagedLog<Item>(options: PagedLogOptions<Item>): PagedLog<Item> {
  const { keyOf, changed } = options
  let pages: readonly KeptPage<Item>[] = []
  let query: string | null = null
  let next: string | null = null
  let problem: ApiProblem | null = null
  let endProblem: ApiProblem | null = null
  let fresh = 0
  let nearKeys: ReadonlySet<string> = new Set()
  let isLoading = false
  let isLoadingMore = false
  let made = 0
  /** Another list was asked for meanwhile: what comes for the one before is dropped. */
  let turn = 0
  const fetching = new Set<string>()

  function newKey(): string {
    made += 1
    return String(made)
  }

  function toPage(key: string, fetched: FetchedItems<Item>, until: string | null): KeptPage<Item> {
    const [top] = fetched.items
    const first = top === undefined ? null : keyOf(top)
    return { key, items: cut(fetched.items, until), cursor: fetched.pageCursor, first, until }
  }

  function cut(items: readonly Item[], until: string | null): readonly Item[] {
    const end = until === null ? -1 : items.findIndex((item) => keyOf(item) === until)
    return end < 0 ? items : items.slice(0, end)
  }

  function beginWith(fetched: FetchedItems<Item>): void {
    // Drawn as the same page with news on top: what is on the screen stays there.
    pages = [toPage(pages[0]?.key ?? newKey(), fetched, null)]
    next = fetched.nextCursor
    endProblem = null
    fresh = 0
  }

  async function load(): Promise<void> {
    const isOther = options.query() !== query
    if (isLoading && !isOther) return
    if (isOther) {
      turn += 1
      query = options.query()
      pages = []
      next = null
      fresh = 0
      problem = null
      endProblem = null
      isLoadingMore = false
    }
    const mine = turn
    isLoading = true
    changed()
    const fetched = await options.fetchPage(null)
    if (mine !== turn) return
    isLoading = false
    if ('code' in fetched) problem = fetched
    else {
      problem = null
      takeNewest(fetched)
      void lookAgain()
    }
    changed()
  }

  function takeNewest(fetched: FetchedItems<Item>): void {
    const first = pages.find((page) => page.first !== null)?.first ?? null
    // A search that goes on far back is not begun anew as long as nothing came.
    if (first === null) return pages.length > 0 && fetched.items.length === 0 ? undefined : beginWith(fetched)
    const known = fetched.items.findIndex((item) => keyOf(item) === first)
    const news = known < 0 ? fetched.items.length : known
    if (news === 0 || !options.mayMove()) {
      fresh = news
      return
    }
    const shown = pages.reduce((sum, { items }) => sum + (items?.length ?? SCREENFUL), 0)
    if (known < 0 || shown >= SCREENFUL || pages.length === 1) return beginWith(fetched)
    pages = [toPage(newKey(), fetched, first), ...pages]
    fresh = 0
  }

  /** What is near and not over yet may have changed. */
  async function lookAgain(): Promise<void> {
    const open = pages.filter(({ key, items }) => nearKeys.has(key) && items?.some(options.isOpen) === true)
    await Promise.all(open.map((page) => fetchAgain(page)))
  }

  async function fetchAgain({ key, cursor, until }: KeptPage<Item>): Promise<void> {
    if (cursor === null || fetching.has(key)) return
    fetching.add(key)
    const mine = turn
    const fetched = await options.fetchPage(cursor)
    fetching.delete(key)
    if (mine !== turn || 'code' in fetched) return
    pages = pages.map((page) =>
      page.key === key && page.cursor === cursor ? { ...page, items: cut(fetched.items, until) } : page,
    )
    changed()
  }

  return {
    pages: () => pages,
    problem: () => problem,
    end: () => (isLoadingMore ? 'loading' : (endProblem ?? (next === null ? 'reached' : 'more'))),
    fresh: () => fresh,
    loading: () => isLoading,
    load,
    async loadMore() {
      if (isLoadingMore || next === null || pages.length === 0) return
      isLoadingMore = true
      endProblem = null
      changed()
      const mine = turn
      const from = next
      const fetched = await options.fetchPage(from)
      if (mine !== turn) return
      isLoadingMore = false
      // The list may have begun anew meanwhile, and then goes on from elsewhere.
      if (next === from) {
        if ('code' in fetched) endProblem = fetched
        else {
          if (fetched.items.length > 0) pages = [...pages, toPage(newKey(), fetched, null)]
          next = fetched.nextCursor
        }
      }
      changed()
    },
    async renew() {
      const mine = turn
      const fetched = await options.fetchPage(null)
      if (mine !== turn || 'code' in fetched) return
      beginWith(fetched)
      changed()
    },
    near(keys) {
      nearKeys = keys
      const held = pages.filter(({ items }) => items !== null)
      const far = held.filter(({ key, cursor }) => !keys.has(key) && cursor !== null)
      const gone = new Set(held.length > MOST_KEPT ? far.map(({ key }) => key) : [])
      if (gone.size > 0) pages = pages.map((page) => (gone.has(page.key) ? { ...page, items: null } : page))
      for (const page of pages) if (page.items === null && keys.has(page.key)) void fetchAgain(page)
      if (gone.size > 0) changed()
    },
  }
}
