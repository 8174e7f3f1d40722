/** The public API for authors of servers and agents: confirmed tools, and guards for the calls of agent frameworks. */
export type { HoldpointOptions, RemoteService } from './holdpoint-options.ts'
