import { describeChannelContract } from '@holdpoint/testing/channel'
import { makeFeishuUnderTest } from './feishu-under-test.ts'

describeChannelContract('feishu, long connection', (credentials) => makeFeishuUnderTest('stream', credentials))
describeChannelContract('feishu, callbacks', (credentials) => makeFeishuUnderTest('http', credentials))
