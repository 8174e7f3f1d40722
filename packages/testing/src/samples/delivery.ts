/** A question in a group, as it is before it is stored, and as it is then. */
import type { Delivery, PlannedDelivery } from '@holdpoint/core'
import { toDelivery } from '@holdpoint/core'

/** Its id names its buttons too, so that two samples never share one. */
export function plannedDelivery(over: Partial<PlannedDelivery> = {}): PlannedDelivery {
  const id = over.id ?? 'delivery-1'
  return {
    id,
    hold: 'hold-1',
    tenant: 'default',
    channel: 'feishu',
    place: { kind: 'group', id: 'oc_ops' },
    audience: 'approver',
    instead: false,
    buttons: { approve: `${id}-yes`, decline: `${id}-no` },
    ...over,
  }
}

export function sampleDelivery({ createdAt = 0, ...over }: Partial<Delivery> = {}): Delivery {
  return { ...toDelivery(plannedDelivery(over), '7F3K', createdAt), ...over }
}
