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
export { listTools } from './tools/list-tools.ts'
export type { ListedTools } from './tools/list-tools.ts'
