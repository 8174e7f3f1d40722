/**
 * When a call has run: builds the call that would take it back, and stores it as a hold for a person to decide on. It
 * runs nothing. What it cannot build it says in the log; the call that ran stays as it is.
 */
import {
  approvedArguments,
  digestArguments,
  findLookAlikes,
  isJsonObject,
  offerUndo,
  thrownMessage,
} from '@holdpoint/core'
import type {
  Call,
  Hold,
  JsonObject,
  JsonValue,
  Outcome,
  ProcessIdentity,
  Ruling,
  ServerIdentity,
  Sha256,
  Store,
  ToolDefinition,
  UndoDraft,
} from '@holdpoint/core'
import type { ToolRecipes } from '@holdpoint/core/policy'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import type { ReadFreshDefinition } from '../tools/server-tools.ts'
import { readContent } from './read-entity.ts'

export interface UndoBuilder {
  /** At the moment of the success: what was seen before it is known now, and may never be again. */
  draft(hold: Hold, outcome: Outcome, connection: UpstreamConnection): UndoDraft | null
  /** The new hold for what the hold keeps, or `null` where there is nothing to offer. */
  offer(hold: Hold, connection: UpstreamConnection, metaText: string | null): Promise<Hold | null>
}

export interface UndoBuilderOptions {
  readonly store: Store
  /** This process under a lease that is in force. */
  readonly takeOwner: () => Promise<ProcessIdentity>
  readonly recipesFor: (server: ServerIdentity, tool: string) => ToolRecipes
  readonly rule: (call: Call, definition: ToolDefinition) => Promise<Ruling>
  readonly freshDefinition: ReadFreshDefinition
  /** What the look before the dispatch saw. */
  readonly takeEntity: (hold: string) => JsonValue
  readonly policyHash: () => string
  readonly newHoldId: () => string
  /** A command or an address, for whoever reads the log. */
  readonly howToDecide: (hold: Hold) => Promise<string>
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

const TWO_NAMES = 'the arguments hold two names that look alike'

export function createUndoBuilder(options: UndoBuilderOptions): UndoBuilder {
  function say(hold: Hold, why: string): null {
    options.log(`no undo can be offered for hold ${hold.id}: ${why}`)
    return null
  }

  return {
    draft(hold, outcome, { authored }) {
      const entity = options.takeEntity(hold.id)
      if (outcome.kind !== 'result' || outcome.isError || hold.undoOf !== undefined) return null
      try {
        if (authored !== null) return authored.undoOf(hold.call.tool, entity)
        const { undo } = options.recipesFor(hold.call.server, hold.call.tool)
        if (undo === null) return null
        const args = JSON.parse(approvedArguments(hold)) as JsonObject
        const sent = undo.with({ args, entity, result: resultOf(outcome) })
        if (hasLookAlikes(args, sent)) return say(hold, TWO_NAMES)
        return { tool: undo.tool, argumentsText: JSON.stringify(sent) }
      } catch (error) {
        return say(hold, thrownMessage(error).split('\n', 1)[0] ?? '')
      }
    },

    async offer(hold, connection, metaText) {
      const { undo } = hold
      if (undo === undefined || hold.state !== 'succeeded') return null
      const fresh = await options.freshDefinition(connection, undo.tool, metaText)
      if (fresh.kind !== 'found') return say(hold, `the server has no tool ${undo.tool}`)
      const sent = JSON.parse(undo.argumentsText) as JsonObject
      if (hasLookAlikes(sent)) return say(hold, TWO_NAMES)
      const call = { ...undo, arguments: sent, digest: digestArguments(sent, options.sha256) }
      const ruling = await options.rule({ ...hold.call, ...call, rationale: null }, fresh.definition)
      if (ruling.answer === 'deny') return say(hold, `the policy denies ${undo.tool} (${ruling.why})`)
      const offered = await offerUndo(options.store, {
        id: options.newHoldId(),
        of: hold,
        call,
        ruling,
        definition: fresh.definition,
        policyHash: options.policyHash(),
        owner: await options.takeOwner(),
        sha256: options.sha256,
      })
      if (offered !== null) options.log(`hold ${hold.id} can be taken back: ${await options.howToDecide(offered)}`)
      return offered
    },
  }
}

/**
 * What ran, or what would be sent, depends on which of two names the server takes: what would take it back is unknown.
 */
function hasLookAlikes(...sent: readonly JsonObject[]): boolean {
  return sent.some((args) => findLookAlikes(args) !== null)
}

function resultOf({ resultText, truncated }: Outcome & { readonly kind: 'result' }): JsonValue {
  if (truncated) return null
  const result = JSON.parse(resultText) as JsonValue
  return isJsonObject(result) ? (readContent(result) ?? null) : null
}
