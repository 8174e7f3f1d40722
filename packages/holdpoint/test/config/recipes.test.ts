/** Recipes in `holdpoint.yaml`: what is read, and what is refused with file, line and a suggestion. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import { afterAll, describe, expect, test } from 'vitest'
import { sha256 } from '@holdpoint/testing'
import { formatConfigProblem } from '../../src/config/config-problem.ts'
import { loadPolicyFile } from '../../src/config/load-policy-file.ts'
import { parseConfig } from '../../src/config/read-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdpoint-recipes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (recipe: string): string =>
  `servers:\n  crm:\n    tools:\n      delete_x:\n${recipe.replaceAll(/^/gm, '        ')}\n`

async function problemsOf(recipe: string): Promise<string> {
  const file = join(folder, 'holdpoint.yaml')
  writeFileSync(file, at(recipe))
  const result = await loadPolicyFile({
    file,
    environment: {},
    sha256,
    protectedPaths: NOTHING_PROTECTED,
    projects: NO_PROJECTS,
  })
  return result.ok ? '' : result.problems.map(formatConfigProblem).join('\n').replaceAll(file, 'f')
}

test('every key of a preview is read', async () => {
  const text = at(`preview:
  call: get_x
  with: { id: args.id }
  title: "Delete \${entity.name} (\${size(entity.orders)})?"
  show: [name]
  impact: { Open orders: size(entity.orders) }
  refuse: { when: entity.locked, reason: "Locked by \${entity.by}" }
  not_found: entity.deleted
undo: { call: create_x, with: { id: result.id } }`)
  const reading = await parseConfig(text, 'f', {})
  expect(reading.ok && reading.config.servers['crm']?.tools['delete_x']).toEqual({
    risk: null,
    irreversible: false,
    undoWindowMs: null,
    preview: {
      kind: 'read',
      call: 'get_x',
      with: { id: 'args.id' },
      title: 'Delete ${entity.name} (${size(entity.orders)})?',
      show: ['name'],
      impact: { 'Open orders': 'size(entity.orders)' },
      refuse: { when: 'entity.locked', reason: 'Locked by ${entity.by}' },
      notFound: 'entity.deleted',
    },
    undo: { call: 'create_x', with: { id: 'result.id' } },
  })
  const dry = await parseConfig(at('preview: { dry_run: dryRun }'), 'f', {})
  expect(dry.ok && dry.config.servers['crm']?.tools['delete_x']?.preview).toMatchObject({
    kind: 'dry-run',
    parameter: 'dryRun',
  })
})

describe('[H22] a recipe that is wrong refuses to load, with its place', () => {
  test.each([
    [
      'an unknown key',
      'preview: { call: get_x, with: args, shwo: [a] }',
      'f:5:45: Unknown key "shwo". (did you mean "show"?)',
    ],
    ['nothing to call', 'preview: { title: x }', 'f:5:9: "call" is missing'],
    ['no arguments', 'preview: { call: get_x }', 'f:5:9: "with" is missing: the arguments of get_x.'],
    ['both ways', 'preview: { call: get_x, with: args, dry_run: x }', 'not both'],
    [
      'arguments of a dry run',
      'preview: { dry_run: x, with: args }',
      'f:5:32: A dry run has the arguments of the call itself.',
    ],
    ['an unknown variable', 'preview:\n  call: get_x\n  with: { id: arg.id }', 'f:7:19: Unknown variable: arg'],
    [
      'a template',
      'preview:\n  call: get_x\n  with: args\n  title: "${entity."',
      'f:8:11: An expression is not closed.',
    ],
    ['an impact', 'preview:\n  call: get_x\n  with: args\n  impact:\n    Orders: size(entity', 'f:9:13:'],
    ['a reason left out', 'preview: { call: get_x, with: args, refuse: { when: "true" } }', '"reason" is missing.'],
    ['an undo', 'undo: { call: create_x, with: { id: entty.id } }', 'Unknown variable: entty'],
  ])('%s', async (_name, recipe, expected) => {
    expect(await problemsOf(recipe)).toContain(expected)
  })
})
