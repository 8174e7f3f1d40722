// The orders, stock adjustments and mails of a new warehouse. SO-1012 is short of goods on purpose.

import type { SqlValue } from './database.ts'

export type Lines = readonly (readonly [sku: string, quantity: number, cents: number])[]

type PurchaseOrder = readonly [
  supplier: string,
  state: string,
  created: string,
  received: string | null,
  note: string | null,
  ...lines: Lines,
]

/** Numbered from PO-3001. */
export const purchaseOrders: readonly PurchaseOrder[] = [
  ['SUP-01', 'received', '2026-08-03', '2026-08-25', null, ['CHR-1001', 30, 9800], ['CHR-1003', 40, 6100]],
  ['SUP-03', 'received', '2026-08-11', '2026-08-21', null, ['LGT-3001', 60, 3100], ['LGT-3004', 100, 4200]],
  ['SUP-05', 'received', '2026-08-20', '2026-08-26', 'Pallet arrived wet, repacked', ['PWR-5001', 200, 1050]],
  ['SUP-04', 'received', '2026-09-02', '2026-09-21', null, ['STO-4001', 20, 7900], ['STO-4005', 150, 1200]],
  ['SUP-06', 'received', '2026-09-04', '2026-10-09', 'Last one before the contract ended', ['CHR-1004', 4, 19800]],
  ['SUP-01', 'ordered', '2026-10-19', null, null, ['CHR-1002', 24, 9800], ['DSK-2002', 12, 29900]],
  ['SUP-05', 'ordered', '2026-11-02', null, 'Express', ['PWR-5004', 200, 410]],
  ['SUP-02', 'ordered', '2026-11-05', null, null, ['DSK-2003', 15, 11200], ['DSK-2004', 6, 25400]],
  ['SUP-03', 'draft', '2026-11-09', null, 'Wait for the new price list', ['LGT-3002', 40, 3400]],
  ['SUP-04', 'draft', '2026-11-12', null, null, ['STO-4004', 8, 20900], ['STO-4002', 6, 13100]],
]

type SalesOrder = readonly [
  customer: string,
  mail: string,
  state: string,
  created: string,
  fulfilled: string | null,
  note: string | null,
  ...lines: Lines,
]

const kestrel = ['Kestrel Architects', 'office@kestrel.example'] as const
const bluebell = ['Bluebell Dental', 'hello@bluebell.example'] as const
const tidewater = ['Tidewater Press', 'ops@tidewater.example'] as const
const juniper = ['Juniper Labs', 'lab@juniper.example'] as const
const marten = ['Marten & Co', 'ap@marten.example'] as const
const orchard = ['Orchard School', 'bursar@orchard.example'] as const
const fennel = ['Fennel Kitchen', 'team@fennel.example'] as const
const quarry = ['Quarry Street Bank', 'facilities@quarrystreet.example'] as const
const harbour = ['Harbour Yoga', 'studio@harbour.example'] as const
const ridgeway = ['Ridgeway Council', 'procurement@ridgeway.example'] as const

/** Numbered from SO-1001. */
export const salesOrders: readonly SalesOrder[] = [
  [...kestrel, 'fulfilled', '2026-09-01', '2026-09-02', null, ['DSK-2001', 6, 52900], ['CHR-1001', 6, 18900]],
  [...bluebell, 'fulfilled', '2026-09-07', '2026-09-08', null, ['CHR-1003', 8, 12400]],
  [...tidewater, 'cancelled', '2026-09-10', null, 'Budget cut', ['STO-4003', 10, 17900]],
  [...marten, 'fulfilled', '2026-09-22', '2026-09-24', null, ['LGT-3005', 3, 11900], ['LGT-3001', 12, 6900]],
  [...orchard, 'fulfilled', '2026-10-01', '2026-10-03', null, ['STO-4004', 4, 38900], ['STO-4005', 20, 2900]],
  [...fennel, 'cancelled', '2026-10-06', null, 'Ordered twice', ['CHR-1004', 2, 34900]],
  [...quarry, 'fulfilled', '2026-10-12', '2026-10-15', null, ['PWR-5001', 40, 2490], ['PWR-5003', 20, 3490]],
  [...juniper, 'fulfilled', '2026-10-20', '2026-10-21', null, ['DSK-2003', 5, 21900]],
  [...kestrel, 'open', '2026-10-30', null, null, ['LGT-3003', 2, 15900], ['LGT-3001', 6, 6900]],
  [...harbour, 'open', '2026-11-03', null, 'Deliver before 9 am', ['STO-4001', 3, 14900]],
  [...ridgeway, 'open', '2026-11-04', null, null, ['CHR-1001', 12, 18900], ['DSK-2001', 4, 52900]],
  [...juniper, 'open', '2026-11-06', null, 'Wants one delivery', ['DSK-2002', 10, 57900], ['PWR-5004', 20, 1290]],
  [...bluebell, 'open', '2026-11-10', null, null, ['CHR-1002', 4, 18900]],
  [...tidewater, 'open', '2026-11-11', null, null, ['STO-4002', 2, 24900], ['STO-4005', 30, 2900]],
]

export const stockAdjustments: readonly (readonly SqlValue[])[] = [
  ['ADJ-0001', 'LGT-3001', -2, 'Broken in the aisle', null, '2026-09-14T10:20:00.000Z'],
  ['ADJ-0002', 'STO-4005', 5, 'Found behind rack 7', null, '2026-09-30T16:05:00.000Z'],
  ['ADJ-0003', 'PWR-5004', -12, 'Yearly count', null, '2026-10-31T18:00:00.000Z'],
  ['ADJ-0004', 'CHR-1003', -1, 'Show room', null, '2026-11-02T08:45:00.000Z'],
]

export const mails: readonly (readonly SqlValue[])[] = [
  [1, '2026-10-15T15:12:00.000Z', quarry[1], 'Your order SO-1007 is on its way', 'It arrives tomorrow by noon.'],
  [
    2,
    '2026-11-02T09:30:00.000Z',
    'desk@voltaline.example',
    'Purchase order PO-3007',
    '200 × PWR-5004, express please.',
  ],
  [3, '2026-11-06T11:41:00.000Z', juniper[1], 'Your order SO-1012', 'Some desks are on order; all comes together.'],
]
