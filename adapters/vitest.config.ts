import { defineConfig } from 'vitest/config'

/** `npm run adapters`: one folder for each framework. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*/**/*.test.ts'],
    exclude: ['node_modules/**'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  },
})
