/** The engine's public API. */
export { openRuleCall } from './calls/open-rule-call.ts'
export { createUpstreamConnection } from './calls/upstream-connection.ts'
export type { UpstreamConnection, OwnAnswer } from './calls/upstream-connection.ts'
export type { Link } from './calls/link.ts'
export { createPolicyEditCheck } from './edits/policy-edit-check.ts'
export { createGateway } from './create-gateway.ts'
export type {
  CardView,
  CheatsheetSource,
  ClientOptions,
  ConnectedServer,
  Gateway,
  GatewayOptions,
  GatewayPolicy,
} from './gateway-options.ts'
export type { Attention } from './held/ask-person.ts'
export {
  CHEATSHEET_PREFIX,
  acceptCheatsheet,
  cheatsheetDifference,
  noteCheatsheet,
} from './offers/cheatsheet-versions.ts'
export type { CheatsheetVersions } from './offers/cheatsheet-versions.ts'
export { CHEATSHEET_TTL_SECONDS, CHEATSHEET_TYPE } from './offers/cheatsheet-offer.ts'
export { fetchTools } from './tools/fetch-tools.ts'
export type { FetchedTools } from './tools/fetch-tools.ts'
