/** The engine's public API: the engine itself, and the parts of it that a program uses beside a running one. */
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
export type { Link } from './calls/link.ts'
export { openRuleCall } from './calls/open-rule-call.ts'
export { createEditChecker } from './edits/check-edit.ts'
export { toRequestedCall, toRequestedPreview } from './requests/call-request.ts'
export type { CallRequestBody, PreviewBody } from './requests/call-request.ts'
export { toClaimRefusal, toReportRefusal } from './requests/request-refusal.ts'
export type { RequestRefusal } from './requests/request-refusal.ts'
export { createRequestWaits } from './requests/request-waits.ts'
export type { FollowHold, RequestWaits, WaitAbout } from './requests/request-waits.ts'
export { toClaimText, toViewText } from './requests/requested-hold-view.ts'
export type { ViewSurroundings } from './requests/requested-hold-view.ts'
export type { AskedCall, RequestedCall, RequestedCalls, RequestedClaim } from './requests/requested-calls.ts'
export type { RequestedPreview } from './requests/requested-preview.ts'
export { listTools } from './tools/list-tools.ts'
export type { ListedTools } from './tools/list-tools.ts'

// The ports that a program fills or gets, and what their signatures name.
export type { Downstream, Store, Upstream, UpstreamEvents } from '@holdpoint/core'
export type { LinkOrigin } from './calls/presented-client.ts'
export type { RationaleDemand } from './calls/rationale.ts'
export type { UpstreamConnection } from './calls/upstream-connection.ts'
export type { ServedCheatsheets } from './offers/served-cheatsheets.ts'
export type { ViewFacts } from './rails/card/card-names.ts'
export type { HostSigns } from './rails/host-profiles.ts'
export type { AuthoredLook, AuthoredTools } from './recipes/authored-tools.ts'
export type { Asked, HostRail, RailQuestion } from './rails/rail.ts'
export type { ServerTools } from './tools/server-tools.ts'
