/** Names a change by the state it led to. */
import type { RecordKind } from '../audit/record.ts'
import type { Hold, HoldState } from '../hold/hold.ts'

const KIND_OF_STATE: { readonly [state in HoldState]: RecordKind } = {
  pending: 'hold-created',
  approved: 'hold-approved',
  dispatching: 'hold-dispatched',
  succeeded: 'hold-succeeded',
  failed: 'hold-failed',
  unknown: 'hold-lost',
  resolved: 'hold-resolved',
  declined: 'hold-declined',
  cancelled: 'hold-cancelled',
  expired: 'hold-expired',
  invalidated: 'hold-invalidated',
}

export function recordKindOf(before: Hold, after: Hold): RecordKind {
  if (before.state === after.state) {
    if (after.verdicts.length > before.verdicts.length) return 'verdict-recorded'
    if (after.deliveredAt !== before.deliveredAt) return 'hold-delivered'
    if (after.callerLeft && !before.callerLeft) return 'hold-caller-left'
    return after.state === 'dispatching' ? 'hold-dispatched' : 'hold-joined'
  }
  if (before.state === 'dispatching' && after.state === 'approved') return 'hold-released'
  return KIND_OF_STATE[after.state]
}
