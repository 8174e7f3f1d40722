/** The contract that every channel fulfils. */
export { describeChannelContract } from './channel-contract.ts'
export type { ChannelUnderTest, DrawnMessage, OpenChannel, WrittenMessage } from './channel-contract.ts'
