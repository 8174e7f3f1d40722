// The argument shapes that several tools share. None of them converts or fills in anything.

import { z } from 'zod'

type Text = z.ZodString
type Whole = z.ZodInt

export const sku: Text = z.string().regex(/^[A-Z]{3}-\d{4}$/, 'like CHR-1001')
export const supplierId: Text = z.string().regex(/^SUP-\d{2,}$/, 'like SUP-01')
export const purchaseOrderId: Text = z.string().regex(/^PO-\d{4,}$/, 'like PO-3001')
export const salesOrderId: Text = z.string().regex(/^SO-\d{4,}$/, 'like SO-1001')
export const adjustmentId: Text = z.string().regex(/^ADJ-\d{4,}$/, 'like ADJ-0001')
export const email: z.ZodEmail = z.email()
export const name: Text = z.string().regex(/\S/, 'not blank').max(120)
export const note: Text = z.string().max(2000)
export const cents: Whole = z.int().min(0).max(100_000_000)
export const quantity: Whole = z.int().min(1).max(100_000)
export const count: Whole = z.int().min(0).max(100_000)
export const limit: Whole = z.int().min(1).max(200)

/** Every argument left out means that nothing would change, which is more likely a slip than a wish. */
export function changesNothing(changes: object): boolean {
  return Object.values(changes).every((value) => value === undefined)
}
