/**
 * The page that an approval's link leads to, served in this process, on loopback alone. It shows `<tool-card>` and brings what a person pressed to the one door for verdicts. Signing in
 * takes a code that stands in the log of this process, or comes with the browser that is opened here: a link that an agent passes on is signed in nowhere.
 */
import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fromApproval } from '@holdpoint/card/from-approval'
import {
  announcePresence,
  approvedArguments,
  cancelHold,
  contentLines,
  decide,
  isDesktop,
  isJsonObject,
  noteShown,
  PRESENCE_LASTS_MS,
  publicRefusal,
  toApprovalView,
} from '@holdpoint/core'
import type { CheckEdit, Hold, JsonObject, JsonValue, Store } from '@holdpoint/core'
import { openSignedIn } from './browser.ts'
import { PAGE_DOCUMENT, PAGE_POLICY, PAGE_SCRIPT, PAGE_STYLE } from './page-document.ts'
import { readVerdict } from './sent-verdict.ts'

export interface ServedPage {
  addressOf(hold: string): string
  /** Opens a browser here, signed in, where there is a desktop; answers whether a person can be reached by it. */
  summon(hold: string): Promise<boolean>
  close(): Promise<void>
}

export interface ServedPageOptions {
  readonly store: Store
  readonly tenant: string
  /** Who decides here: the account of this machine. */
  readonly by: string
  /** 0: any that is free. */
  readonly port: number
  readonly checkEdit: CheckEdit
  /** Whether this server asked it, in this process or before. */
  readonly isOwn: (hold: Hold) => boolean
  readonly log: (message: string) => void
}

interface PageAnswer {
  readonly status: number
  readonly type: 'application/json' | 'text/html' | 'text/css' | 'text/javascript'
  readonly body: string
}

const LARGEST_BODY = 4_000_000
const LARGEST_SIGN_IN = 1000
const MOST_LINKED = 10_000
const ATTEMPTS_PER_MINUTE = 10
const BROWSER_GRACE_MS = 60_000
/** Without letters and digits that are mistaken for each other. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const APPROVAL = /^\/approvals\/([\w-]{1,64})(\/card|\/verdict)?$/

export async function createServedPage(options: ServedPageOptions): Promise<ServedPage> {
  const { store, log } = options
  const code = Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
  const key = randomBytes(32).toString('base64url')
  const instance = `mcp-${randomUUID()}`
  const script = readFileSync(createRequire(import.meta.url).resolve('@holdpoint/card/tool-card.js'), 'utf8')
  const attempts: number[] = []
  /** Questions whose askers were told to come here. */
  const linked = new Set<string>()
  let presentUntil = 0
  let openedAt = Number.NEGATIVE_INFINITY

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    handle(request).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        log(`the page failed: ${String(error)}`)
        send(response, problem(500, 'INTERNAL', 'The page failed. See the log of the server.'))
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', () => resolve())
  })
  server.unref()
  // A tab that stays open would keep the process alive when its host is gone.
  server.on('connection', (socket) => void socket.unref())
  const { port } = server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  log(`to decide on the page ${origin}, sign in with the code ${code}`)

  async function handle(request: IncomingMessage): Promise<PageAnswer> {
    const hosts = [`localhost:${port}`, `127.0.0.1:${port}`]
    // A foreign page that had its name resolved to this machine, or that posts across origins.
    if (!hosts.includes(request.headers.host ?? '')) return problem(403, 'FORBIDDEN_HOST', 'This is not its address.')
    const from = request.headers.origin
    if (from !== undefined && !hosts.includes(from.replace('http://', ''))) {
      return problem(403, 'FORBIDDEN_ORIGIN', 'Other web pages may not speak to it.')
    }
    const path = pathOf(request)
    if (path === null) return notFound()
    if (request.method === 'GET') return await read(request, path)
    if (request.method !== 'POST') return problem(405, 'METHOD_NOT_ALLOWED', 'GET or POST.')
    const [, id, part] = APPROVAL.exec(path) ?? []
    const isVerdict = id !== undefined && part === '/verdict'
    if (path !== '/sign-in' && !isVerdict) return notFound()
    // Strangers send nothing large.
    if (isVerdict && !isSignedIn(request)) return unauthorized()
    const body = await readBody(request, isVerdict ? LARGEST_BODY : LARGEST_SIGN_IN)
    if (body === null) return problem(400, 'VALIDATION_ERROR', 'A JSON object is wanted.')
    return isVerdict ? await verdict(id, body) : signIn(body)
  }

  async function read(request: IncomingMessage, path: string): Promise<PageAnswer> {
    if (path === '/tool-card.js') return { status: 200, type: 'text/javascript', body: script }
    if (path === '/page.js') return { status: 200, type: 'text/javascript', body: PAGE_SCRIPT }
    if (path === '/page.css') return { status: 200, type: 'text/css', body: PAGE_STYLE }
    const [, id, part] = APPROVAL.exec(path) ?? []
    if (id === undefined || part === '/verdict') return notFound()
    // The same for every id, known or not.
    if (part === undefined) return { status: 200, type: 'text/html', body: PAGE_DOCUMENT }
    if (!isSignedIn(request)) return unauthorized()
    const hold = await find(id)
    if (hold === null) return notFound()
    await notePresence()
    await noteShown(store, hold, 'browser')
    return json(200, card(hold) as unknown as JsonValue)
  }

  /** Others that share the store have surfaces of their own, with policies of their own. */
  async function find(id: string): Promise<Hold | null> {
    const hold = await store.holds.get(id)
    return hold?.call.tenant === options.tenant && (linked.has(id) || options.isOwn(hold)) ? hold : null
  }

  async function notePresence(): Promise<void> {
    if (performance.now() < presentUntil) return
    presentUntil = performance.now() + PRESENCE_LASTS_MS / 2
    await announcePresence(store, instance, true)
  }

  function signIn({ code: given }: JsonObject): PageAnswer {
    const now = performance.now()
    while (attempts[0] !== undefined && now - attempts[0] > 60_000) attempts.shift()
    if (attempts.length >= ATTEMPTS_PER_MINUTE) return problem(429, 'RATE_LIMITED', 'Too many tries. Wait a minute.')
    attempts.push(now)
    const typed = typeof given === 'string' ? given.replaceAll(/[\s-]/g, '').toUpperCase() : ''
    return isSame(typed, code) ? json(200, { key }) : problem(401, 'WRONG_CODE', 'That is not the code of this server.')
  }

  function isSignedIn({ headers }: IncomingMessage): boolean {
    return isSame(headers.authorization ?? '', `Bearer ${key}`)
  }

  async function verdict(id: string, body: JsonObject): Promise<PageAnswer> {
    const hold = await find(id)
    if (hold === null) return notFound()
    const said = readVerdict(id, body)
    if (said === null) return problem(400, 'VALIDATION_ERROR', 'That is no answer to this question.')
    const { answer, reason, edits, digest } = said
    const checked = edits === null ? null : await options.checkEdit({ hold, argumentsText: edits, by: options.by })
    if (checked?.ok === false) return problem(422, checked.code, checked.message)
    const about = { hold: id, tenant: options.tenant }
    const by = { by: options.by, via: 'page', assurance: 'identified', reason } as const
    // A cancelled call may have its yes already, and waits for its moment.
    const decision =
      answer === 'cancel'
        ? await cancelHold(store, { ...about, ...by })
        : await decide(store, {
            ...about,
            verdict: { answer, ...by },
            ...(checked === null ? {} : { edit: checked.edit }),
            ...(digest === null ? {} : { shown: digest }),
          })
    switch (decision.kind) {
      case 'decided':
      case 'receipt':
        return json(200, card(decision.hold) as unknown as JsonValue)
      case 'not-found':
        return notFound()
      case 'refused': {
        const { code: why, message } = publicRefusal(decision.refusal, decision.hold)
        return problem(409, why, message)
      }
    }
  }

  return {
    addressOf(hold) {
      linked.delete(hold)
      linked.add(hold)
      const [oldest] = linked
      if (linked.size > MOST_LINKED && oldest !== undefined) linked.delete(oldest)
      return `${origin}/approvals/${hold}`
    },
    async summon(hold) {
      if (performance.now() - openedAt < BROWSER_GRACE_MS) return true
      if (!isDesktop(process.env, process.platform)) return false
      openedAt = performance.now()
      const opened = await openSignedIn(`${origin}/approvals/${hold}#code=${code}`)
      if (!opened) openedAt = Number.NEGATIVE_INFINITY
      return opened
    },
    async close() {
      await announcePresence(store, instance, false).catch(() => {})
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function card(hold: Hold): ReturnType<typeof fromApproval> {
  const view = {
    ...toApprovalView(hold),
    preview: hold.preview,
    content: contentLines(hold.preview),
    arguments_text: approvedArguments(hold),
    // What stands for further calls is given in the client, by its own form.
    grantable: false,
  }
  return fromApproval(view, { trust: 'trusted', state: 'connected' })
}

/** `null`: it names no place. */
function pathOf({ url = '/' }: IncomingMessage): string | null {
  return url.startsWith('/') ? (url.split('?', 1)[0] ?? null) : null
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

async function readBody(request: IncomingMessage, largest: number): Promise<JsonObject | null> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) return null
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) return null
    parts.push(part)
  }
  try {
    const value = JSON.parse(Buffer.concat(parts).toString('utf8')) as JsonValue
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

function json(status: number, value: JsonValue): PageAnswer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

function problem(status: number, code: string, message: string): PageAnswer {
  return json(status, { error: { code, message } })
}

function notFound(): PageAnswer {
  return problem(404, 'NOT_FOUND', 'There is no such approval.')
}

function unauthorized(): PageAnswer {
  return problem(401, 'UNAUTHORIZED', 'Sign in with the code in the log of the server.')
}

function send(response: ServerResponse, { status, type, body }: PageAnswer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  response.end(body)
}
