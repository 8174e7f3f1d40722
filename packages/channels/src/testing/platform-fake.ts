/** What the local servers that play a chat platform have in common. */
export interface PlatformFake {
  /** The base address to configure in place of the vendor's, on 127.0.0.1. */
  readonly url: string
  close(): Promise<void>
}
