import { describeChannelContract } from '@holdpoint/testing/channel'
import { makeDingTalk } from './dingtalk-under-test.ts'

describeChannelContract('DingTalk, with a card template', makeDingTalk('card'))
describeChannelContract('DingTalk, without a card template', makeDingTalk('markdown'))
