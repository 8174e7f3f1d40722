/**
 * A standing answer with limits, made by a person and revocable: "this tool, these arguments, so often, so long". It is
 * made from a hold, so it covers a call that a person saw. A value; only `toGrant` makes one, only the store counts.
 */
import type { Assurance, Rail, Risk } from '../policy/ruling.ts'
import type { GrantClause } from './grant-clause.ts'

export interface Grant {
  readonly id: string
  readonly tenant: string
  readonly principal: string
  readonly serverIdentity: string
  readonly serverName: string
  readonly tool: string
  /** Of the tool when it was granted: another definition is another tool. */
  readonly definitionHash: string
  /** Of its title and description: a server that says something else of a tool was not believed for that. */
  readonly definitionTextHash: string
  readonly effect: 'allow' | 'deny'
  /** The tier that was seen. A call of a higher one is asked for. */
  readonly risk: Risk
  /** `null`: in any session of the requester. */
  readonly session: string | null
  /** Only through the client of this name: a permission on the host's own word. Absent: through any. */
  readonly client?: string
  /**
   * On database time. Absent: at once. A permission that came with an approval counts when that can no longer be taken
   * back.
   */
  readonly notBefore?: number
  /** On database time; `null`: until revoked. */
  readonly expiresAt: number | null
  readonly condition: GrantCondition
  readonly limits: GrantLimits
  readonly used: GrantUsage
  readonly createdBy: string
  readonly via: Rail
  readonly assurance: Assurance
  readonly createdAt: number
  /** The hold it was made from. */
  readonly fromHold: string | null
  readonly revokedAt: number | null
  readonly revokedBy: string | null
}

export type GrantCondition =
  | { readonly kind: 'any' }
  /** These exact arguments. */
  | { readonly kind: 'same'; readonly digest: string }
  /** Every clause must hold, and no argument may have a name that the call in front of the person had not. */
  | { readonly kind: 'clauses'; readonly clauses: readonly GrantClause[]; readonly names: readonly string[] }
  /** The folder, repository or table of the call that was approved, as the policy names it at the time of use. */
  | { readonly kind: 'scope'; readonly scope: string }

export interface GrantLimits {
  readonly count: number | null
  readonly amount: AmountLimit | null
}

export interface AmountLimit {
  /** JSON pointer to the number that is added up. */
  readonly path: string
  readonly total: number
}

export interface GrantUsage {
  readonly count: number
  readonly amount: number
}
