/**
 * Verifies the whole audit log of a store: its hashes and checkpoints, the heads that are kept outside the database,
 * receipts that the caller brings along, and what the store itself noticed. The command and the route say the same
 * because of this.
 */
import type {
  AuditRecord,
  ChainVerification,
  Checkpoint,
  KeptHead,
  RecordKind,
  SignedHead,
  Store,
} from '@holdpoint/core'
import { countRecords, isLaterHead, say } from '@holdpoint/core'
import { walkAudit } from './read-audit.ts'

/** Reads the log's records in their order and answers what is wrong with the first bad one. */
export interface AuditVerifier {
  feed(records: readonly AuditRecord[]): boolean
  finish(checkpoints: readonly Checkpoint[], heads: readonly KeptHead[]): ChainVerification
  /** Whether this home's key signed it. */
  isSigned(head: SignedHead): boolean
}

export type AuditFinding =
  | {
      readonly ok: true
      readonly records: number
      readonly chains: readonly { readonly chain: string; readonly length: number; readonly hash: string }[]
      /** The head outside the database that it was compared with. */
      readonly head: HeadSummary | null
      /** Since when one is kept, where there were records before: whether those had an end cannot be told. */
      readonly head_since: string | null
      /** The newest receipt that it was compared with. */
      readonly receipt: HeadSummary | null
      /** What it could not be compared with, in words: a witness that is away or knows nothing of it. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly chain: string | null; readonly sequence: number | null; readonly reason: string }

export interface HeadSummary {
  readonly at: string
  readonly records: number
}

export async function verifyAudit(
  store: Store,
  verifier: AuditVerifier,
  receipts: readonly SignedHead[] = [],
): Promise<AuditFinding> {
  // Heads and checkpoints first: one written while the records are read would speak of records that were not read.
  const kept = await store.continuity.kept()
  const checkpoints = await store.audit.checkpoints()
  const noticed = createNoticeReader()
  for await (const batch of walkAudit(store)) {
    if (!verifier.feed(batch)) break
    noticed.feed(batch)
  }
  const brought = receipts.map((head) => ({ head, source: 'receipt' as const }))
  const finding = verifier.finish(checkpoints, [...kept.heads, ...brought])
  if (!finding.ok) return finding
  const foreign = receipts.find((receipt) => !verifier.isSigned(receipt))
  if (foreign !== undefined) return unsound(say('receiptForeign', { when: new Date(foreign.at).toISOString() }))
  const [notice] = await store.continuity.notices()
  const standing = notice?.what ?? noticed.standing()
  if (standing !== null) return unsound(standing)
  if (kept.own !== 'kept') return unsound(kept.own === 'forged' ? say('headForged') : say('headMissing'))
  const own = kept.heads.filter(({ source }) => source === 'head').map(({ head }) => head)
  const [head, receipt] = [describeHead(newest(own)), describeHead(newest(receipts))]
  const problems = [...store.continuity.problems(), ...(kept.witnessSilent ? [say('witnessSilent')] : [])]
  return { ...finding, head, head_since: noticed.headSince(), receipt, problems }
}

const NOTICED: ReadonlySet<RecordKind> = new Set<RecordKind>(['restore-noticed', 'spool-lost', 'clock-set-back'])

/**
 * A notice is a setting: a writer of the file can remove it. The records of the notice and of its acceptance are
 * chained.
 */
function createNoticeReader(): {
  readonly feed: (records: readonly AuditRecord[]) => void
  readonly standing: () => string | null
  /** Since when a head is kept, where there were records before. */
  readonly headSince: () => string | null
} {
  const open = new Map<RecordKind, string>()
  let since: string | null = null
  return {
    headSince: () => since,
    feed(records) {
      for (const { at, kind, detail } of records) {
        if (kind === 'head-begun') since = new Date(at).toISOString()
        if (NOTICED.has(kind)) open.set(kind, detail ?? kind)
        if (kind !== 'notice-accepted') continue
        for (const [which, what] of open) if (what === detail) open.delete(which)
      }
    },
    standing: () => [...open.values()][0] ?? null,
  }
}

function unsound(reason: string): AuditFinding {
  return { ok: false, chain: null, sequence: null, reason }
}

function newest(heads: readonly SignedHead[]): SignedHead | null {
  return heads.reduce<SignedHead | null>(
    (found, head) => (found === null || isLaterHead(head, found) ? head : found),
    null,
  )
}

function describeHead(head: SignedHead | null): { readonly at: string; readonly records: number } | null {
  return head === null ? null : { at: new Date(head.at).toISOString(), records: countRecords(head) }
}
