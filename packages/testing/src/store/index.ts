/** Stores for tests, and the contract that every store fulfils. */
export { CHECKPOINT_KEY, isSignedCheckpoint, signWithCheckpointKey, verifyChain } from './verify-chain.ts'
export { openTestStore, testStoreOptions, withDirectory } from './open-test-store.ts'
export type { TestStore } from './open-test-store.ts'
export { describeStoreContract } from './store-contract.ts'
export { EVERYTHING, approve, auditQuery, waitingHold } from './given-store.ts'
export type { NamedHold, StoreAbilities, StoreMaker } from './given-store.ts'
