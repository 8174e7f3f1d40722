/** The contract that every rail fulfils. */
export { describeRailContract } from './rail-contract.ts'
export type { RailMaker, RailUnderTest, SentBack } from './rail-contract.ts'
