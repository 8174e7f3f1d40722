/** One sample of each domain value. */
export { sha256 } from './sha256.ts'
export { sampleCall } from './samples/call.ts'
export { plannedDelivery, sampleDelivery } from './samples/delivery.ts'
export { sampleFeedback } from './samples/feedback.ts'
export { sampleGrant } from './samples/grant.ts'
export {
  ALL_STATES,
  CREATED_AT,
  DECIDE_BY,
  DECLINE_STICKS,
  EVERYBODY,
  EXECUTE_WITHIN,
  HELD_CALL,
  OTHER_PROCESS,
  OWNER,
  holdIn,
  sampleHold,
  sampleRuling,
  sampleVerdict,
} from './samples/hold.ts'
export type { SampleHold } from './samples/hold.ts'
export { sampleLease } from './samples/lease.ts'
export { sampleConfig, sampleRule } from './samples/policy.ts'
export { sampleRecord } from './samples/record.ts'
export { sampleToken } from './samples/token.ts'
export { sampleTool } from './samples/tool.ts'
