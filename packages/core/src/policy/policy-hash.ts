/**
 * Two hashes of a configuration. The policy's covers what can change a ruling, so that an approval is void once the
 * policy it was given under has changed, and only then. The whole configuration's names what a person confirmed.
 */
import { canonicalize } from '../json/canonical.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { Sha256 } from '../json/sha256.ts'
import type { RatingPack } from './packs.ts'
import type { PolicyConfig } from './policy-config.ts'

export function hashPolicy(config: PolicyConfig, packs: readonly RatingPack[], sha256: Sha256): string {
  const rated = Object.entries(config.servers).map(([name, server]) => [
    name,
    server.annotations,
    server.risk,
    Object.entries(server.tools)
      .map(([tool, { risk, irreversible, undoWindowMs }]) => [tool, risk, irreversible, undoWindowMs])
      .toSorted(byFirst),
  ])
  return sha256(
    canonicalize([
      'policy',
      config.profile,
      config.ttlMs,
      config.executeWithinMs,
      config.undoWindowMs,
      config.declineSticksMs,
      rated.toSorted(byFirst),
      plain(config.rules),
      plain(config.tenants),
      packs.map(({ name, date, servers, tools, knownDestructive }) => [
        name,
        date,
        servers,
        plain(tools),
        knownDestructive,
      ]),
    ] as JsonValue),
  )
}

export function hashConfig(config: PolicyConfig, sha256: Sha256): string {
  return sha256(canonicalize(['config', plain(config)]))
}

function byFirst(one: readonly unknown[], other: readonly unknown[]): number {
  return String(one[0]) < String(other[0]) ? -1 : 1
}

/** Configuration values hold nothing but JSON; the type only does not say so. */
function plain(value: unknown): JsonValue {
  return value as JsonValue
}
