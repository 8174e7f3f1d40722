/**
 * The order of the test files: those that take longest first, so that the workers end together. Without it a fresh clone, which
 * remembers no run, starts some of them when everything else is done. A file that is not named here only starts later.
 */
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** As `npm test` names the slowest at its end. */
const LONGEST = [
  'test/inbox/browser.test.ts',
  'test/card-apps/choices.test.ts',
  'test/card-apps/shown.test.ts',
  'test/undo/undo-window.test.ts',
  'test/serve/upstream-faults.test.ts',
  'test/card-apps/host.test.ts',
  'test/previews/previews.test.ts',
  'packages/holdpoint/test/inbox/axe.test.ts',
  'test/serve/restart.test.ts',
  'test/real-servers.test.ts',
]

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Those named above in their order, then what starts processes and browsers, then the rest. */
function rank({ moduleId, project }: TestSpecification): number {
  const named = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
  if (named !== -1) return named
  return LONGEST.length + (project.name === 'whole' ? 0 : 1)
}
