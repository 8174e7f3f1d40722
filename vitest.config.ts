import { defineConfig } from 'vitest/config'

/** Packages import each other as built: Node reads that itself, faster than anything that would transform it again. */
const BUILT = /\/packages\/[^/]+\/dist\//

/** Tests in browsers and whole processes: each file has modules, and so browsers and homes, of its own. */
const ALONE = [
  'packages/card/test/card-*.test.ts',
  'packages/holdpoint/test/{inbox,page}*.test.ts',
  'packages/store/test/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
  'test/**/*.test.ts',
]

// Node reads the certificates that this names in every process it starts, before anything else, and the tests start many:
// with a system's whole list that was more than the rest of the start. Nothing here leaves the machine.
delete process.env['NODE_EXTRA_CA_CERTS']

export default defineConfig({
  test: {
    // A test that waits for what never comes says so itself, long before this.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 3,
    server: { deps: { external: [BUILT] } },
    projects: [
      { extends: true, test: { name: 'whole', include: ALONE } },
      {
        extends: true,
        // Their files share what they import: most of their time was reading the same modules again.
        test: { name: 'unit', include: ['packages/*/test/**/*.test.ts'], exclude: ALONE, isolate: false },
      },
    ],
  },
})
