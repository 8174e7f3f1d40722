import { defineConfig } from 'vitest/config'
import { WholeFirst } from './test/harness/whole-first.ts'

/** Packages import each other as built: Node reads that itself, faster than anything that would transform it again. */
const BUILT = /\/packages\/[^/]+\/dist\//

/** Tests in browsers and whole processes. */
const WHOLE = [
  'packages/card/test/tool-card/**/*.test.ts',
  'packages/holdpoint/test/{inbox,page}/**/*.test.ts',
  'packages/mcp/test/page/**/*.test.ts',
  'examples/chat-client/test/**/*.test.ts',
  'test/**/*.test.ts',
]

/** Tests that measure how long others wait: they run after all others, when nothing else keeps the cores busy. */
const TIMED = ['test/serve/noisy-neighbour.test.ts']

/** Tests that put something else in the place of a module or of the clock: each file has modules of its own. */
const ALONE = ['packages/store/test/sqlite/spool*.test.ts']

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
    // Most files wait for processes and pages more than they compute: with fewer workers two cores stand idle a quarter of the
    // time.
    maxWorkers: 6,
    server: { deps: { external: [BUILT] } },
    setupFiles: ['test/harness/same-seed.ts'],
    sequence: { sequencer: WholeFirst },
    // Files share what they import, where nothing speaks against it: reading the same modules again was most of the time of
    // many of them.
    projects: [
      {
        extends: true,
        test: {
          name: 'whole',
          include: WHOLE,
          exclude: TIMED,
          isolate: false,
          setupFiles: ['test/harness/after-each-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: TIMED,
          sequence: { groupOrder: 1 },
          setupFiles: ['test/harness/after-each-file.ts'],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
          exclude: [...WHOLE, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
})
