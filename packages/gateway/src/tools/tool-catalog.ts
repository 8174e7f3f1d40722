/**
 * The tools of one connection as their server defines them now, against what it defined when first seen. A definition
 * that changed is flagged, ends the permissions that were given for the one before, and its claims count only where
 * both versions make them: a server cannot talk its way down a tier after it was pinned.
 */
import {
  driftBetween,
  isJsonObject,
  judgedBy,
  newDrifts,
  pinsKey,
  readToolDefinition,
  readToolPins,
  recordDraft,
  withDefinitions,
  revokeGrant,
  say,
} from '@holdpoint/core'
import type {
  Drift,
  JsonValue,
  JudgedDefinition,
  NewDrift,
  RecordDraft,
  ServerIdentity,
  Sha256,
  Store,
  ToolDefinition,
  ToolPins,
} from '@holdpoint/core'

export interface CatalogEntry extends JudgedDefinition {
  /** The server gave it a view of its own. */
  readonly hasView: boolean
}

export interface ToolCatalog {
  /** `undefined`: not in the list, or the list must be fetched again first. */
  get(tool: string): CatalogEntry | undefined
  readonly complete: boolean
  /** Whether any tool of the server has a view of its own, which could then call tools on this connection. */
  readonly hasViews: boolean
  /** Takes in one page of a list. Answers the definitions of that page, in order; `null` for unusable entries. */
  learn(
    tools: readonly JsonValue[],
    page: { readonly first: boolean; readonly last: boolean },
  ): Promise<readonly (CatalogEntry | null)[]>
  /** A view of the server's was seen elsewhere than in its list. */
  noteView(): void
  /** The server said that its list changed, or a person accepted definitions. */
  forget(): void
}

export interface CatalogOptions {
  readonly store: () => Promise<Store>
  readonly server: Pick<ServerIdentity, 'name' | 'identity'> & Partial<ServerIdentity>
  readonly client: () => string
  readonly tenant: string
  readonly sha256: Sha256
  readonly onDrift: (tool: string, what: string) => void
}

const WRITTEN_WITHIN_MS = 250
const CHANGED: { readonly [drift in Drift]: string } = {
  definition: 'its schema or annotations changed',
  description: 'its description changed',
}

export function createToolCatalog(options: CatalogOptions): ToolCatalog {
  const entries = new Map<string, CatalogEntry>()
  let complete = false
  /** Once and for all: a view that was drawn from an earlier list can still call tools here. */
  let hadViews = false

  function forget(): void {
    complete = false
    entries.clear()
  }

  return {
    get: (tool) => entries.get(tool),
    get complete() {
      return complete
    },
    get hasViews() {
      return hadViews
    },
    noteView() {
      hadViews = true
    },
    forget,
    async learn(tools, page) {
      if (tools.some(namesView)) hadViews = true
      const definitions = tools.map((tool) => readToolDefinition(tool, options.sha256))
      const pins = await updatePins(
        options,
        definitions.filter((definition) => definition !== null),
        forget,
      )
      // Only now: until the new ones are known, calls are judged by the old ones instead of waiting for another list.
      if (page.first) forget()
      const learnt = definitions.map((definition, index) => {
        if (definition === null) return null
        const entry: CatalogEntry = { ...judgedBy(definition, pins), hasView: namesView(tools[index]) }
        entries.set(definition.name, entry)
        return entry
      })
      if (page.last) complete = true
      return learnt
    },
  }
}

function namesView(tool: JsonValue | undefined): boolean {
  const meta = isJsonObject(tool) ? tool['_meta'] : undefined
  if (!isJsonObject(meta)) return false
  const { ui } = meta
  if (typeof meta['openai/outputTemplate'] === 'string') return true
  return typeof meta['ui/resourceUri'] === 'string' || (isJsonObject(ui) && typeof ui['resourceUri'] === 'string')
}

/**
 * `null` while the store is down or the pins cannot be read: nothing is pinned then, and no claim of the server
 * reassures. `forget`: a write that went on in the background did not succeed as it stands here, so the list must be
 * read again.
 */
async function updatePins(
  options: CatalogOptions,
  definitions: readonly ToolDefinition[],
  forget: () => void,
): Promise<ToolPins | null> {
  const key = pinsKey(options.server.identity, options.client())
  try {
    const store = await options.store()
    for (;;) {
      const stored = await store.settings.get(key)
      const before = readPins(options, stored)
      if (before === null) return null
      const after = withDefinitions({ ...before, ...howReached(options.server) }, definitions)
      const drifts = newDrifts(before, definitions)
      for (const { definition, drift } of drifts) options.onDrift(definition.name, CHANGED[drift])
      // Before the new definition counts as known: a process that ends in between finds the change again.
      if (drifts.length > 0) await voidGrants(store, toChangedTools(options, drifts))
      const text = JSON.stringify(after)
      if (text === stored) return after
      const kind = stored !== null && drifts.length > 0 ? 'definition-drifted' : 'definition-pinned'
      const writing = store.settings.swap(key, stored, text, pinRecord(options, kind, definitions))
      // What is known of earlier definitions has been read: a locked store must not hold up reads for writing it down.
      const written = await soon(writing)
      if (written === null) void finishWriting(store, options, key, definitions, writing, forget)
      if (written !== false) return after
    }
  } catch {
    return null
  }
}

function readPins({ server }: CatalogOptions, stored: string | null): ToolPins | null {
  return stored === null ? { server: server.name, pinned: {}, current: {} } : readToolPins(stored)
}

function pinRecord(
  { tenant, server, client }: CatalogOptions,
  kind: 'definition-pinned' | 'definition-drifted',
  definitions: readonly ToolDefinition[],
): RecordDraft {
  const names = definitions.map((definition) => definition.name).join(' ')
  return recordDraft({ kind, tenant, server: server.name, client: client(), detail: names.slice(0, 500) })
}

/**
 * Waits for a write that took long. Where another catalog wrote first, the tools that one did not see are pinned as
 * they were seen here: a server that changes them before the next list would else be believed as if it were new. What
 * both saw stays as the other pinned it, and the next list is compared with that.
 */
async function finishWriting(
  store: Store,
  options: CatalogOptions,
  key: string,
  definitions: readonly ToolDefinition[],
  writing: Promise<boolean>,
  forget: () => void,
): Promise<void> {
  try {
    let written = await writing
    if (written) return
    forget()
    while (!written) {
      const stored = await store.settings.get(key)
      const before = readPins(options, stored)
      if (before === null) return
      const unseen = definitions.filter(({ name }) => !Object.hasOwn(before.pinned, name))
      if (unseen.length === 0) return
      const text = JSON.stringify(withDefinitions({ ...before, ...howReached(options.server) }, unseen))
      written = await store.settings.swap(key, stored, text, pinRecord(options, 'definition-pinned', unseen))
    }
  } catch {
    // Nothing was pinned: the next call reads the list again, and tries again.
    forget()
  }
}

/** Whether it was written; `null`: that is not known yet. */
async function soon(writing: Promise<boolean>): Promise<boolean | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WRITTEN_WITHIN_MS)
  })
  try {
    return await Promise.race([writing, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function howReached({ display, transport }: CatalogOptions['server']): Pick<ToolPins, 'display' | 'transport'> {
  return display === undefined || transport === undefined ? {} : { display, transport }
}

function toChangedTools({ server }: CatalogOptions, drifts: readonly NewDrift[]): ChangedTools {
  return { serverIdentity: server.identity, definitions: drifts.map(({ definition }) => definition) }
}

export interface ChangedTools {
  readonly serverIdentity: string
  /** As they are defined now. */
  readonly definitions: readonly ToolDefinition[]
}

const BY = say('policyVoidsGrant')
const ALL = Number.MAX_SAFE_INTEGER

/**
 * Ends the permissions on tools whose definition is no longer the one they were given for. For good: a server that goes
 * back to what it said before was not believed for that. Denials stay: they match the definition they were made for and
 * no other, and a server must not talk itself out of a no by changing and changing back.
 */
export async function voidGrants(store: Store, changed: ChangedTools): Promise<void> {
  const now = new Map(changed.definitions.map((definition) => [definition.name, definition]))
  // Of every tenant: what is known of a server is shared, and only the first that lists sees that it changed.
  for (const grant of await store.grants.list(null, ALL)) {
    const definition = now.get(grant.tool)
    if (definition === undefined || grant.serverIdentity !== changed.serverIdentity) continue
    if (grant.effect !== 'allow' || grant.revokedAt !== null) continue
    const given = { hash: grant.definitionHash, textHash: grant.definitionTextHash }
    if (driftBetween(given, definition) === null) continue
    await revokeGrant(store, { id: grant.id, tenant: grant.tenant, by: BY })
  }
}
