/** The digest only finds the hold of a call again; what runs is always the stored bytes. */
import { canonicalize } from '../json/canonical.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { Sha256 } from '../json/sha256.ts'

export function digestArguments(value: JsonObject, sha256: Sha256): string {
  return sha256(canonicalize(value))
}
