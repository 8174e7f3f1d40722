/**
 * One change of one hold: read the row, let the step say what it wants, write it under its guards together with its
 * audit record. It refuses to write past a deadline or over a revision the step has not seen; the step is then asked
 * again with the time it is by now, so that it says itself what became of the hold.
 */
import type { FullRoom, HeldCall, Hold, HoldRoom, HoldStep } from '@holdpoint/core'
import { changeStanding, putGrant } from '../grants/grant-store.ts'
import type { GrantStatements } from '../grants/grant-statements.ts'
import { leasesInForce } from '../leases/lease-store.ts'
import type { LeaseStatements } from '../leases/lease-statements.ts'
import type { Query } from '../query/query.ts'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { HoldSearch } from './hold-search.ts'
import { fromHoldBody, toHoldHead, toHoldRow } from './hold-row.ts'
import type { HoldStatements, StoredHold } from './hold-statements.ts'

/**
 * Each further round needs the clock to have passed a deadline in between; more than a few mean a step that never gives
 * in.
 */
const MOST_ROUNDS = 5

export interface HoldContext {
  readonly holds: HoldStatements
  readonly grants: GrantStatements
  readonly leases: LeaseStatements
  readonly search: HoldSearch
}

export function* changeHold<Answer>(
  context: HoldContext,
  transaction: Transaction,
  find: Query<StoredHold>,
  step: HoldStep<Answer>,
): Script<Answer> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const row = yield* firstRow(find)
    const hold = row === undefined ? null : fromHoldBody(row)
    const now = transaction.now()
    const wanted = step(hold, now, yield* leasesInForce(context.leases, now))
    switch (wanted.do) {
      case 'keep':
        return wanted.answer
      case 'record':
        yield* transaction.append(wanted.record)
        return wanted.answer
      case 'write': {
        const body = JSON.stringify(wanted.hold)
        if (wanted.room !== undefined && hold?.id !== wanted.hold.id) {
          const full = yield* findFullRoom(context.holds, transaction, wanted.hold.call, body, wanted.room)
          if (full !== null) return wanted.room.refused(full)
        }
        if (yield* writeHold(context, transaction, hold, { hold: wanted.hold, body }, wanted.before)) {
          yield* transaction.append(wanted.record)
          if (wanted.grant !== undefined) yield* putGrant(context.grants, transaction, wanted.grant)
          if (wanted.standing !== undefined) yield* changeStanding(context.grants, transaction, wanted.standing)
          return wanted.answer
        }
      }
    }
  }
  throw new Error('A step kept asking for a write that its own deadline forbids.')
}

/** The first room that this hold would not fit into. */
function* findFullRoom(
  holds: HoldStatements,
  transaction: Transaction,
  { tenant, principal }: HeldCall,
  body: string,
  room: HoldRoom,
): Script<FullRoom | null> {
  // Calls at one moment would each find room that they take together.
  yield* transaction.lock('room', tenant)
  const bytes = Buffer.byteLength(body)
  const taken = yield* firstRow(holds.takenBytes({ tenant, principal }))
  const [ofPrincipal, ofTenant] = [Number(taken?.of_principal ?? 0), Number(taken?.of_tenant ?? 0)]
  if (ofPrincipal + bytes > room.ofPrincipal) return { whose: 'principal', bytes, taken: ofPrincipal }
  return ofTenant + bytes > room.ofTenant ? { whose: 'tenant', bytes, taken: ofTenant } : null
}

function* writeHold(
  { holds, search }: HoldContext,
  transaction: Transaction,
  found: Hold | null,
  { hold, body }: { readonly hold: Hold; readonly body: string },
  before: number | null,
): Script<boolean> {
  const previous = found?.id === hold.id ? found : null
  if (previous !== null && hold.revision <= previous.revision) {
    throw new Error(`Hold ${hold.id} was changed without a new revision.`)
  }
  // The time is taken again: the deadline may have passed while the step was thinking.
  const guard = { now: transaction.now(), before: before ?? Number.MAX_SAFE_INTEGER }
  const row = { ...toHoldRow(hold, transaction.countHoldChange(hold.id), body), ...guard }
  const written = yield* firstRow(
    previous === null ? holds.insert(row) : holds.update({ ...row, expected: previous.revision }),
  )
  if (written === undefined) return false
  const head = toHoldHead(hold, body)
  if (head !== null) yield holds.putHead({ position: written.position, revision: hold.revision, head })
  for (const query of search.index(written.position, hold, previous)) yield query
  return true
}
