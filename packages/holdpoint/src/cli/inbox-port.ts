/** The inbox in the terminal, as its command sees it: opened for what somebody may look at, until they leave. */
export interface InboxPort {
  /** `tenant`: `null` for every one of this home. Resolves when the person leaves it, with the terminal as it was. */
  open(tenant: string | null, manner: 'screen' | 'plain'): Promise<void>
}
