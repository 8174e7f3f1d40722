/** Local servers that speak each platform's wire format, for the tests of channels and of bots. */
export type { PlatformFake } from './platform-fake.ts'
