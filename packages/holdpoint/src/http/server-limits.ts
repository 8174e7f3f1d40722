/** Options for the node:http server that carries this API: what a slow or endless request may hold on to. */
export const serverLimits: {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
  readonly maxHeaderSize: number
} = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
}

/** Arguments and results of calls travel in bodies of `/holds`. */
export const MAX_CALL_BODY_BYTES: number = 4 * 1024 * 1024

/** Bodies of `/admin` are a note or a reason; nothing there needs more. */
export const MAX_ADMIN_BODY_BYTES: number = 64 * 1024
