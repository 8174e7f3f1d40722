/** What docs/rails.md and the host profiles say of real hosts is what `npm run hosts` last saw. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { toTable } from '../../hosts/table.mjs'
import { HOST_PROFILES, profileOf } from '../../packages/gateway/src/rails/host-profiles.ts'
import { REPOSITORY } from '../harness/paths.ts'

interface HostResult {
  readonly name: string
  readonly notRun?: string
  readonly client?: { readonly name: string; readonly version: string }
  readonly held?: boolean
  readonly once?: boolean
  readonly headless?: string
}

const read = (file: string): string => readFileSync(path.join(REPOSITORY, file), 'utf8')
const results = JSON.parse(read('hosts/results.json')) as { readonly hosts: readonly HostResult[] }
const ran = results.hosts.filter(({ notRun }) => notRun === undefined)

const rowsOf = (table: string): readonly (readonly string[])[] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => !/^-+$/.test(first ?? ''))

describe('[X11.F7] what was seen of real hosts', () => {
  test('stands in docs/rails.md as it was seen', () => {
    const [, section = ''] = /## What real hosts do\n([^]*?)\n## /.exec(read('docs/rails.md')) ?? []
    expect(rowsOf(section)).toEqual(rowsOf(toTable(results)))
  })

  test.each(ran.filter(({ name }) => HOST_PROFILES.some(({ host }) => host === name)))(
    '$name is known by the name that it gave',
    ({ name, client }) => {
      expect(profileOf(client ?? { name: '', version: '' })?.host).toBe(name)
    },
  )

  test.each(ran)('[X11.F1] $name: nothing ran unapproved, nothing twice, and no host decided by itself', (host) => {
    expect([host.held, host.once]).toEqual([true, true])
    expect(host.headless).not.toContain('DECIDED')
  })
})
