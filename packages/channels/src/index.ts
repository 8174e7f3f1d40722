/** Chat platforms as a way to ask: the port, and what travels through it. */
export { ChannelError } from './channel.ts'
export type {
  Channel,
  ChannelAbout,
  ChannelDelivery,
  ChannelErrorKind,
  ChannelHealth,
  ChannelPerson,
  ChannelReceiver,
  DeliveredMessage,
  EnvelopeTrust,
  HttpCallback,
  HttpReply,
  Place,
  Platform,
  Press,
  PressAnswer,
  Reply,
} from './channel.ts'
export type { ChannelMessage, MessageButton, MessageField, MessagePart } from './channel-message.ts'
export { createDingTalkChannel } from './dingtalk/create-dingtalk-channel.ts'
export type { DingTalkOptions } from './dingtalk/create-dingtalk-channel.ts'
export type { StreamPauses } from './dingtalk/stream-connection.ts'
export { createSlackChannel } from './slack/create-slack-channel.ts'
export type { SlackChannelOptions } from './slack/create-slack-channel.ts'
export { createFeishuChannel } from './feishu/create-feishu-channel.ts'
export type { FeishuCallbackSecrets, FeishuChannelOptions } from './feishu/create-feishu-channel.ts'
export { createChannelQuestions } from './questions/channel-questions.ts'
export type {
  ChannelQuestions,
  ChannelQuestionsOptions,
  ChannelStatus,
  Destination,
  QuestionRoute,
} from './questions/channel-questions.ts'
