/**
 * What the store noticed about itself: written down once, in the transaction that also takes back what can no longer be
 * vouched for. A notice is a setting, so that every process sees it, and stands until a person accepts it.
 */
import type { RecordDraft, RecordKind, StoreNotice, Voiding } from '@holdpoint/core'
import { grantRecord, recordDraft, VOIDED_STATES, voidHold, HOME_TENANT } from '@holdpoint/core'
import { fromGrantBody } from '../grants/grant-row.ts'
import { putGrant } from '../grants/grant-store.ts'
import { changeHold } from '../holds/change-hold.ts'
import type { HoldContext } from '../holds/change-hold.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { SettingStatements } from '../settings/setting-statements.ts'
import { findSettingsUnder, writeSetting } from '../settings/write-setting.ts'
import type { DeliveryStatements } from '../deliveries/delivery-statements.ts'
import type { TokenStatements } from '../tokens/token-statements.ts'
import { CLOCK_TOLERANCE_MS } from '../transaction/store-time.ts'
import type { Transaction } from '../transaction/transaction.ts'

const PREFIX = 'store/notice/'
const BATCH = 200
/** Fences that were given out after the copy was made must not be given out again. */
const FENCES_SKIPPED = 1_000_000

const RECORD_OF: { readonly [kind in StoreNotice['kind']]: RecordKind } = {
  restored: 'restore-noticed',
  'spool-lost': 'spool-lost',
  'clock-behind': 'clock-set-back',
}

/** A stored notice; `behindMs` only of a clock, to tell a second set-back from the first. */
interface StoredNotice extends StoreNotice {
  readonly behindMs?: number
}

export interface Notices {
  readonly read: () => Script<readonly StoreNotice[]>
  /** From when on decisions count: those made before a restore do not, until it is accepted. `null`: all do. */
  readonly decisionsCountFrom: () => Script<number | null>
  readonly restored: (transaction: Transaction, what: string) => Script<void>
  readonly clockBehind: (transaction: Transaction, behindMs: number, what: string) => Script<void>
  readonly spoolLost: (transaction: Transaction, what: string) => Script<void>
  readonly accept: (
    transaction: Transaction,
    accepted: readonly StoreNotice[],
    record: RecordDraft,
  ) => Script<readonly StoreNotice[]>
}

interface NoticeContext extends HoldContext {
  readonly settings: SettingStatements
  readonly tokens: TokenStatements
  readonly deliveries: Pick<DeliveryStatements, 'shorten'>
}

/** `onNotice` hears of each as it is written, perhaps more than once. */
export function createNotices(context: NoticeContext, onNotice: (what: string) => void): Notices {
  const { deliveries, grants, holds, leases, settings, tokens } = context
  function* find(kind: StoreNotice['kind']): Script<StoredNotice | null> {
    const row = yield* firstRow(settings.get({ key: PREFIX + kind }))
    return row === undefined ? null : readNotice(kind, row.value)
  }

  function* voidHolds(transaction: Transaction, cause: Voiding): Script<void> {
    for (const state of VOIDED_STATES[cause]) {
      for (let changed = 1; changed > 0;) {
        changed = 0
        for (const { id } of yield* allRows(holds.idsInState({ state, limit: BATCH }))) {
          const voided = yield* changeHold(context, transaction, holds.lockById({ id }), (hold, now) =>
            voidHold(hold, now, cause),
          )
          if (voided) changed++
        }
      }
    }
  }

  /** What was given while the clock was ahead would last for as long as it was ahead. */
  function* acceptClock(transaction: Transaction, by: string): Script<void> {
    const back = transaction.acceptClock()
    if (back === 0) return
    yield* voidHolds(transaction, 'clock-accepted')
    const now = transaction.now()
    for (const row of yield* allRows(grants.lockUnrevoked({}))) {
      const grant = fromGrantBody(row)
      if (grant.effect === 'deny' || grant.createdAt <= now) continue
      const revoked = { ...grant, revokedAt: now, revokedBy: by }
      yield* putGrant(grants, transaction, {
        grant: revoked,
        record: grantRecord('grant-revoked', revoked, by),
      })
    }
    yield tokens.shortenMadeAfter({ now, back })
    // An owner that ended meanwhile would count as alive for as long as the clock was ahead.
    yield leases.shorten({ back })
    yield deliveries.shorten({ back })
  }

  function* write(transaction: Transaction, notice: StoredNotice): Script<void> {
    const record = recordDraft({ kind: RECORD_OF[notice.kind], tenant: HOME_TENANT, detail: notice.what })
    const stored = { key: PREFIX + notice.kind, value: JSON.stringify(notice), record }
    yield* writeSetting(settings, transaction, stored)
    onNotice(notice.what)
  }

  return {
    *read() {
      const rows = yield* allRows(findSettingsUnder(settings, PREFIX))
      return rows
        .map(({ key, value }) => readNotice(key.slice(PREFIX.length), value))
        .map(({ kind, at, what }) => ({ kind, at, what }))
        .sort((left, right) => left.at - right.at)
    },
    *decisionsCountFrom() {
      return (yield* find('restored'))?.at ?? null
    },
    *restored(transaction, what) {
      yield* transaction.lock('notices', 'restored')
      yield* voidHolds(transaction, 'restored')
      yield leases.skipFences({ count: FENCES_SKIPPED })
      yield* write(transaction, { kind: 'restored', at: transaction.now(), what })
    },
    *clockBehind(transaction, behindMs, what) {
      yield* transaction.lock('notices', 'clock-behind')
      const noticed = yield* find('clock-behind')
      const known = noticed?.behindMs ?? null
      if (noticed !== null && known !== null && behindMs <= known + CLOCK_TOLERANCE_MS) {
        if (behindMs >= known - CLOCK_TOLERANCE_MS) return
        // The clock caught up in part; from here a set-back by what it was behind before is a new one.
        yield settings.put({ key: `${PREFIX}clock-behind`, value: JSON.stringify({ ...noticed, behindMs }) })
        return
      }
      yield* voidHolds(transaction, 'clock-behind')
      yield* write(transaction, { kind: 'clock-behind', at: transaction.now(), what, behindMs })
    },
    *spoolLost(transaction, what) {
      yield* write(transaction, { kind: 'spool-lost', at: transaction.now(), what })
    },
    *accept(transaction, accepted, record) {
      const stood: StoreNotice[] = []
      for (const notice of accepted) {
        const found = yield* find(notice.kind)
        // Another one may have come since it was shown.
        if (found === null || found.at !== notice.at || found.what !== notice.what) continue
        if (notice.kind === 'clock-behind') yield* acceptClock(transaction, record.actor ?? '')
        stood.push(notice)
        yield* writeSetting(settings, transaction, {
          key: PREFIX + notice.kind,
          value: null,
          record: { ...record, detail: notice.what },
        })
      }
      return stood
    },
  }
}

/** Text that cannot be read must not end a notice: it stands for the worst, and for everything before now. */
function readNotice(kind: string, text: string): StoredNotice {
  const known = kind === 'spool-lost' || kind === 'clock-behind' ? kind : 'restored'
  try {
    const value = JSON.parse(text) as StoredNotice
    if (typeof value.at === 'number' && typeof value.what === 'string') return { ...value, kind: known }
  } catch {
    // Below.
  }
  return { kind: known, at: Number.MAX_SAFE_INTEGER, what: text }
}
