import { defineConfig } from 'vitest/config'

/** The long runs: `npm run soak`. SOAK_MINUTES says how long each takes. */
export default defineConfig({
  test: {
    include: ['test/soak/**/*.soak.ts'],
    testTimeout: 24 * 60 * 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 1,
    setupFiles: ['test/harness/after-each-file.ts'],
  },
})
