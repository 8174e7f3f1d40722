/**
 * The pause: its keys, how it is read, begun, ended and described, for every surface. While the gate is paused for a
 * tenant, everything above low is denied to it. A tenant's approvers pause and resume their own tenant; the operator
 * pauses every tenant at once, and only an operator ends that. Any value under its key is a pause, also one that cannot
 * be understood.
 */
import { recordDraft } from '../audit/record-draft.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { readStrict } from '../json/read-strict.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { say } from '../sentence/say.ts'
import { spellCommands } from '../sentence/spell-commands.ts'
import type { Role, Store } from '../store/store.ts'

/** Of the operator. Versions before knew no other pause. */
const FOR_ALL = 'gate/paused'

export interface Pause {
  readonly by: string
  /** Database time; `null` where it is unknown. */
  readonly at: number | null
  /** `null`: for every tenant, by the operator. */
  readonly tenant: string | null
}

/** Who pauses or resumes. */
export interface GateActor {
  readonly by: string
  readonly tenant: string
  readonly operator: boolean
}

export type Resumed =
  /** What is left of the pause, if anything. */
  | { readonly kind: 'resumed'; readonly pause: Pause | null }
  | { readonly kind: 'refused'; readonly pause: Pause; readonly message: string }

/** Who looks at the gate, and whether they may decide at all. */
export interface GateReader {
  /** `null`: every tenant of this home. */
  readonly tenant: string | null
  readonly operator: boolean
  readonly decides: boolean
}

/** The pause as one reader sees it. */
export interface PauseView {
  readonly by: string
  readonly at: string
  readonly tenant: string | null
  /** Whether this reader may end it. */
  readonly can_resume: boolean
}

/** The gate as REST and `--json` show it. */
export interface GateStatus {
  readonly paused: PauseView | null
  /** Why everything passes (`observe`, say), or `null` while the gate holds. */
  readonly off: string | null
}

/**
 * The account that the home belongs to, at its terminal or signed in from it, and admins of the home's own tenant.
 * Another tenant's admin is that tenant's.
 */
export function isOperator(
  who: { readonly role: Role; readonly tenant: string; readonly key: 'token' | 'sign-in' },
  homeTenant: string,
): boolean {
  return who.key === 'sign-in' || (who.role === 'admin' && who.tenant === homeTenant)
}

/** The pause that this tenant's calls meet: of two, the one that came first. */
export async function findPause(store: Store, tenant: string): Promise<Pause | null> {
  const [all, own] = [await store.settings.get(FOR_ALL), await store.settings.get(keyOf(tenant))]
  return earliest([...read(all, null), ...read(own, tenant)])
}

/** What a reader sees of the pause. */
export async function readPause(store: Store, reader: GateReader): Promise<PauseView | null> {
  const pause = reader.tenant === null ? await findAnyPause(store) : await findPause(store, reader.tenant)
  if (pause === null) return null
  const { by, at, tenant } = pause
  const can_resume = reader.decides && (reader.operator || tenant === reader.tenant)
  return { by, at: at === null ? '' : new Date(at).toISOString(), tenant, can_resume }
}

/** `off`: why the policy in force lets everything pass; `null`: it holds. */
export async function readGateStatus(store: Store, reader: GateReader, off: string | null): Promise<GateStatus> {
  return { paused: await readPause(store, reader), off }
}

/** The line that says so, and how it ends. `program`: how `holdpoint` is typed here. */
export function describePause(pause: PauseView, program: string): string {
  return `${describePaused(pause)} ${pause.can_resume ? spellCommands(say('resumeToEnd'), program) : say('operatorEndsPause')}`
}

export function describePaused({ by, tenant }: Pick<PauseView, 'by' | 'tenant'>): string {
  const who = showInOneLine(by)
  return tenant === null
    ? say('pausedBy', { by: who })
    : say('pausedTenantBy', { by: who, tenant: showInOneLine(tenant) })
}

/** Any pause of this home, for its operator. */
async function findAnyPause(store: Store): Promise<Pause | null> {
  const stored = await store.settings.under(FOR_ALL)
  return earliest(stored.flatMap(({ key, value }) => read(value, tenantOf(key))))
}

/**
 * The first pause stands: pausing again changes neither who nor when. `tenant`: one alone; `null`: all that they may.
 */
export async function pauseGate(store: Store, who: GateActor, tenant: string | null): Promise<void> {
  const paused = tenant ?? (who.operator ? null : who.tenant)
  const value = JSON.stringify({ by: who.by, at: await store.now() })
  const key = paused === null ? FOR_ALL : keyOf(paused)
  await store.settings.swap(key, null, value, record('gate-paused', who, paused))
}

/** The operator ends their own pause and that of their own tenant; a tenant's approver the latter alone. */
export async function resumeGate(store: Store, who: GateActor, tenant: string | null): Promise<Resumed> {
  const ended = tenant === null ? (who.operator ? [null, who.tenant] : [who.tenant]) : [tenant]
  let changed = false
  for (const paused of ended) {
    const key = paused === null ? FOR_ALL : keyOf(paused)
    const found = await store.settings.get(key)
    if (found === null) continue
    changed = (await store.settings.swap(key, found, null, record('gate-resumed', who, paused))) || changed
  }
  const pause = await findPause(store, tenant ?? who.tenant)
  if (pause === null || changed || who.operator) return { kind: 'resumed', pause }
  return { kind: 'refused', pause, message: say('operatorPaused', { by: pause.by }) }
}

function record(
  kind: 'gate-paused' | 'gate-resumed',
  who: GateActor,
  tenant: string | null,
): ReturnType<typeof recordDraft> {
  const detail = tenant === null ? say('forEveryTenant') : null
  return recordDraft({ kind, tenant: tenant ?? who.tenant, actor: who.by, ...(detail === null ? {} : { detail }) })
}

/** Each tenant has a key of its own, however it is called: keys are compared whole, and none is the operator's. */
function keyOf(tenant: string): string {
  return `${FOR_ALL}/${tenant}`
}

function tenantOf(key: string): string | null {
  return key === FOR_ALL ? null : key.slice(FOR_ALL.length + 1)
}

function earliest(pauses: readonly Pause[]): Pause | null {
  return pauses.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))[0] ?? null
}

function read(text: string | null, tenant: string | null): readonly Pause[] {
  if (text === null) return []
  const reading = readStrict(text)
  const { by, at } = reading.ok && isJsonObject(reading.value) ? reading.value : {}
  const known = typeof at === 'number' && Number.isFinite(new Date(at).getTime())
  return [{ by: typeof by === 'string' ? by : say('somebody'), at: known ? at : null, tenant }]
}
