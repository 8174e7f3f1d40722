/**
 * After a call ran: builds the call that would take it back, and stores it as a hold for a person to decide on. It runs
 * nothing. What it cannot build it says in the log; the call that ran stays as it is.
 */
import { approvedArguments, digestArguments, isJsonObject, offerUndo } from '@holdpoint/core'
import type { Call, Hold, JsonObject, JsonValue, ProcessIdentity, Ruling, Sha256, Store } from '@holdpoint/core'
import type { ToolDefinition } from '@holdpoint/core'
import type { ToolRecipes } from '@holdpoint/core/policy'
import type { Connection } from '../connection.ts'
import type { FreshDefinition } from '../dispatch.ts'
import { contentOf } from './read-entity.ts'

export interface UndoDesk {
  /** The new hold, or `null` where there is nothing to offer. */
  offer(hold: Hold, connection: Connection, metaText: string | null): Promise<Hold | null>
}

export interface UndoDeskOptions {
  readonly store: Store
  readonly self: ProcessIdentity
  readonly recipesFor: (server: string, tool: string) => ToolRecipes
  readonly rule: (call: Call, definition: ToolDefinition) => Promise<Ruling>
  readonly freshDefinition: (connection: Connection, tool: string, metaText: string | null) => Promise<FreshDefinition>
  /** What the look before the dispatch saw. */
  readonly takeEntity: (hold: string) => JsonValue
  readonly policyHash: () => string
  readonly newHoldId: () => string
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

export function createUndoDesk(options: UndoDeskOptions): UndoDesk {
  return {
    async offer(hold, connection, metaText) {
      const entity = options.takeEntity(hold.id)
      const { undo } = options.recipesFor(hold.call.server.name, hold.call.tool)
      if (undo === null || hold.state !== 'succeeded' || hold.undoOf !== undefined) return null
      const say = (why: string): null => {
        options.log(`no undo can be offered for hold ${hold.id}: ${why}`)
        return null
      }
      let sent: JsonObject
      try {
        const args = JSON.parse(approvedArguments(hold)) as JsonObject
        sent = undo.with({ args, entity, result: resultOf(hold) })
      } catch (error) {
        return say(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
      }
      const fresh = await options.freshDefinition(connection, undo.tool, metaText)
      if (fresh.kind !== 'found') return say(`the server has no tool ${undo.tool}`)
      const call = {
        tool: undo.tool,
        argumentsText: JSON.stringify(sent),
        arguments: sent,
        digest: digestArguments(sent, options.sha256),
      }
      const ruling = await options.rule({ ...hold.call, ...call, rationale: null }, fresh.definition)
      if (ruling.answer === 'deny') return say(`the policy denies ${undo.tool} (${ruling.why})`)
      const offered = await offerUndo(options.store, {
        id: options.newHoldId(),
        of: hold,
        call,
        definition: fresh.definition,
        policyHash: options.policyHash(),
        owner: options.self,
        sha256: options.sha256,
      })
      if (offered !== null) options.log(`hold ${hold.id} can be taken back: holdpoint approve ${offered.id}`)
      return offered
    },
  }
}

function resultOf(hold: Hold): JsonValue {
  if (hold.outcome?.kind !== 'result' || hold.outcome.truncated) return null
  const result = JSON.parse(hold.outcome.resultText) as JsonValue
  return isJsonObject(result) ? (contentOf(result) ?? null) : null
}
