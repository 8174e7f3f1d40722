/** `npm test` says at its end which files took longest. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { slowestFiles } from '../../scripts/slowest-files.mjs'
import { REPOSITORY } from '../harness/paths.ts'

const took = (file: string, seconds: number): Parameters<typeof slowestFiles>[0][number] => ({
  relativeModuleId: file,
  diagnostic: () => ({
    environmentSetupDuration: 0,
    prepareDuration: 0,
    setupDuration: 100,
    collectDuration: 400,
    duration: seconds * 1000 - 500,
    heap: undefined,
    importDurations: {},
  }),
})

test('[X12.6] the slowest ten files are named with their seconds, the slowest first', () => {
  const modules = Array.from({ length: 14 }, (_, index) => took(`file-${index}.test.ts`, index + 1))
  const lines = slowestFiles(modules)
    .split('\n')
    .filter((line) => line.includes('.test.ts'))
  expect(lines.map((line) => line.trim().split(/\s+/))).toEqual(
    Array.from({ length: 10 }, (_, index) => [`${14 - index}.0`, 's', `file-${13 - index}.test.ts`]),
  )
  expect(slowestFiles(modules)).toContain('The slowest 10 of 14 files')
})

test('[X12.6] the command of the README runs with it', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly test: string }
  }
  expect(scripts.test).toContain('node scripts/test.mjs')
  expect(readFileSync(path.join(REPOSITORY, 'scripts/test.mjs'), 'utf8')).toContain(
    '--reporter=./scripts/slowest-files.mjs',
  )
})
