/** Applies one event to one delivery, durably: transition, compare-and-swap and audit record in one transaction. */
import type { Delivery } from '../delivery/delivery.ts'
import { transitDelivery } from '../delivery/delivery-transition.ts'
import type { DeliveryEvent } from '../delivery/delivery-transition.ts'
import type { DeliveryStep, Store } from '../store/store.ts'

export type MovedDelivery =
  | { readonly kind: 'moved'; readonly delivery: Delivery }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly why: 'not-leased' | 'closed'; readonly delivery: Delivery }

export async function moveDelivery(
  store: Pick<Store, 'deliveries'>,
  id: string,
  event: DeliveryEvent,
): Promise<MovedDelivery> {
  return await store.deliveries.change(id, (delivery, now): DeliveryStep<MovedDelivery> => {
    if (delivery === null) return { do: 'keep', answer: { kind: 'not-found' } }
    const moved = transitDelivery(delivery, event, now)
    if (!moved.ok) return { do: 'keep', answer: { kind: 'refused', why: moved.why, delivery } }
    return { do: 'write', ...moved, answer: { kind: 'moved', delivery: moved.delivery } }
  })
}
