/** The HTTP API for the composition root, which loads it only when a port is bound. */
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
  ServerView,
} from './http-options.ts'
export type { HttpAccess, HttpCaller, HttpSignIn } from './http-access.ts'
export { sendCachedText } from './cached-text.ts'
export type { CachedText } from './cached-text.ts'
export { checkHostAndOrigin } from './host-and-origin.ts'
export type { AllowedHosts } from './host-and-origin.ts'
export { sendProblem } from './problem.ts'
export type { Problem } from './problem.ts'
export { securityHeaders } from './security-headers.ts'
export { serverLimits } from './server-limits.ts'
