/**
 * Whether a database continues what a head says of its log. A log that is longer is fine: the head follows it. It
 * refuses to guess why the two do not fit; it names what is missing, by whose word, and since when.
 */
import type { ChainEnd, Head, HeadSource } from '@holdpoint/core'
import { say } from '@holdpoint/core'

/** What the database says of itself. */
export interface LogState {
  /** `null`: this database was never compared with a head. */
  readonly store: string | null
  readonly generation: number
  readonly length: number
}

export interface HeadClaim {
  readonly head: Head
  readonly source: HeadSource
}

/** `null`: it fits. `hashAt` answers the hash of the record with this number, where there is one. */
export function whyNotContinued(
  log: LogState,
  { head, source }: HeadClaim,
  hashAt: (end: ChainEnd) => string | null,
): string | null {
  const said = { when: new Date(head.at).toISOString(), source: sourceWords(source) }
  for (const end of head.chains) {
    if (end.length > log.length) return say('logBehind', { ...said, n: end.length, found: log.length })
    if (end.length > 0 && hashAt(end) !== end.hash) return say('logRewritten', { ...said, n: end.length })
  }
  if (log.store === null) return null
  if (head.store !== log.store) return say('logRewritten', { ...said, n: 1 })
  return head.generation > log.generation ? say('logOfEarlier', said) : null
}

function sourceWords(source: HeadSource): string {
  switch (source) {
    case 'head':
      return say('byHead')
    case 'receipt':
      return say('byReceipt')
    case 'witness':
      return say('byWitness')
  }
}
