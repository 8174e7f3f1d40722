/** Finds a hold by its whole id or by the beginning of it. A hold of another tenant is not found. */
import type { Hold, HoldPage, Store } from '@holdpoint/core'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'

export type FoundHold =
  | { readonly ok: true; readonly hold: Hold }
  | { readonly ok: false; readonly problem: CommandProblem }

const SHORTEST_PREFIX = 4
const PAGE = 200
/** Beginnings are looked up among so many newest holds; a whole id always works. */
const PAGES = 10
const LISTED = 5

export async function findHold(store: Store, reference: string, tenant: string | null): Promise<FoundHold> {
  const exact = await store.holds.get(reference)
  if (exact !== null && (tenant === null || exact.call.tenant === tenant)) return { ok: true, hold: exact }
  const matching = reference.length < SHORTEST_PREFIX ? [] : await findByPrefix(store, reference, tenant)
  const [only, ...others] = matching
  if (only === undefined) return noSuchHold(reference)
  if (others.length === 0) {
    const hold = await store.holds.get(only)
    return hold === null ? noSuchHold(reference) : { ok: true, hold }
  }
  const ids = matching.slice(0, LISTED)
  const more = matching.length > LISTED ? ` and ${matching.length - LISTED} more` : ''
  return {
    ok: false,
    problem: refusal(
      'AMBIGUOUS',
      `"${reference}" is the beginning of ${matching.length} ids: ${ids.join(', ')}${more}.`,
      'Give more of the id.',
    ),
  }
}

export function noSuchHold(reference: string): { readonly ok: false; readonly problem: CommandProblem } {
  return {
    ok: false,
    problem: refusal(
      'NOT_FOUND',
      `There is no approval "${reference}".`,
      `See which there are: holdpoint list. At least ${SHORTEST_PREFIX} characters of an id are needed.`,
    ),
  }
}

async function findByPrefix(store: Store, prefix: string, tenant: string | null): Promise<readonly string[]> {
  const matching: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const found: HoldPage = await store.holds.list({
      tenant,
      state: null,
      server: null,
      tool: null,
      risk: null,
      text: null,
      limit: PAGE,
      cursor,
    })
    matching.push(...found.holds.map(({ id }) => id).filter((id) => id.startsWith(prefix)))
    cursor = found.nextCursor
    if (cursor === null) break
  }
  return matching
}
