/** The gate for bots that live in a chat: a confirmation in front of any function, and in front of the agent's queue. */
export { createChannelGate } from './create-channel-gate.ts'
export { OutcomeUnknownError } from '@holdpoint/core'
export { sendThroughChannel, toInboundMessage } from './over-channel.ts'
export type {
  AnsweredBy,
  ChannelGate,
  ChannelGateOptions,
  ChatSession,
  Confirmation,
  InboundMessage,
  Operation,
  OperationPreview,
  OperationRequest,
  OperationRules,
  OperationRun,
  Question,
  RunResult,
} from './channel-gate.ts'
