import { expect, test } from 'vitest'
import { trustOfServers } from '../../src/index.ts'

const server = (configured: boolean, changed: boolean) => ({ configured, changed })

test('[X12.2] a server is trusted where the configuration has it and nothing changed, of all that may be meant', () => {
  expect(trustOfServers([])).toBe('unknown')
  expect(trustOfServers([server(true, false)])).toBe('trusted')
  expect(trustOfServers([server(false, false)])).toBe('unknown')
  expect(trustOfServers([server(true, false), server(false, false)])).toBe('unknown')
  expect(trustOfServers([server(true, false), server(true, true)])).toBe('untrusted')
  expect(trustOfServers([server(false, true)])).toBe('untrusted')
})
