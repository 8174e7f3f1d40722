/** For the tests of an author's own server: a person whose answers are written beforehand, and a clock on which they take their time. */
export { createTestHoldpoint } from './test-person.ts'
export type { TestAnswer, TestHoldpoint, TestPerson, TestQuestion } from './test-person.ts'
