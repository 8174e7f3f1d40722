/** Local servers that speak each platform's wire format, for the tests of channels and of bots. */
export type { PlatformFake } from './platform-fake.ts'
export { drawDingTalkCard, drawDingTalkMarkdown } from './dingtalk-drawing.ts'
export type { DrawnDingTalkButton, DrawnDingTalkCard, DrawnDingTalkMarkdown, LiveMarkdown } from './dingtalk-drawing.ts'
export type { FakeDingTalkCard } from './dingtalk-fake-cards.ts'
export { startDingTalkFake } from './dingtalk-fake.ts'
export type {
  DingTalkFake,
  DingTalkFakeOptions,
  FakeDingTalkAnswer,
  FakeDingTalkMessage,
  FakeDingTalkPress,
  FakeDingTalkRequest,
  FakeDingTalkText,
} from './dingtalk-fake.ts'
export { startSlackFake } from './slack-fake.ts'
export type { SlackFake, SlackFakeMessage, SlackFakeOptions } from './slack-fake.ts'
export type { DrawnSlackMessage } from './slack-fake-drawing.ts'
export type { SlackFakePeople, SlackFakePress, SlackFakeWriting } from './slack-fake-people.ts'
export { signSlackRequest } from './slack-fake-signature.ts'
export type { SlackFakeRequest, SlackFakeResponse, UnsignedSlackRequest } from './slack-fake-signature.ts'
export { startFeishuFake } from './feishu-fake.ts'
export type { FeishuAnswer, FeishuFake, FeishuFakeMessage, FeishuFakeOptions } from './feishu-fake.ts'
export { feishuChallenge } from './feishu-fake-events.ts'
export type {
  FakeFeishuPerson,
  FakeFeishuPress,
  FakeFeishuText,
  FeishuCallback,
  FeishuFakeApp,
} from './feishu-fake-events.ts'
export { drawFeishuCard, refuseFeishuCard } from './feishu-card-rules.ts'
export type { FeishuCardButton, DrawnFeishuCard, FeishuJson } from './feishu-card-rules.ts'
