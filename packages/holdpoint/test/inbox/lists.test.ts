/**
 * What the inbox's lists make of answers that come late, in another order, or for a question that is no longer asked.
 * Without a browser.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApprovalView } from '../../inbox/src/api/answers.ts'
import { createHoldList } from '../../inbox/src/model/holds/hold-list.ts'
import { createPagedLog } from '../../inbox/src/model/paged-log.ts'
import type { FetchedItems } from '../../inbox/src/model/paged-log.ts'
import { NO_FILTER } from '../../inbox/src/model/route.ts'

function approval(id: string, state: string, createdAt = 1000): ApprovalView {
  return {
    id,
    state,
    server: 'crm',
    server_identity: 'crm-1',
    tool: 'update_contact',
    titles: { en: 'update_contact on crm', zh: '在 crm 上调用 update_contact' },
    risk: 'medium',
    arguments: {},
    principal: 'agent-7',
    client: 'Cursor',
    warnings: [],
    created_at: new Date(createdAt).toISOString(),
    decide_by: new Date(createdAt + 60_000).toISOString(),
    decided_at: null,
    decided_by: null,
    run_after: null,
    via: null,
    approvals: 0,
    quorum: 1,
  } as unknown as ApprovalView
}

describe('what waits, read again', () => {
  /** What the service would list. */
  let holds: readonly ApprovalView[]
  let arrive: () => Promise<void>

  beforeEach(() => {
    arrive = async () => {}
    vi.stubGlobal('localStorage', { getItem: () => null })
    vi.stubGlobal('fetch', async (address: string) => {
      const { searchParams } = new URL(address, 'http://localhost')
      const matching = holds.filter(({ state }) => state === searchParams.get('state'))
      const [from, size] = [Number(searchParams.get('cursor')), Number(searchParams.get('limit'))]
      const page = matching.slice(from, from + size)
      await arrive()
      return Response.json({
        approvals: page,
        next_cursor: from + size < matching.length ? String(from + size) : null,
      })
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  function listWaiting(): { list: ReturnType<typeof createHoldList>; told: string[][] } {
    const told: string[][] = []
    const list = createHoldList({
      kind: 'waiting',
      filter: NO_FILTER,
      changed: () => {},
      refused: () => {},
      appeared: (rows) => told.push(rows.map(({ id, state }) => `${id} ${state}`)),
    })
    return { list, told }
  }

  test('what an event told of meanwhile is told by nothing else', async () => {
    holds = [approval('x', 'pending'), approval('u', 'unknown')]
    const { list, told } = listWaiting()
    await list.load()
    expect(told).toEqual([])
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    arrive = async () => await opened
    holds = [...holds, approval('missed', 'pending')]
    const loading = list.load()
    list.take(approval('x', 'declined'))
    list.take(approval('u', 'resolved'))
    list.take(approval('heard', 'pending'))
    open()
    await loading
    expect(told).toEqual([['missed pending']])
    expect(list.get('x')?.state).toBe('declined')
    expect(list.get('heard')?.state).toBe('pending')
  })

  test('all that came are told at once, on however many pages they stand', async () => {
    holds = []
    const { list, told } = listWaiting()
    await list.load()
    holds = Array.from({ length: 450 }, (_, index) => approval(`h${index}`, 'pending', 1000 - index))
    await list.load()
    expect(told.map((rows) => rows.length)).toEqual([450])
    await list.load()
    expect(told).toHaveLength(1)
  })
})

test('another question is not kept waiting by more of the one before', async () => {
  let query = 'one'
  const asked: string[] = []
  const answers: ((page: FetchedItems<string>) => void)[] = []
  const log = createPagedLog<string>({
    fetchPage: async (cursor) => {
      asked.push(`${query} ${cursor ?? 'newest'}`)
      return await new Promise((resolve) => answers.push(resolve))
    },
    query: () => query,
    keyOf: (item) => item,
    isOpen: () => false,
    mayMove: () => true,
    changed: () => {},
  })
  const answer = async (items: readonly string[], nextCursor: string | null): Promise<void> => {
    answers.shift()?.({ items, nextCursor, pageCursor: null })
    await new Promise((resolve) => setTimeout(resolve))
  }
  void log.load()
  await answer(['a'], 'older')
  void log.loadMore()
  const late = answers.shift()
  query = 'two'
  void log.load()
  await answer(['b'], 'older')
  void log.loadMore()
  expect(asked).toEqual(['one newest', 'one older', 'two newest', 'two older'])
  late?.({ items: ['of one'], nextCursor: null, pageCursor: null })
  await answer(['c'], null)
  expect(log.pages().flatMap(({ items }) => items ?? [])).toEqual(['b', 'c'])
  expect(log.end()).toBe('reached')
})
