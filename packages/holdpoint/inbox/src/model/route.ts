/** The address is the view: which page, which filters. A view is saved by saving its address. */
export const PAGES = [
  'waiting',
  'history',
  'activity',
  'grants',
  'feedback',
  'servers',
  'channels',
  'audit',
  'health',
  'settings',
] as const

export type PageName = (typeof PAGES)[number]

export type Route =
  | { readonly page: PageName; readonly filter: Filter }
  | { readonly page: 'hold'; readonly id: string; readonly filter: Filter }
  /** An address that no page has. */
  | { readonly page: 'unknown'; readonly path: string; readonly filter: Filter }

export interface Filter {
  readonly q: string
  readonly state: string
  readonly risk: string
  readonly server: string
  readonly tool: string
  readonly group: 'agent' | 'server' | 'none'
  /** How far back something is read; empty: as far as its page does by itself. */
  readonly since: string
}

export const NO_FILTER: Filter = { q: '', state: '', risk: '', server: '', tool: '', group: 'agent', since: '' }

export function readRoute({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Route {
  const filter = readFilter(new URLSearchParams(search))
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '')
  const id = /^\/approvals\/([^/]+)$/.exec(path)?.[1]
  if (id !== undefined) return { page: 'hold', id: decoded(id), filter }
  const page = PAGES.find((name) => path === pathOf(name))
  return page === undefined ? { page: 'unknown', path: pathname, filter } : { page, filter }
}

export function toAddress(route: Route): string {
  if (route.page === 'hold') return holdAddress(route.id)
  if (route.page === 'unknown') return route.path
  const parameters = new URLSearchParams()
  for (const name of ['q', 'state', 'risk', 'server', 'tool', 'group', 'since'] as const) {
    if (route.filter[name] !== NO_FILTER[name]) parameters.set(name, route.filter[name])
  }
  const query = parameters.toString()
  const path = pathOf(route.page)
  return query === '' ? path : `${path}?${query}`
}

function pathOf(page: PageName): string {
  return page === 'waiting' ? '/' : `/${page}`
}

export function holdAddress(id: string): string {
  return `/approvals/${encodeURIComponent(id)}`
}

/** The hold that is open beside a list: no part of the view that is saved, yet there after a reload. */
export function readOpen({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  const { page } = readRoute({ pathname, search })
  const id = new URLSearchParams(search).get('open') ?? ''
  return (page === 'waiting' || page === 'history') && id !== '' ? id.slice(0, 128) : null
}

export function withOpen(address: string, id: string | null): string {
  if (id === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}open=${encodeURIComponent(id)}`
}

export function isFiltered(filter: Filter): boolean {
  return (['q', 'state', 'risk', 'server', 'tool'] as const).some((name) => filter[name] !== '')
}

function readFilter(parameters: URLSearchParams): Filter {
  const text = (name: string): string => (parameters.get(name) ?? '').slice(0, 256)
  const group = text('group')
  return {
    q: text('q'),
    state: text('state'),
    risk: text('risk'),
    server: text('server'),
    tool: text('tool'),
    group: group === 'server' || group === 'none' ? group : 'agent',
    since: /^\d{1,4}[smhd]$/.test(text('since')) ? text('since') : NO_FILTER.since,
  }
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
