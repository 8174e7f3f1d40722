/** The Slack channel fulfils the contract in both modes, before a Slack that speaks its wire format. */
import { describeChannelContract } from '@holdpoint/testing/channel'
import { openSlack } from './slack-under-test.ts'

describeChannelContract('Slack in socket mode', (credentials) => openSlack('socket', credentials))
describeChannelContract('Slack by HTTP', (credentials) => openSlack('http', credentials))
