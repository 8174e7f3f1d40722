/**
 * The text of a checkpoint that the store signs with a key kept beside the database. A person who can write the
 * database but not read the key cannot shorten a chain unnoticed: its checkpoint no longer fits.
 */
import type { Checkpoint } from './record.ts'

const ENCODING = 'holdpoint-checkpoint-1'

/** The order in which chains are listed carries no meaning, so it does not change the payload. */
export function checkpointPayload(checkpoint: Omit<Checkpoint, 'signature'>): string {
  const chains = checkpoint.chains
    .map(({ chain, length, hash }) => JSON.stringify([chain, length, hash]))
    .sort()
    .join(',')
  return `["${ENCODING}",${JSON.stringify(checkpoint.at)},[${chains}]]`
}
