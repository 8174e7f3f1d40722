/**
 * The order of files in a run: tests of whole processes and pages first, the small ones last. A worker is used again only
 * for files of its own project, and a new one reads every module and starts a browser anew: so projects follow each other
 * instead of taking turns. The small files at the end keep both cores busy until the last of them.
 */
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

const PROJECTS = ['whole', 'alone', 'unit', 'timed']

export class WholeFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

function place({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name)
}
