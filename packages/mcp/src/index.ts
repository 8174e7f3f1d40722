/** The public API for authors of servers and agents: confirmed tools, and guards for the calls of agent frameworks. */
export { OutcomeUnknownError } from '@holdpoint/core'
export type { CallGuard, Guarded, GuardedCall, GuardedRun, GuardedRunAbout } from './guard/guarded-call.ts'
export type { HoldpointOptions, RemoteService } from './holdpoint-options.ts'
export type { CallRequest, HoldRequests, RequestedHold } from './requests/hold-requests.ts'
