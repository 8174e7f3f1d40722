/**
 * What recipes add to the life of a hold: a look before the question, a look before the dispatch, an offer to take it
 * back. The keeper of holds asks for these and knows nothing of recipes itself.
 */
import { randomUUID } from 'node:crypto'
import { callKey, errorAnswer, findMissedUndos, meetIdenticalCall, prepareQuestion } from '@holdpoint/core'
import type {
  AgentAnswer,
  Call,
  EntityPreview,
  Hold,
  Outcome,
  Ownership,
  Ruling,
  SeeProcess,
  ServerIdentity,
  Sha256,
  Store,
  ToolDefinition,
  UndoDraft,
} from '@holdpoint/core'
import type { RuleCall } from '@holdpoint/core/policy'
import type { AuditTrail } from '../calls/audit-trail.ts'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import type { GatewayPolicy } from '../gateway-options.ts'
import type { ReadFreshDefinition, ServerTools } from '../tools/server-tools.ts'
import { createPreviewReader } from './preview-reader.ts'
import type { PreviewLook, SecondLook } from './preview-reader.ts'
import { createUndoBuilder } from './undo-builder.ts'

export interface HoldRecipes {
  lookFirst(call: Call, connection: UpstreamConnection, metaText: string | null): Promise<FirstLook>
  lookAgain(hold: Hold, connection: UpstreamConnection, metaText: string | null): Promise<SecondLook>
  /** The call that would take back what just succeeded, for its hold to keep; `null` where there is none. */
  draftUndo(hold: Hold, outcome: Outcome, connection: UpstreamConnection): UndoDraft | null
  /** A new hold for a person to decide on; `null` where there is nothing to offer. */
  offerUndo(hold: Hold, connection: UpstreamConnection, metaText: string | null): Promise<Hold | null>
  /**
   * What this requester's earlier processes ran on that server and could no longer offer to take back; answered once.
   */
  missedUndos(call: Call): Promise<readonly Hold[]>
  newHoldId(): string
}

export type FirstLook =
  | {
      readonly kind: 'ask'
      readonly entity: EntityPreview | null
      readonly warnings: readonly string[]
      /** Due once the question is stored, or could not be: until then it counts as open. */
      readonly opened: () => void
    }
  /** No person is to be asked. */
  | { readonly kind: 'answer'; readonly answer: AgentAnswer }

const NOTHING_SEEN: FirstLook & { kind: 'ask' } = { kind: 'ask', entity: null, warnings: [], opened: () => {} }

export interface HoldRecipesOptions {
  readonly store: Store
  readonly ownership: Ownership
  readonly see: SeeProcess
  readonly rule: RuleCall
  readonly policy: () => GatewayPolicy
  readonly trail: AuditTrail
  readonly toolsOf: (connection: UpstreamConnection) => ServerTools | undefined
  readonly freshDefinition: ReadFreshDefinition
  /** A command or an address, for whoever reads the log. */
  readonly howToDecide: (hold: Hold) => Promise<string>
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

/** A person waits meanwhile, and what they are to read must be short enough to be read. */
const READ_WITHIN_MS = 5000
const LARGEST_ENTITY = 256 * 1024

export function createHoldRecipes(options: HoldRecipesOptions): HoldRecipes {
  const { store, freshDefinition, sha256 } = options

  const recipesFor = (server: ServerIdentity, tool: string): ReturnType<GatewayPolicy['policy']['recipesFor']> =>
    options.policy().policy.recipesFor(server, tool)

  const rule = async (call: Call, definition: ToolDefinition): Promise<Ruling> =>
    await options.rule(options.policy().policy, call, definition)

  const previews = createPreviewReader({
    recipesFor,
    rule,
    freshDefinition,
    knownDefinition: async (connection, tool) => (await options.toolsOf(connection)?.find(tool))?.definition ?? null,
    trail: options.trail,
    sha256,
    withinMs: READ_WITHIN_MS,
    largest: LARGEST_ENTITY,
  })
  const undos = createUndoBuilder({
    store,
    takeOwner: () => options.ownership.take(),
    recipesFor,
    rule,
    freshDefinition,
    takeEntity: (hold) => previews.takeEntity(hold),
    policyHash: () => options.policy().policy.hash,
    newHoldId: randomUUID,
    howToDecide: options.howToDecide,
    sha256,
    log: options.log,
  })
  /** Identical calls that come at once look once. */
  const underway = new Map<string, Promise<FirstLook>>()
  const lookedBack = new Set<string>()

  async function look(call: Call, connection: UpstreamConnection, metaText: string | null): Promise<FirstLook> {
    const prepared = await prepareQuestion(store, call)
    // Before anything is read: an agent that may not ask would still make the server work.
    if (prepared.kind === 'limited') return { kind: 'answer', answer: errorAnswer('RATE_LIMITED', prepared.message) }
    const first = await toFirstLook(prepared.release, () => previews.look(call, connection, metaText))
    if (first.kind !== 'ask') prepared.release()
    return first
  }

  return {
    async lookFirst(call, connection, metaText) {
      // An identical call that collects an outcome asks no one: after a deletion a look would only find nothing.
      const { preview } = recipesFor(call.server, call.tool)
      if ((preview === null && connection.authored === null) || !(await opensQuestion(store, call, sha256)))
        return NOTHING_SEEN
      const key = callKey(call, sha256)
      const looking = underway.get(key) ?? look(call, connection, metaText).finally(() => underway.delete(key))
      underway.set(key, looking)
      return await looking
    },
    lookAgain: (hold, connection, metaText) => previews.lookAgain(hold, connection, metaText),
    draftUndo: (hold, outcome, connection) => undos.draft(hold, outcome, connection),
    offerUndo: (hold, connection, metaText) => undos.offer(hold, connection, metaText),
    async missedUndos({ tenant, principal, server }) {
      const requester = JSON.stringify([tenant, principal, server.identity])
      if (lookedBack.has(requester)) return []
      lookedBack.add(requester)
      const missed = await findMissedUndos(store, options.see, sha256)
      return missed.filter(
        ({ call }) =>
          call.tenant === tenant && call.principal === principal && call.server.identity === server.identity,
      )
    },
    newHoldId: randomUUID,
  }
}

async function toFirstLook(opened: () => void, read: () => Promise<PreviewLook>): Promise<FirstLook> {
  try {
    const look = await read()
    switch (look.kind) {
      case 'none':
        return { ...NOTHING_SEEN, opened }
      case 'answered':
      case 'refused':
        return { kind: 'answer', answer: look.answer }
      case 'seen':
        return { kind: 'ask', entity: look.entity, warnings: look.warnings, opened }
      case 'unavailable':
        return { kind: 'ask', entity: null, warnings: [look.warning], opened }
    }
  } catch (error) {
    opened()
    throw error
  }
}

async function opensQuestion(store: Store, call: Call, sha256: Sha256): Promise<boolean> {
  return await store.holds.changeNewest(callKey(call, sha256), (newest, now) => ({
    do: 'keep',
    answer: meetIdenticalCall(newest, now).next === 'ask',
  }))
}
