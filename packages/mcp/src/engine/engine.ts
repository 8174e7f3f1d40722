/** The engine as this package uses it: created with the first call that has to be asked. */
import type { Store } from '@holdpoint/core'
import type { Gateway } from '@holdpoint/gateway'

export interface Engine {
  readonly gateway: Gateway
  readonly store: Store
  /** Where a hold's page is. */
  link(hold: string): Promise<string>
  close(): Promise<void>
}
