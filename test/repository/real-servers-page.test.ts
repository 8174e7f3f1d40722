/** docs/real-servers.md as `npm run servers` writes it: all of its calls, and the pictures that it shows. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY } from '../harness/paths.ts'

const PAGE = readFileSync(path.join(REPOSITORY, 'docs/real-servers.md'), 'utf8')
const CALLS = PAGE.split('\n')
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .filter((cells) => /^SDK v[12]$/.test(cells[2] ?? ''))

test('forty calls of five servers through both SDK lines, each with a title where people are asked', () => {
  expect(CALLS).toHaveLength(40)
  expect(new Set(CALLS.map(([, server]) => server)).size).toBe(5)
  expect(new Set(CALLS.map(([, server, line]) => `${server} ${line}`)).size).toBe(10)
  for (const [, , , tool, title, , answer, runs] of CALLS) {
    expect(title === '', tool).toBe(answer === 'passes')
    expect(runs, tool).toBe(answer === 'no, in the form' ? '0' : '1')
  }
})

test('the pictures that the page and the README show are there', () => {
  const shown = [
    ...[...PAGE.matchAll(/\]\((images\/[^)]+)\)/g)].map(([, image = '']) => `docs/${image}`),
    ...[...readFileSync(path.join(REPOSITORY, 'README.md'), 'utf8').matchAll(/docs\/images\/[\w.-]+/g)].map(String),
  ]
  expect(shown.length).toBeGreaterThanOrEqual(9)
  expect(shown.filter((image) => !existsSync(path.join(REPOSITORY, image)))).toEqual([])
})

test('the lockfile of the servers names no place to fetch from', () => {
  expect(readFileSync(path.join(REPOSITORY, 'servers/package-lock.json'), 'utf8')).not.toMatch(/"resolved"|registry/i)
})
