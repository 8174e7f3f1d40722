/** Fills in what recipes need of the rest: the policy in force, what connections know of their tools, the audit trail. */
import { randomUUID } from 'node:crypto'
import type { Call, Ruling, SeeProcess, Sha256, Store, ToolDefinition } from '@holdpoint/core'
import type { RuleCall } from '@holdpoint/core/policy'
import type { AuditTrail } from '../calls/audit-trail.ts'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import type { Ownership } from '../held/ownership.ts'
import { createPreviewReader } from './preview-reader.ts'
import { createHoldRecipes } from './hold-recipes.ts'
import type { HoldRecipes } from './hold-recipes.ts'
import { createUndoBuilder } from './undo-builder.ts'
import type { ReadFreshDefinition, ServerTools } from '../tools/server-tools.ts'
import type { GatewayPolicy } from '../gateway-options.ts'

export interface RecipeServicesOptions {
  readonly store: Store
  readonly ownership: Ownership
  readonly see: SeeProcess
  readonly rule: RuleCall
  readonly policy: () => GatewayPolicy
  readonly trail: AuditTrail
  readonly toolsOf: (connection: UpstreamConnection) => ServerTools | undefined
  readonly freshDefinition: ReadFreshDefinition
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

/** A person waits meanwhile, and what they are to read must be short enough to be read. */
const READ_WITHIN_MS = 5000
const LARGEST_ENTITY = 256 * 1024

export function createRecipes(options: RecipeServicesOptions): HoldRecipes {
  const { store, freshDefinition, sha256 } = options

  const recipesFor = (server: string, tool: string): ReturnType<GatewayPolicy['policy']['recipesFor']> =>
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
  return createHoldRecipes({
    store,
    previews,
    undo: createUndoBuilder({
      store,
      takeOwner: () => options.ownership.take(),
      recipesFor,
      rule,
      freshDefinition,
      takeEntity: (hold) => previews.takeEntity(hold),
      policyHash: () => options.policy().policy.hash,
      newHoldId: randomUUID,
      sha256,
      log: options.log,
    }),
    see: options.see,
    hasPreview: (call) => recipesFor(call.server.name, call.tool).preview !== null,
    newHoldId: randomUUID,
    sha256,
  })
}
