/** The contract that every channel fulfils. */
export { describeChannelContract } from './channel-contract.ts'
export { ANA, BEN, DECIDED, QUESTION, WORKSPACE, rememberingReceiver } from './channel-under-test.ts'
export type {
  ChannelTraits,
  ChannelUnderTest,
  DrawnMessage,
  MakeChannel,
  PressedButton,
  WrittenMessage,
  WrittenOrigin,
} from './channel-under-test.ts'
export { HOSTILE_TEXTS } from './hostile-texts.ts'
