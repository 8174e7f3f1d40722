/** The statements on deliveries, and on the events of platforms that were handled. */
import { sql } from 'kysely'
import type { DeliveryRow, StoredDelivery } from '../deliveries/delivery-row.ts'
import type { DeliveryStatements, DueJobs, PlaceKey, TakenCode } from '../deliveries/delivery-statements.ts'
import type { QueryBuilder } from './query-builder.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { statement } from './statement.ts'

const COLUMNS = [
  'id',
  'revision',
  'hold',
  'tenant',
  'channel',
  'place_kind',
  'place_id',
  'state',
  'code',
  'open_code',
  'approve_button',
  'decline_button',
  'shown_revision',
  'job',
  'due_at',
  'lease_until',
  'body',
] as const satisfies readonly (keyof DeliveryRow)[]

const STORED = ['deliveries.body', 'deliveries.due_at', 'deliveries.lease_until'] as const

export function createDeliveryStatements(db: QueryBuilder, dialect: SqlDialect): DeliveryStatements {
  // The small index on what is due, sent or open is the right one, not the one that starts with the channel.
  const channel = dialect.textBesideTheIndex('deliveries.channel')
  const inOrder = dialect.numberBesideTheIndex('deliveries.position')

  function due({ channels, now, limit }: DueJobs) {
    return db
      .selectFrom('deliveries')
      .select(STORED)
      .where('due_at', '<=', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .where(channel, 'in', channels)
      .orderBy('due_at')
      .orderBy('position')
      .limit(limit)
  }

  function outdated({ channels, now, limit }: DueJobs) {
    return (
      db
        .selectFrom('deliveries')
        .innerJoin('holds', 'holds.id', 'deliveries.hold')
        .select(STORED)
        // The state is spelled out, so that the small index on just this state is taken.
        .where('deliveries.state', '=', sql.lit('sent'))
        .whereRef('holds.revision', '>', 'deliveries.shown_revision')
        .where((eb) => eb.or([eb('deliveries.job', 'is', null), eb('deliveries.job', '=', 'remind')]))
        .where((eb) => eb.or([eb('deliveries.lease_until', 'is', null), eb('deliveries.lease_until', '<=', now)]))
        .where(channel, 'in', channels)
        .orderBy(inOrder)
        .limit(limit)
    )
  }

  return {
    lockById: statement<{ readonly id: string }, StoredDelivery>((mark) =>
      dialect.lock(db.selectFrom('deliveries').select(STORED).where('id', '=', mark('id'))),
    ),
    byHold: statement<PlaceKey & { readonly hold: string }, StoredDelivery>((mark) =>
      db
        .selectFrom('deliveries')
        .select(STORED)
        .where('hold', '=', mark('hold'))
        .where('channel', '=', mark('channel'))
        .where('place_kind', '=', mark('place_kind'))
        .where('place_id', '=', mark('place_id')),
    ),
    byButton: statement<{ readonly button: string }, StoredDelivery>((mark) =>
      db
        .selectFrom('deliveries')
        .select(STORED)
        .where((eb) => eb.or([eb('approve_button', '=', mark('button')), eb('decline_button', '=', mark('button'))])),
    ),
    byCode: statement<PlaceKey & { readonly code: string }, StoredDelivery>((mark) =>
      db
        .selectFrom('deliveries')
        .select(STORED)
        .where('channel', '=', mark('channel'))
        .where('place_kind', '=', mark('place_kind'))
        .where('place_id', '=', mark('place_id'))
        .where('code', '=', mark('code'))
        .orderBy('position', 'desc')
        .limit(1),
    ),
    openIn: statement<PlaceKey, StoredDelivery>((mark) =>
      db
        .selectFrom('deliveries')
        .innerJoin('holds', 'holds.id', 'deliveries.hold')
        .select(STORED)
        .where('deliveries.channel', '=', mark('channel'))
        .where('deliveries.place_kind', '=', mark('place_kind'))
        .where('deliveries.place_id', '=', mark('place_id'))
        .where('deliveries.open_code', 'is not', null)
        .where('holds.state', '=', 'pending')
        .orderBy(inOrder),
    ),
    openCodes: statement<PlaceKey, TakenCode>((mark) =>
      db
        .selectFrom('deliveries')
        .select('code')
        .where('channel', '=', mark('channel'))
        .where('place_kind', '=', mark('place_kind'))
        .where('place_id', '=', mark('place_id'))
        .where('open_code', 'is not', null),
    ),
    recentCodes: statement<PlaceKey & { readonly limit: number }, TakenCode>((mark) =>
      db
        .selectFrom('deliveries')
        .select('code')
        .where('channel', '=', mark('channel'))
        .where('place_kind', '=', mark('place_kind'))
        .where('place_id', '=', mark('place_id'))
        .orderBy('position', 'desc')
        .limit(mark('limit')),
    ),
    ofHolds: ({ holds }) =>
      db.selectFrom('deliveries').select(STORED).where('hold', 'in', holds).orderBy('position').compile(),
    newest: statement<{ readonly limit: number }, StoredDelivery>((mark) =>
      db.selectFrom('deliveries').select(STORED).orderBy('position', 'desc').limit(mark('limit')),
    ),
    insert: statement<DeliveryRow, { readonly id: string }>((mark) =>
      db
        .insertInto('deliveries')
        .values(Object.fromEntries(COLUMNS.map((column) => [column, mark(column)])) as unknown as DeliveryRow)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    ),
    update: statement<DeliveryRow & { readonly expected: number }, { readonly id: string }>((mark) =>
      db
        .updateTable('deliveries')
        .set(Object.fromEntries(COLUMNS.map((column) => [column, mark(column)])) as unknown as DeliveryRow)
        .where('id', '=', mark('id'))
        .where('revision', '=', mark('expected'))
        .returning('id'),
    ),
    due: (jobs) => due(jobs).compile(),
    lockDue: (jobs) => dialect.lockFree(due(jobs), 'deliveries').compile(),
    outdated: (jobs) => outdated(jobs).compile(),
    lockOutdated: (jobs) => dialect.lockFree(outdated(jobs), 'deliveries').compile(),
    nextDue: ({ channels }) =>
      db
        .selectFrom('deliveries')
        .select((eb) =>
          eb.fn
            .min<number | null>(
              eb
                .case()
                .when('lease_until', '>', eb.ref('due_at'))
                .then(eb.ref('lease_until'))
                .else(eb.ref('due_at'))
                .end(),
            )
            .as('at'),
        )
        .where('due_at', 'is not', null)
        .where(channel, 'in', channels)
        .compile(),
    shorten: statement<{ readonly back: number }, unknown>((mark) =>
      db
        .updateTable('deliveries')
        .set((eb) => ({ due_at: eb('due_at', '-', mark('back')), lease_until: eb('lease_until', '-', mark('back')) }))
        .where('due_at', 'is not', null),
    ),
    insertEvent: statement<{ readonly event: string; readonly at: number }, { readonly event: string }>((mark) =>
      db
        .insertInto('channel_events')
        .values({ event: mark('event'), at: mark('at') })
        .onConflict((conflict) => conflict.doNothing())
        .returning('event'),
    ),
    forgetEvents: statement<{ readonly before: number }, unknown>((mark) =>
      db.deleteFrom('channel_events').where('at', '<', mark('before')),
    ),
  }
}
