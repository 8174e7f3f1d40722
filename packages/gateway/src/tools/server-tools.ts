/**
 * What the gateway knows of one connection's tools: finds definitions, fetches the list when it must, rates for lists.
 */
import { META_PREFIX, readToolDefinition } from '@holdpoint/core'
import type { ClientCapabilities, JsonValue, ServerIdentity, Sha256, ToolDefinition } from '@holdpoint/core'
import type { Policy } from '@holdpoint/core/policy'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import type { RationaleDemand } from '../calls/rationale.ts'
import { MOST_TOOLS, fetchTools } from './fetch-tools.ts'
import { askedTool } from './may-ask.ts'
import type { CatalogEntry, ToolCatalog } from './tool-catalog.ts'
import { rewriteTool, showsCard } from './tools-list.ts'
import type { ListRules } from './tools-list.ts'

/** A tool as the server defines it at this moment, or why that cannot be known. */
export type FreshDefinition =
  | { readonly kind: 'found'; readonly definition: ToolDefinition }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreachable'; readonly message: string }

export type ReadFreshDefinition = (
  connection: UpstreamConnection,
  tool: string,
  metaText: string | null,
) => Promise<FreshDefinition>

export interface ServerTools {
  noteClient(name: string): void
  /** `_meta` of the newest stateless request: our own requests must carry the same context. */
  noteMeta(metaText: string | null): void
  known(tool: string): CatalogEntry | undefined
  /** The list is known as a whole: what is not in it is not the server's. */
  readonly complete: boolean
  /** Whether a client with these capabilities was given our card for this tool. */
  givesCard(entry: CatalogEntry, capabilities: ClientCapabilities): boolean
  /** Fetches the list if it must; `undefined`: the server has no such tool. Throws where the list cannot be had. */
  find(tool: string): Promise<CatalogEntry | undefined>
  rewrite(
    tools: readonly JsonValue[],
    page: { readonly first: boolean; readonly last: boolean },
    capabilities: ClientCapabilities,
  ): Promise<readonly JsonValue[]>
  /** Whether any tool of the server has a view of its own. */
  readonly hasViews: boolean
  noteView(): void
  /** The definition at this very moment, past every cache. */
  fresh(tool: string, metaText: string | null): Promise<FreshDefinition>
  /** The same, its claims tempered by what was pinned; `null`: the server has no such tool, or does not answer. */
  readAnew(tool: string, metaText: string | null): Promise<CatalogEntry | null>
  forget(): void
}

export interface ServerToolsOptions {
  readonly connection: UpstreamConnection
  readonly catalog: (client: () => string) => ToolCatalog
  readonly listRules: (capabilities: ClientCapabilities) => ListRules
  readonly sha256: Sha256
  readonly listWithinMs: number
  readonly log: (message: string) => void
}

export function createServerTools(options: ServerToolsOptions): ServerTools {
  let client = 'unknown'
  let meta: string | null = null
  let fetching: Promise<void> | null = null
  const catalog = options.catalog(() => client)

  async function fetchAll(): Promise<void> {
    const fetched = await fetchTools(options.connection, ownMeta(meta), options.listWithinMs)
    if (!fetched.ok) throw new Error(fetched.message)
    await catalog.learn(fetched.tools, { first: true, last: true })
  }

  return {
    noteClient(name) {
      client = name
    },
    noteMeta(text) {
      meta = text
    },
    known: (tool) => catalog.get(tool),
    get complete() {
      return catalog.complete
    },
    givesCard: (entry, capabilities) =>
      capabilities.apps && !entry.hasView && showsCard(entry, options.listRules(capabilities)),
    async find(tool) {
      if (catalog.get(tool) === undefined) {
        // A list that was complete without this tool may have grown since: one fresh look settles it.
        fetching ??= fetchAll().finally(() => {
          fetching = null
        })
        await fetching
      }
      return catalog.get(tool)
    },
    noteView: () => catalog.noteView(),
    get hasViews() {
      return catalog.hasViews
    },
    async rewrite(listed, page, capabilities) {
      const tools = listed.slice(0, MOST_TOOLS)
      if (listed.length > tools.length) {
        options.log(`it lists ${listed.length} tools at once; the first ${MOST_TOOLS} are offered`)
      }
      const entries = await catalog.learn(tools, page)
      const rules = options.listRules(capabilities)
      const { authored } = options.connection
      return tools.map((tool, index) => {
        const entry = entries[index] ?? null
        const isAuthors = entry !== null && authored?.confirms(entry.definition.name) === false
        return isAuthors ? tool : rewriteTool(tool, entry, rules)
      })
    },
    async fresh(tool, metaText) {
      const fetched = await fetchTools(options.connection, ownMeta(metaText ?? meta), options.listWithinMs)
      if (!fetched.ok) return { kind: 'unreachable', message: fetched.message }
      await catalog.learn(fetched.tools, { first: true, last: true })
      const definition = fetched.tools
        .map((entry) => readToolDefinition(entry, options.sha256))
        .find((found): found is ToolDefinition => found?.name === tool)
      return definition === undefined ? { kind: 'missing' } : { kind: 'found', definition }
    },
    async readAnew(tool, metaText) {
      const fetched = await fetchTools(options.connection, ownMeta(metaText ?? meta), options.listWithinMs)
      if (!fetched.ok) return null
      const learnt = await catalog.learn(fetched.tools, { first: true, last: true })
      return learnt.find((entry) => entry?.definition.name === tool) ?? null
    },
    forget: () => catalog.forget(),
  }
}

export interface RatingRulesOptions {
  readonly policy: Policy
  readonly server: ServerIdentity
  readonly tenant: string
  readonly destructiveHintFor: (tool: string) => boolean | null
  readonly previewsFirst: (tool: string) => boolean
  readonly rationale: RationaleDemand
  readonly capabilities: ClientCapabilities
  readonly cheatsheet: string | null
}

/** How tools stand in a list, by the policy and by what the client can draw. */
export function ratingRules(options: RatingRulesOptions): ListRules {
  const { policy, server, tenant, capabilities, rationale, cheatsheet } = options
  return {
    rationale,
    cards: capabilities.apps,
    previewsFirst: options.previewsFirst,
    cheatsheet,
    rate: ({ definition }) => ({
      ...askedTool(policy, definition, server, tenant),
      destructiveHint: options.destructiveHintFor(definition.name),
    }),
  }
}

/** A progress token belongs to one request of the client and must not be used twice; what stands under our prefix is for us. */
function ownMeta(metaText: string | null): string | null {
  if (metaText === null) return null
  const { progressToken: _token, ...rest } = JSON.parse(metaText) as { [key: string]: unknown }
  const theirs = Object.entries(rest).filter(([key]) => !key.startsWith(META_PREFIX))
  return JSON.stringify(Object.fromEntries(theirs))
}
