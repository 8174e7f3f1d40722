/** Everything a store in memory keeps, and how much of it. What has ended is dropped beyond a limit, oldest first. */
import type { FeedbackStatements } from '../feedback/feedback-statements.ts'
import type { AuditStatements } from '../audit/audit-statements.ts'
import type { DeliveryStatements } from '../deliveries/delivery-statements.ts'
import type { GrantStatements } from '../grants/grant-statements.ts'
import type { HoldSearch } from '../holds/hold-search.ts'
import type { HoldStatements } from '../holds/hold-statements.ts'
import type { LeaseStatements } from '../leases/lease-statements.ts'
import type { SettingStatements } from '../settings/setting-statements.ts'
import type { TokenStatements } from '../tokens/token-statements.ts'
import type { StoreState, StoreStateStatements } from '../transaction/store-state.ts'
import type { Journal } from './journal.ts'
import { createJournal } from './journal.ts'
import { createMemoryAudit } from './memory-audit.ts'
import { createMemoryDeliveries } from './memory-deliveries.ts'
import { createMemoryFeedback } from './memory-feedback.ts'
import { createMemoryGrants } from './memory-grants.ts'
import { createMemoryHolds } from './memory-holds.ts'
import { createMemoryLeases } from './memory-leases.ts'
import { createMemorySearch } from './memory-search.ts'
import { createMemorySettings } from './memory-settings.ts'
import { createMemoryState } from './memory-state.ts'
import { createMemoryTokens } from './memory-tokens.ts'

/** How much is kept of what has ended. Each is at least one. */
export interface MemoryLimits {
  /**
   * Holds that ran, were declined, expired or were cancelled, with what was delivered of them. An identical call asks
   * anew once its hold is gone.
   */
  readonly endedHolds: number
  /** What they take together, with arguments and outcomes. */
  readonly endedHoldBytes: number
  /** Records of the audit log; up to a thousand more are there before the oldest are dropped at a checkpoint. */
  readonly auditRecords: number
  /** Grants that were revoked or expired. */
  readonly endedGrants: number
  /** Tokens that were revoked or expired. One that is gone is as unknown as one that never was. */
  readonly endedTokens: number
  readonly feedback: number
}

export const MEMORY_LIMITS: MemoryLimits = {
  endedHolds: 1000,
  endedHoldBytes: 32 * 1024 * 1024,
  auditRecords: 10_000,
  endedGrants: 1000,
  endedTokens: 1000,
  feedback: 1000,
}

export interface MemoryTables {
  readonly statements: {
    readonly state: StoreStateStatements
    readonly audit: AuditStatements
    readonly holds: HoldStatements
    readonly search: HoldSearch
    readonly grants: GrantStatements
    readonly leases: LeaseStatements
    readonly settings: SettingStatements
    readonly tokens: TokenStatements
    readonly feedback: FeedbackStatements
    readonly deliveries: DeliveryStatements
  }
  readonly transaction: Journal['transaction']
  readonly state: () => StoreState & { readonly recorded_at: number | null }
  /** After a commit: what is dropped is dropped for good. */
  readonly dropEnded: (now: number) => void
}

/** `store` names the log. */
export function createMemoryTables(store: string, given: Partial<MemoryLimits> = {}): MemoryTables {
  const limits = { ...MEMORY_LIMITS, ...given }
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError(`${name} must be a whole number of at least 1.`)
  }
  const journal = createJournal()
  const audit = createMemoryAudit(journal)
  const holds = createMemoryHolds(journal)
  const search = createMemorySearch(journal, holds)
  const grants = createMemoryGrants(journal)
  const tokens = createMemoryTokens(journal)
  const feedback = createMemoryFeedback(journal)
  const deliveries = createMemoryDeliveries(journal, holds)
  const state = createMemoryState(journal, store, () => audit.last()?.at ?? null)
  return {
    statements: {
      state: state.statements,
      audit: audit.statements,
      holds: holds.statements,
      search,
      grants: grants.statements,
      leases: createMemoryLeases(journal),
      settings: createMemorySettings(journal),
      tokens: tokens.statements,
      feedback: feedback.statements,
      deliveries: deliveries.statements,
    },
    transaction: journal.transaction,
    state: state.read,
    dropEnded(now) {
      const dropped = holds.dropEnded(limits.endedHolds, limits.endedHoldBytes)
      search.forget(dropped)
      deliveries.dropOf(dropped)
      audit.dropOldest(limits.auditRecords)
      grants.dropEnded(limits.endedGrants, now)
      tokens.dropEnded(limits.endedTokens, now)
      feedback.dropOldest(limits.feedback)
    },
  }
}
