/** The public API: a client of the routes and event streams of a Holdpoint service. */
export { createClient } from './create-client.ts'
export type { Client, ServiceAccess, SentParts } from './create-client.ts'
export type { EventStreams, FollowOptions, ReadyEvent } from './follow-stream.ts'
export { RefusedError } from './refused-error.ts'
export type { Routes, Schemas } from './routes.ts'
