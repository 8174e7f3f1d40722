/**
 * One-time links: a command on this machine makes a code, and the browser exchanges it for a key of its own. The code
 * is stored hashed, lives ten minutes and works once: two exchanges race for one swap. It refuses to say whether a
 * wrong code ever existed. A second use is on record, and the browser that came first is told: one of the two was not
 * the person the link was meant for.
 */
import { readStrict, recordDraft, say } from '@holdpoint/core'
import type { AccessOptions } from './access-options.ts'
import { localPrincipal } from '@holdpoint/store/account'
import { newId, storeToken } from './tokens.ts'

/**
 * Ids of browser keys start with this. Key ids are made here, never chosen by a caller, so no token can claim to be a
 * page.
 */
export const SIGN_IN_ID_PREFIX = 'sign-in_'

export interface MintedSignIn {
  readonly code: string
  /** Path and fragment, to be put behind the page's origin. A fragment is never sent to a server or into its logs. */
  readonly location: string
  readonly expiresAt: number
}

export type SignInExchange =
  | { readonly kind: 'signed-in'; readonly secret: string; readonly name: string; readonly expiresAt: number | null }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }

export interface SignIns {
  mint(path: string): Promise<MintedSignIn>
  exchange(code: string): Promise<SignInExchange>
  /** When the link behind this browser key was last tried again, or `null`. */
  lastSecondUse(keyId: string): Promise<number | null>
}

/** What stands in the setting; `key` names the browser key once the code is used. */
interface StoredCode {
  readonly expiresAt: number
  readonly key: string | null
}

const MINUTE = 60_000
const CODE_LIVES = 10 * MINUTE
const KEY_LIVES = 30 * 24 * 60 * MINUTE
const USED_CODES_KEPT = 24 * 60 * MINUTE
const FAILURES_PER_MINUTE = 10
const CODE_PREFIX = 'sign-in/'
const NOTICE_PREFIX = 'sign-in-notice/'
const LONGEST_CODE = 512

const REFUSED = say('signInRefused')

export function createSignIns(options: AccessOptions): SignIns {
  const { store, tenant } = options
  const limit = createAttemptLimit(FAILURES_PER_MINUTE, MINUTE)
  const name = localPrincipal(options.account)

  async function mint(path: string): Promise<MintedSignIn> {
    const now = await store.now()
    await removeOldCodes(now)
    const code = options.randomSecret()
    const expiresAt = now + CODE_LIVES
    await store.settings.put(CODE_PREFIX + options.sha256(code), write({ expiresAt, key: null }), null)
    return { code, location: `${path}#sign-in=${code}`, expiresAt }
  }

  async function exchange(code: string): Promise<SignInExchange> {
    const retryAfterMs = limit.waitMs(options.now())
    if (retryAfterMs > 0) return { kind: 'limited', retryAfterMs }
    if (code.length === 0 || code.length > LONGEST_CODE) return await refuse(say('codeMalformed'))
    const setting = CODE_PREFIX + options.sha256(code)
    const text = await store.settings.get(setting)
    const stored = text === null ? null : read(text)
    if (stored === null) return await refuse(say('codeUnknown'))
    if (stored.key !== null) return await refuseSecondUse(stored.key)
    if ((await store.now()) >= stored.expiresAt) return await refuse(say('codeExpired'))
    return await redeem(setting, text, stored)
  }

  async function redeem(setting: string, text: string | null, stored: StoredCode): Promise<SignInExchange> {
    const id = newId(options, SIGN_IN_ID_PREFIX)
    const record = recordDraft({ kind: 'signed-in', tenant, actor: name, detail: say('byOneTimeLink') })
    // The code is spent before the key exists: a crash in between costs a link, never yields two keys.
    const won = await store.settings.swap(setting, text, write({ ...stored, key: id }), record)
    if (!won) return await exchangeLost(setting)
    const { secret, row } = await storeToken(options, {
      name,
      role: 'approver',
      tenant,
      relaysAPerson: false,
      // The configuration says which person has this account.
      person: null,
      expiresInMs: KEY_LIVES,
      by: name,
      id,
    })
    return { kind: 'signed-in', secret, name, expiresAt: row.expiresAt }
  }

  async function exchangeLost(setting: string): Promise<SignInExchange> {
    const text = await store.settings.get(setting)
    const winner = text === null ? null : read(text)?.key
    return typeof winner === 'string' ? await refuseSecondUse(winner) : await refuse(say('codeRemoved'))
  }

  async function refuseSecondUse(key: string): Promise<SignInExchange> {
    limit.failed(options.now())
    const record = recordDraft({
      kind: 'sign-in-refused',
      tenant,
      actor: null,
      detail: say('linkUsedTwice'),
    })
    await store.settings.put(NOTICE_PREFIX + key, String(await store.now()), record)
    return { kind: 'refused', message: REFUSED }
  }

  async function refuse(what: string): Promise<SignInExchange> {
    limit.failed(options.now())
    await store.audit.append(recordDraft({ kind: 'sign-in-refused', tenant, actor: null, detail: what }))
    return { kind: 'refused', message: REFUSED }
  }

  async function lastSecondUse(keyId: string): Promise<number | null> {
    if (!keyId.startsWith(SIGN_IN_ID_PREFIX)) return null
    const text = await store.settings.get(NOTICE_PREFIX + keyId)
    return text === null ? null : Number(text)
  }

  async function removeOldCodes(now: number): Promise<void> {
    for (const { key, value } of await store.settings.under(CODE_PREFIX)) {
      const stored = read(value)
      if (stored === null || now >= stored.expiresAt + USED_CODES_KEPT) await store.settings.put(key, null, null)
    }
  }

  return { mint, exchange, lastSecondUse }
}

function write(code: StoredCode): string {
  return JSON.stringify(code)
}

function read(text: string): StoredCode | null {
  const reading = readStrict(text)
  if (!reading.ok || typeof reading.value !== 'object' || reading.value === null) return null
  const { expiresAt, key } = reading.value as { readonly expiresAt?: unknown; readonly key?: unknown }
  if (typeof expiresAt !== 'number' || (key !== null && typeof key !== 'string')) return null
  return { expiresAt, key }
}

/** Counts failures within the last minute. It keeps no more times than it may count, so a flood costs no memory. */
interface AttemptLimit {
  /** How long to wait until another attempt is looked at; 0: now. */
  waitMs(now: number): number
  failed(now: number): void
}

function createAttemptLimit(attempts: number, withinMs: number): AttemptLimit {
  let failures: number[] = []

  function waitMs(now: number): number {
    // After a clock is set back, old failures would otherwise lock out every caller for as long as the clock was ahead.
    failures = failures.filter((at) => at <= now && now - at < withinMs)
    const oldest = failures[0]
    return oldest === undefined || failures.length < attempts ? 0 : oldest + withinMs - now
  }

  function failed(now: number): void {
    failures.push(now)
    if (failures.length > attempts) failures = failures.slice(-attempts)
  }

  return { waitMs, failed }
}
