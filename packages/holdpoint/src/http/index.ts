/** The HTTP API, loaded only when a port is bound. */
export { createHttpApi } from './http-api.ts'
export type { HttpApi } from './http-api.ts'
export { DEFAULT_HTTP_LIMITS } from './http-options.ts'
export type {
  AuditVerification,
  HttpLimits,
  HttpOptions,
  PageFile,
  PageSource,
  ServerToolView,
  ServerOverview,
} from './http-options.ts'
export { sendCachedText } from './cached-text.ts'
export type { CachedText } from './cached-text.ts'
export { checkHostAndOrigin } from './host-and-origin.ts'
export type { AllowedHosts } from './host-and-origin.ts'
export { sendProblem } from './problem.ts'
export type { HttpProblem } from './problem.ts'
export { securityHeaders } from './security-headers.ts'
export { serverLimits } from './server-limits.ts'
