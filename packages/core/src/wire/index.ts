export {
  eraOf,
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_PROTOCOL_VERSION,
  META_SUBSCRIPTION_ID,
  metaOf,
  SESSION_VERSIONS,
  STATELESS_VERSION,
} from './era.ts'
export type { Era } from './era.ts'
export {
  errorText,
  HEADER_MISMATCH,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  notificationText,
  PARSE_ERROR,
  resultText,
  UNSUPPORTED_VERSION,
} from './json-rpc.ts'
export type { RequestId } from './json-rpc.ts'
export { APPS_EXTENSION, APPS_MIME_TYPE, NO_CAPABILITIES, readClientCapabilities } from './client-capabilities.ts'
export type { ClientCapabilities } from './client-capabilities.ts'
export { readClientMessage } from './client-message.ts'
export type { ClientMessage } from './client-message.ts'
export type { Downstream, RequestInfo, SendFailure, Upstream, UpstreamEvents, UpstreamMessage } from './upstream.ts'
export { isSafeAddress } from './safe-address.ts'
export type { ParsedAddress } from './safe-address.ts'
