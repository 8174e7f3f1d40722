/**
 * Deliveries as rows and back. The body is the truth and the columns repeat what is searched, except for when a job is
 * due and how long its lease lasts: those move with an accepted clock, all at once, and are read from their columns.
 */
import { mayBeAnswered } from '@holdpoint/core'
import type { Delivery } from '@holdpoint/core'
import type { Selectable } from 'kysely'
import type { DeliveriesTable } from '../schema/tables.ts'

export type DeliveryRow = Omit<Selectable<DeliveriesTable>, 'position'>

export type StoredDelivery = Pick<DeliveryRow, 'body' | 'due_at' | 'lease_until'>

export function toDeliveryRow(delivery: Delivery): DeliveryRow {
  return {
    id: delivery.id,
    revision: delivery.revision,
    hold: delivery.hold,
    tenant: delivery.tenant,
    channel: delivery.channel,
    place_kind: delivery.place.kind,
    place_id: delivery.place.id,
    state: delivery.state,
    code: delivery.code,
    open_code: mayBeAnswered(delivery) ? delivery.code : null,
    approve_button: delivery.buttons.approve,
    decline_button: delivery.buttons.decline,
    shown_revision: delivery.shownRevision,
    job: delivery.job?.kind ?? null,
    due_at: delivery.job?.dueAt ?? null,
    lease_until: delivery.job?.lease?.until ?? null,
    body: JSON.stringify(delivery),
  }
}

export function fromDeliveryRow({ body, due_at, lease_until }: StoredDelivery): Delivery {
  const delivery = JSON.parse(body) as Delivery
  const { job } = delivery
  if (job === null || due_at === null) return delivery
  const lease = job.lease === null || lease_until === null ? null : { ...job.lease, until: lease_until }
  return { ...delivery, job: { ...job, dueAt: due_at, lease } }
}
