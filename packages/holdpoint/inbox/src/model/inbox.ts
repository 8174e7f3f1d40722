/**
 * The inbox as data: who looks, what is shown, what was said. Views draw it and call its verbs; every answer goes to
 * the server, and nothing here claims what the server has not said.
 */
import type { Invocation } from '@holdpoint/card'
import type {
  ActivityCall,
  ApprovalDetail,
  ApprovalView,
  FeedbackView,
  GrantView,
  PolicyView,
  ShownChannel,
  ShownServer,
  SessionView,
  Verification,
} from '../api/answers.ts'
import { followEvents } from '../api/event-stream.ts'
import type { EventFollower, StreamEvent } from '../api/event-stream.ts'
import { readKey, writeKey } from '../api/key.ts'
import { request } from '../api/request.ts'
import type { ApiProblem } from '../api/request.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import { chooseWords } from '../words/words.ts'
import type { Words } from '../words/words.ts'
import { createActivityLog } from './activity-log.ts'
import { createAuditPages } from './audit-log.ts'
import type { AuditPages } from './audit-log.ts'
import { createDecisions } from './holds/decisions.ts'
import type { Decisions } from './holds/decisions.ts'
import { createDetails } from './holds/details.ts'
import type { Details } from './holds/details.ts'
import { createFeedbackLog } from './feedback-log.ts'
import { createHoldList } from './holds/hold-list.ts'
import type { HoldList } from './holds/hold-list.ts'
import { toApprovalRow } from './holds/approval-row.ts'
import type { ApprovalRow } from './holds/approval-row.ts'
import { createNews } from './news.ts'
import type { PagedLog } from './paged-log.ts'
import { createRemote } from './remote.ts'
import type { Remote } from './remote.ts'
import { isFiltered, NO_FILTER, readOpen, readRoute, toAddress, withOpen } from './route.ts'
import type { Filter, Route } from './route.ts'
import { trustIn } from './server-trust.ts'
import { readLocale, writeLocale } from './settings.ts'
import { exchangeCode, takeCode } from './sign-in.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'good' | 'bad' | 'plain'
  /** The hold it is about and the states in which it is true; `null`: it stays true. */
  readonly about: { readonly hold: string; readonly during: readonly string[] } | null
}

export type Dialog = 'none' | 'help' | 'palette' | 'menu' | 'pause' | 'bulk-decline' | 'bulk-cancel' | 'bulk-approve'

export interface InboxPageState {
  readonly phase: 'starting' | 'signed-out' | 'unreachable' | 'ready'
  readonly trouble: string | null
  readonly session: SessionView | null
  readonly connected: boolean
  readonly route: Route
  readonly locale: string
  readonly words: Words
  /** The hold that keys and the detail are about. */
  readonly focus: string | null
  readonly selected: ReadonlySet<string>
  /** Calls whose outcome was lost while this page was open, until the person looks. */
  readonly lost: readonly ApprovalRow[]
  readonly dialog: Dialog
  readonly toasts: readonly Toast[]
  readonly announcement: string
}

export interface Inbox {
  readonly state: () => InboxPageState
  readonly change: (part: Partial<InboxPageState>) => void
  readonly start: () => Promise<void>
  readonly list: () => HoldList
  readonly waiting: HoldList
  readonly details: Details
  readonly decisions: Decisions
  readonly activity: PagedLog<ActivityCall>
  readonly grants: Remote<{ readonly grants: readonly GrantView[] }>
  readonly feedback: PagedLog<FeedbackView>
  readonly servers: Remote<{ readonly servers: readonly ShownServer[] }>
  readonly channels: Remote<{ readonly channels: readonly ShownChannel[] }>
  readonly audit: Remote<AuditPages>
  readonly verification: Remote<Verification>
  readonly health: Remote<{ readonly version: string; readonly instance: string }>
  readonly readiness: Remote<{ readonly status: string }>
  readonly policy: Remote<PolicyView>
  readonly navigate: (route: Route) => void
  readonly filter: (part: Partial<Filter>) => void
  readonly open: (id: string | null) => void
  readonly toast: (text: string, tone: Toast['tone'], about?: Toast['about']) => void
  readonly announce: (text: string) => void
  /** Of a server by its identity; where only its name is known (`null`), of all that bear it. */
  readonly trust: (server: string, identity: string | null) => Invocation['server']['trust']
  readonly setLocale: (locale: string) => void
}

const TOAST_MS = 7000

export function createInbox(draw: () => void): Inbox {
  let state: InboxPageState = {
    phase: 'starting',
    trouble: null,
    session: null,
    connected: true,
    route: readRoute(location),
    locale: readLocale(),
    words: chooseWords(readLocale()),
    focus: null,
    selected: new Set(),
    lost: [],
    dialog: 'none',
    toasts: [],
    announcement: '',
  }
  let follower: EventFollower | null = null
  let nextToast = 1

  function change(part: Partial<InboxPageState>): void {
    state = { ...state, ...part }
    draw()
  }
  const refused = (): void => void start()
  const hooks = { changed: draw, refused }

  const waiting = createHoldList({ kind: 'waiting', filter: NO_FILTER, ...hooks, appeared: (rows) => news.came(rows) })
  let list: HoldList = waiting
  const trust: Inbox['trust'] = (server, identity) => trustIn(servers.value()?.servers ?? [], server, identity)
  const details = createDetails({ trust, words: () => state.words, ...hooks })
  const servers = createRemote<{ readonly servers: readonly ShownServer[] }>({
    path: () => '/admin/servers',
    refused,
    changed: () => {
      details.judge()
      draw()
    },
  })

  const channels: Inbox['channels'] = createRemote({ path: () => '/admin/channels', ...hooks })

  function listFor(route: Route): HoldList {
    if (route.page === 'history') return createHoldList({ kind: 'history', filter: route.filter, ...hooks })
    if (route.page !== 'waiting' || !isFiltered(route.filter)) return waiting
    return createHoldList({ kind: 'waiting', filter: route.filter, ...hooks })
  }

  const toast = (text: string, tone: Toast['tone'], about: Toast['about'] = null): void => {
    const id = nextToast
    nextToast += 1
    change({ toasts: [...state.toasts.slice(-3), { id, text, tone, about }] })
    setTimeout(() => change({ toasts: state.toasts.filter((other) => other.id !== id) }), TOAST_MS)
  }

  function known(id: string): ApprovalDetail | null {
    const detail = details.get(id)
    return detail !== null && 'approval' in detail ? detail.approval : null
  }

  const news = createNews({
    state: () => state,
    change,
    announce: (text) => inbox.announce(text),
    notifies: () => follower?.leads() === true,
    open: openNew,
  })

  const decisions = createDecisions({
    words: () => state.words,
    ...hooks,
    refresh: async (id) => {
      if (!(await details.load(id))) return null
      details.release(id)
      const approval = known(id)
      if (approval !== null) onHold(approval)
      return approval
    },
    taken: (approval) => onHold(approval),
    known,
    isGone: (id) => {
      const detail = details.get(id)
      return state.session === null || (detail !== null && 'code' in detail && detail.code === 'NOT_FOUND')
    },
    isPaused: () => (state.session?.gate.paused ?? null) !== null,
    name: () => state.session?.name ?? null,
    say: (id, text, tone, during) => {
      details.say(id, tone === 'bad' ? text : null, during)
      toast(text, tone, during.length === 0 ? null : { hold: id, during })
    },
    toast,
    announce: (text) => inbox.announce(text),
  })

  function onHold(approval: ApprovalView): void {
    const before = waiting.get(approval.id)
    const isNew = approval.state === 'pending' ? before === null : before?.state !== 'unknown'
    waiting.take(approval)
    const row = toApprovalRow(approval)
    if (list !== waiting) list.take(approval)
    const isTrue = ({ about }: Toast): boolean => about?.hold !== approval.id || about.during.includes(approval.state)
    if (!state.toasts.every(isTrue)) change({ toasts: state.toasts.filter(isTrue) })
    if (state.selected.has(approval.id) && approval.state !== 'pending') {
      change({ selected: new Set([...state.selected].filter((id) => id !== approval.id)) })
    }
    news.settled(row)
    if (isNew) news.came([row])
  }

  function openNew(row: ApprovalRow | null): void {
    navigate(row === null ? { page: 'waiting', filter: NO_FILTER } : { page: 'hold', id: row.id, filter: NO_FILTER })
  }

  function onEvent(event: StreamEvent): void {
    const connected = event.name !== 'broken'
    if (connected !== state.connected) change({ connected })
    switch (event.name) {
      case 'ready':
        if (!event.data.resumed) void reload()
        return
      case 'hold':
        onHold(event.data)
        if (details.known().includes(event.data.id)) void details.load(event.data.id)
        return
      case 'gate': {
        const { link_used_again_at, notices, paused, off } = event.data
        if (state.session !== null) {
          change({ session: { ...state.session, gate: { paused, off }, notices, link_used_again_at } })
        }
        return
      }
      case 'refused':
        location.reload()
        return
      case 'broken':
        return
    }
  }

  async function start(): Promise<void> {
    const code = takeCode()
    const trouble = code === null ? null : await exchangeCode(code, state.words)
    const answer = await request<SessionView>('GET', '/admin/session')
    if (answer.ok) {
      change({ phase: 'ready', session: answer.body, trouble })
      follower ??= followEvents(onEvent)
      return await reload()
    }
    if (answer.status === 401 || answer.status === 403) {
      const wasSignedIn = readKey() !== null
      writeKey(null)
      const why =
        answer.status === 403
          ? inPageLanguage(answer.problem.message, 'message', state.words)
          : wasSignedIn
            ? state.words.signedOut
            : null
      return change({ phase: 'signed-out', session: null, trouble: trouble ?? why })
    }
    change({ phase: state.phase === 'ready' ? 'ready' : 'unreachable', trouble })
    setTimeout(() => void start(), 2000)
  }

  async function reload(): Promise<void> {
    await Promise.all([
      waiting.load(),
      servers.load(),
      channels.load(),
      ...(list === waiting ? [] : [list.load()]),
      ...details.known().map((id) => details.load(id)),
      enter(state.route),
    ])
  }

  /** What a page needs when it comes up. */
  async function enter(route: Route): Promise<void> {
    switch (route.page) {
      case 'hold':
        return void (await details.load(route.id))
      case 'activity':
        return await inbox.activity.load()
      case 'grants':
        return await inbox.grants.load()
      case 'feedback':
        return await inbox.feedback.load()
      case 'servers':
        return await servers.load()
      case 'channels':
        return await channels.load()
      case 'audit':
        return await inbox.audit.load()
      case 'health':
        return void (await Promise.all([inbox.health.load(), inbox.readiness.load(), channels.load()]))
      case 'settings':
        return await inbox.policy.load()
      case 'waiting':
      case 'history':
        if (state.focus !== null && details.get(state.focus) === null) await details.load(state.focus)
        return
      case 'unknown':
        return
    }
  }

  function show(route: Route): void {
    const before = state.route
    const isSameList =
      before.page === route.page &&
      JSON.stringify({ ...before.filter, group: '' }) === JSON.stringify({ ...route.filter, group: '' })
    if (!isSameList) {
      if (list !== waiting) list.leave()
      list = listFor(route)
    }
    const focus = route.page === 'hold' ? route.id : isSameList ? state.focus : readOpen(location)
    const lost = state.lost.filter(({ id }) => id !== focus)
    change({ route, focus, lost, dialog: 'none', ...(isSameList ? {} : { selected: new Set<string>() }) })
    if (focus !== null && route.page !== 'hold') void details.load(focus)
    if (!isSameList && list !== waiting) void list.load()
    showOpen()
    void enter(route)
  }

  /** What is open stands in the address, so that a reload, and another person who gets the address, find it open. */
  function showOpen(): void {
    const { route, focus } = state
    if (route.page !== 'waiting' && route.page !== 'history') return
    const address = withOpen(toAddress(route), focus)
    if (address !== location.pathname + location.search) history.replaceState(null, '', address)
  }

  function navigate(route: Route): void {
    const address = toAddress(route)
    if (address !== location.pathname + location.search) history.pushState(null, '', address)
    show(route)
    // As after a page load: at the top, and with the keyboard there.
    const main = document.getElementById('main')
    main?.scrollTo(0, 0)
    main?.focus({ preventScroll: true })
  }

  addEventListener('popstate', () => show(readRoute(location)))

  const inbox: Inbox = {
    state: () => state,
    change,
    start,
    list: () => list,
    waiting,
    details,
    decisions,
    servers,
    channels,
    activity: createActivityLog(() => state.route.filter, hooks),
    grants: createRemote({ path: () => '/admin/grants', ...hooks }),
    feedback: createFeedbackLog(() => state.route.filter, hooks),
    audit: createAuditPages(() => state.route.filter, hooks),
    verification: createRemote({ path: () => '/admin/audit/verify', ...hooks }),
    health: createRemote({ path: () => '/healthz', ...hooks }),
    readiness: createRemote({ path: () => '/readyz', ...hooks }),
    policy: createRemote({ path: () => '/admin/policy', ...hooks }),
    navigate,
    filter(part) {
      const filter = { ...state.route.filter, ...part }
      const route: Route = { ...state.route, filter }
      history.replaceState(null, '', toAddress(route))
      show(route)
    },
    open(id) {
      change({ focus: id, lost: state.lost.filter((row) => row.id !== id) })
      showOpen()
      if (id !== null) void details.load(id)
    },
    toast,
    announce: (text) => change({ announcement: text }),
    trust,
    setLocale(locale) {
      writeLocale(locale)
      change({ locale, words: chooseWords(locale) })
      details.translate()
    },
  }
  list = listFor(state.route)
  state = { ...state, focus: state.route.page === 'hold' ? state.route.id : readOpen(location) }
  return inbox
}

/** How many wait for an answer, and how many have an unknown outcome. */
export function waitingCount(inbox: Inbox): { readonly pending: number; readonly unknown: number } {
  let pending = 0
  let unknown = 0
  for (const { state } of inbox.waiting.rows()) {
    if (state === 'pending') pending += 1
    else if (state === 'unknown') unknown += 1
  }
  return { pending, unknown }
}

export function problemText(problem: ApiProblem, words: Words): string {
  return problem.code === 'OFFLINE'
    ? words.unreachable
    : inPageLanguage(problem.message, 'message', words) || words.somethingWrong
}
