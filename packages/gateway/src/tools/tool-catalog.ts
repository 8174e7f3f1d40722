/**
 * The tools of one connection as their server defines them now, against what it defined when first seen. A definition
 * that changed is flagged, ends the permissions that were given for the one before, and its claims count only where both
 * versions make them: a server cannot talk its way down a tier after it was pinned.
 */
import { isJsonObject, readToolDefinition, recordDraft } from '@holdpoint/core'
import type { JsonValue, ServerIdentity, Sha256, Store, ToolAnnotations, ToolDefinition } from '@holdpoint/core'
import { voidGrants } from './void-grants.ts'
import type { ChangedTools } from './void-grants.ts'

export interface CatalogEntry {
  /** The definition as it is now, its annotations already tempered by the pinned ones. */
  readonly definition: ToolDefinition
  readonly drifted: boolean
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

export interface Pin {
  readonly hash: string
  readonly textHash: string
  readonly annotations: ToolAnnotations
  /** The arguments that its schema declares, by which a call is rated; absent: too many, or of an earlier version. */
  readonly arguments?: readonly string[]
}

export interface PinBook {
  readonly server: string
  /** How the server is started or reached; absent: of an earlier version. */
  readonly display?: string
  readonly transport?: ServerIdentity['transport']
  readonly pinned: { readonly [tool: string]: Pin }
  readonly current: { readonly [tool: string]: Pin }
}

/** All pins of a server stand under this prefix, one book per client. */
export const PIN_PREFIX = 'pins/'
const PATIENCE_MS = 250

export function createToolCatalog(options: CatalogOptions): ToolCatalog {
  const entries = new Map<string, CatalogEntry>()
  let complete = false
  /** Once and for all: a view that was drawn from an earlier list can still call tools here. */
  let hadViews = false

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
    forget() {
      complete = false
      entries.clear()
    },
    async learn(tools, page) {
      if (tools.some(namesView)) hadViews = true
      const definitions = tools.map((tool) => readToolDefinition(tool, options.sha256))
      const book = await updatePins(
        options,
        definitions.filter((definition) => definition !== null),
      )
      // Only now: until the new ones are known, calls are judged by the old ones instead of waiting for another list.
      if (page.first) {
        complete = false
        entries.clear()
      }
      const learnt = definitions.map((definition, index) => {
        if (definition === null) return null
        const pinned = book === null ? unpinned(definition) : toEntry(definition, book.pinned[definition.name])
        const entry: CatalogEntry = { ...pinned, hasView: namesView(tools[index]) }
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

type Pinned = Omit<CatalogEntry, 'hasView'>

function toEntry(definition: ToolDefinition, pin: Pin | undefined): Pinned {
  if (pin === undefined || (pin.hash === definition.hash && pin.textHash === definition.textHash)) {
    return { definition, drifted: false }
  }
  return { definition: { ...definition, annotations: temper(definition.annotations, pin.annotations) }, drifted: true }
}

/** While the pins cannot be read, no claim of the server may reassure. */
function unpinned(definition: ToolDefinition): Pinned {
  return { definition: { ...definition, annotations: temper(definition.annotations, {}) }, drifted: false }
}

/** Reassuring claims need both versions; alarming ones need one. */
function temper(now: ToolAnnotations, pinned: ToolAnnotations): ToolAnnotations {
  const tempered: { -readonly [key in keyof ToolAnnotations]: ToolAnnotations[key] } = { ...now }
  if (now.readOnlyHint === true && pinned.readOnlyHint !== true) delete tempered.readOnlyHint
  if (now.idempotentHint === true && pinned.idempotentHint !== true) delete tempered.idempotentHint
  if (pinned.destructiveHint === true) tempered.destructiveHint = true
  else if (now.destructiveHint === false && pinned.destructiveHint !== false) delete tempered.destructiveHint
  if (pinned.openWorldHint === true) tempered.openWorldHint = true
  else if (now.openWorldHint === false && pinned.openWorldHint !== false) delete tempered.openWorldHint
  return tempered
}

/** `null` while the store is down: nothing is pinned then, and nothing above low passes anyway. */
async function updatePins(options: CatalogOptions, definitions: readonly ToolDefinition[]): Promise<PinBook | null> {
  const key = `${PIN_PREFIX}${options.server.identity}/${encodeURIComponent(options.client())}`
  try {
    const store = await options.store()
    for (;;) {
      const stored = await store.settings.get(key)
      const before = readPinBook(stored, options.server.name)
      const after = addPins({ ...before, ...howReached(options.server) }, definitions)
      const drifts = newDrifts(before, definitions)
      for (const { definition, what } of drifts) options.onDrift(definition.name, what)
      // Before the new definition counts as known: whoever ends in between finds the change again.
      if (drifts.length > 0) await voidGrants(store, toChangedTools(options, drifts))
      const text = JSON.stringify(after)
      if (text === stored) return after
      const record = recordDraft({
        kind: stored === null ? 'definition-pinned' : drifts.length > 0 ? 'definition-drifted' : 'definition-pinned',
        tenant: options.tenant,
        server: options.server.name,
        client: options.client(),
        detail: definitions
          .map((definition) => definition.name)
          .join(' ')
          .slice(0, 500),
      })
      // What is known of earlier definitions has been read: a locked store must not hold up reads for writing it down.
      if (await soon(store.settings.swap(key, stored, text, record))) return after
    }
  } catch {
    return null
  }
}

/** Whether it was written, or is still to be: a swap that fails later leaves the pins to the next list. */
async function soon(swap: Promise<boolean>): Promise<boolean> {
  swap.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), PATIENCE_MS)
  })
  try {
    return await Promise.race([swap, patience])
  } finally {
    clearTimeout(timer)
  }
}

function readPinBook(text: string | null, server: string): PinBook {
  if (text !== null) {
    const value = JSON.parse(text) as JsonValue
    if (isJsonObject(value)) return value as unknown as PinBook
  }
  return { server, pinned: {}, current: {} }
}

function howReached({ display, transport }: CatalogOptions['server']): Pick<PinBook, 'display' | 'transport'> {
  return display === undefined || transport === undefined ? {} : { display, transport }
}

const MOST_ARGUMENTS = 300

function declaredIn({ inputSchema }: ToolDefinition): Pick<Pin, 'arguments'> {
  const { properties } = inputSchema
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  return names.length > MOST_ARGUMENTS ? {} : { arguments: names }
}

/** A tool as this client saw it last, its claims tempered by what was pinned; `null`: it saw no such tool. */
export function definitionInBook({ pinned, current }: PinBook, tool: string): ToolDefinition | null {
  const seen = Object.hasOwn(current, tool) ? current[tool] : undefined
  return seen === undefined ? null : temperedBy(definitionOfPin(tool, seen), { pinned })
}

/** Pins keep what rates a tool; texts and the rest of the schema stay with the server. */
export function definitionOfPin(
  name: string,
  { hash, textHash, annotations, arguments: declared = [] }: Pin,
): ToolDefinition {
  const inputSchema = { type: 'object', properties: Object.fromEntries(declared.map((argument) => [argument, {}])) }
  return { name, title: null, description: null, inputSchema, outputSchema: null, annotations, hash, textHash }
}

/** The definition as calls of this client are judged by it. */
export function temperedBy(definition: ToolDefinition, { pinned }: Pick<PinBook, 'pinned'>): ToolDefinition {
  const pin = Object.hasOwn(pinned, definition.name) ? pinned[definition.name] : undefined
  return toEntry(definition, pin).definition
}

function addPins(book: PinBook, definitions: readonly ToolDefinition[]): PinBook {
  const pinned = { ...book.pinned }
  const current = { ...book.current }
  for (const definition of definitions) {
    const { hash, textHash, annotations } = definition
    const pin: Pin = { hash, textHash, annotations, ...declaredIn(definition) }
    if (!Object.hasOwn(pinned, definition.name)) define(pinned, definition.name, pin)
    define(current, definition.name, pin)
  }
  return { ...book, pinned, current }
}

/** A tool may be called `__proto__`; assignment would then change the object instead of adding a key. */
function define(pins: { [tool: string]: Pin }, name: string, pin: Pin): void {
  Object.defineProperty(pins, name, { value: pin, enumerable: true, configurable: true, writable: true })
}

interface Drift {
  readonly definition: ToolDefinition
  readonly what: string
}

function newDrifts(book: PinBook, definitions: readonly ToolDefinition[]): readonly Drift[] {
  return definitions.flatMap((definition) => {
    const last = Object.hasOwn(book.current, definition.name) ? book.current[definition.name] : undefined
    if (last === undefined) return []
    if (last.hash !== definition.hash) return [{ definition, what: 'its schema or annotations changed' }]
    if (last.textHash !== definition.textHash) return [{ definition, what: 'its description changed' }]
    return []
  })
}

function toChangedTools({ server }: CatalogOptions, drifts: readonly Drift[]): ChangedTools {
  return { serverIdentity: server.identity, definitions: drifts.map(({ definition }) => definition) }
}
