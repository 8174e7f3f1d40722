/** Fills in what recipes need of the rest: the policy in force, what connections know of their tools, the audit trail. */
import { randomUUID } from 'node:crypto'
import type { Call, Ruling, SeeProcess, Sha256, Store, ToolDefinition } from '@holdpoint/core'
import type { RuleCall } from '@holdpoint/core/policy'
import type { AuditTrail } from '../calls/audit-trail.ts'
import type { Connection } from '../calls/connection.ts'
import type { DispatchOptions } from '../held/dispatch.ts'
import type { Ownership } from '../held/ownership.ts'
import { createPreviewDesk } from './preview-desk.ts'
import { createRecipeDesk } from './recipe-desk.ts'
import type { RecipeDesk } from './recipe-desk.ts'
import { createUndoDesk } from './undo-desk.ts'
import type { ToolDesk } from '../tools/tool-desk.ts'
import type { GatewayPolicy } from '../gateway-options.ts'

export interface RecipeServicesOptions {
  readonly store: Store
  readonly ownership: Ownership
  readonly see: SeeProcess
  readonly rule: RuleCall
  readonly policy: () => GatewayPolicy
  readonly trail: AuditTrail
  readonly deskOf: (connection: Connection) => ToolDesk | undefined
  readonly freshDefinition: DispatchOptions['freshDefinition']
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

/** A person waits meanwhile, and what they are to read must be short enough to be read. */
const READ_WITHIN_MS = 5000
const LARGEST_ENTITY = 256 * 1024

export function createRecipes(options: RecipeServicesOptions): RecipeDesk {
  const { store, freshDefinition, sha256 } = options

  const recipesFor = (server: string, tool: string): ReturnType<GatewayPolicy['policy']['recipesFor']> =>
    options.policy().policy.recipesFor(server, tool)

  const rule = async (call: Call, definition: ToolDefinition): Promise<Ruling> =>
    await options.rule(options.policy().policy, call, definition)

  const previews = createPreviewDesk({
    recipesFor,
    rule,
    freshDefinition,
    knownDefinition: async (connection, tool) => (await options.deskOf(connection)?.find(tool))?.definition ?? null,
    trail: options.trail,
    sha256,
    withinMs: READ_WITHIN_MS,
    largest: LARGEST_ENTITY,
  })
  return createRecipeDesk({
    store,
    previews,
    undo: createUndoDesk({
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
