/** How long a connection that broke is left alone: doubled from the first to the longest, both with some chance in them. */
export interface ReconnectPauses {
  readonly firstMs: number
  readonly mostMs: number
}
