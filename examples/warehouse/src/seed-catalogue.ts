// The suppliers and products of a new warehouse, as rows of their tables. Every name is invented, and every mail
// address is in a domain that cannot exist.

import type { SqlValue } from './database.ts'

type Row = readonly [id: string, name: string, ...rest: SqlValue[]]

export const suppliers: readonly Row[] = [
  ['SUP-01', 'Lindqvist Möbel AB', 'order@lindqvist.example', '+46 8 555 0101', 'SE', 21, 'active'],
  ['SUP-02', 'Harwood & Sons Ltd', 'sales@harwood.example', '+44 20 5550 0102', 'GB', 14, 'active'],
  ['SUP-03', 'Lumiware GmbH', 'vertrieb@lumiware.example', '+49 30 555 0103', 'DE', 10, 'active'],
  ['SUP-04', 'Tessara Storage S.r.l.', 'ordini@tessara.example', null, 'IT', 18, 'active'],
  ['SUP-05', 'Voltaline B.V.', 'desk@voltaline.example', '+31 20 555 0105', 'NL', 5, 'active'],
  ['SUP-06', 'Corvo Têxtil Lda', 'geral@corvo.example', null, 'PT', 30, 'suspended'],
]

export const products: readonly Row[] = [
  ['CHR-1001', 'Task chair Alva, black', 'seating', 'active', 18900, 42, 15, 'SUP-01'],
  ['CHR-1002', 'Task chair Alva, sand', 'seating', 'active', 18900, 9, 15, 'SUP-01'],
  ['CHR-1003', 'Meeting chair Birk', 'seating', 'active', 12400, 64, 20, 'SUP-01'],
  ['CHR-1004', 'Lounge chair Holm', 'seating', 'active', 34900, 6, 4, 'SUP-02'],
  ['CHR-1005', 'Drafting stool, grey', 'seating', 'discontinued', 9900, 7, 0, 'SUP-02'],
  ['DSK-2001', 'Sit-stand desk 140 cm, oak', 'desks', 'active', 52900, 11, 8, 'SUP-01'],
  ['DSK-2002', 'Sit-stand desk 160 cm, oak', 'desks', 'active', 57900, 3, 8, 'SUP-01'],
  ['DSK-2003', 'Fixed desk 120 cm, white', 'desks', 'active', 21900, 25, 10, 'SUP-02'],
  ['DSK-2004', 'Corner desk, walnut', 'desks', 'active', 48900, 4, 3, 'SUP-02'],
  ['DSK-2005', 'Folding desk, birch', 'desks', 'discontinued', 15900, 0, 0, null],
  ['LGT-3001', 'Desk lamp Nova', 'lighting', 'active', 6900, 88, 30, 'SUP-03'],
  ['LGT-3002', 'Desk lamp Nova, clamp', 'lighting', 'active', 7400, 31, 30, 'SUP-03'],
  ['LGT-3003', 'Floor lamp Arc', 'lighting', 'active', 15900, 14, 6, 'SUP-03'],
  ['LGT-3004', 'Panel light 60 × 60', 'lighting', 'active', 8900, 120, 40, 'SUP-03'],
  ['LGT-3005', 'Pendant lamp Drop', 'lighting', 'discontinued', 11900, 2, 0, 'SUP-03'],
  ['STO-4001', 'Drawer unit, 3 drawers', 'storage', 'active', 14900, 37, 12, 'SUP-04'],
  ['STO-4002', 'Filing cabinet, lockable', 'storage', 'active', 24900, 13, 6, 'SUP-04'],
  ['STO-4003', 'Shelf unit 80 × 180', 'storage', 'active', 17900, 22, 10, 'SUP-04'],
  ['STO-4004', 'Locker, 6 doors', 'storage', 'active', 38900, 5, 5, 'SUP-04'],
  ['STO-4005', 'Archive box, set of 10', 'storage', 'active', 2900, 240, 80, 'SUP-04'],
  ['PWR-5001', 'Power strip, 6 sockets', 'power', 'active', 2490, 310, 100, 'SUP-05'],
  ['PWR-5002', 'Desk grommet with USB-C', 'power', 'active', 4990, 46, 25, 'SUP-05'],
  ['PWR-5003', 'Cable tray, 120 cm', 'power', 'active', 3490, 75, 30, 'SUP-05'],
  ['PWR-5004', 'USB-C cable, 2 m', 'power', 'active', 1290, 18, 60, 'SUP-05'],
]
