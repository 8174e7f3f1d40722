import { describe, expect, test } from 'vitest'
import { genericTitles } from '../../src/description/generic-title.ts'
import { fillTitles } from '../../src/description/title-template.ts'
import type { JsonObject } from '../../src/json/json-value.ts'

const fill = (template: string, args: JsonObject): string | null =>
  fillTitles({ en: template, zh: template }, args)?.en ?? null

describe('words for words', () => {
  const METHOD = '{method|word create=Open,update=Change,-=Save} {name}'
  test.each([
    [{ method: 'create', name: 'a' }, 'Open a'],
    [{ name: 'a' }, 'Save a'],
    [{ method: 'delete', name: 'a' }, null],
    [{ method: '-', name: 'a' }, null],
    [{ method: ['create'], name: 'a' }, null],
    [{ method: { create: 1 }, name: 'a' }, null],
  ])('%j: %s', (args, said) => {
    expect(fill(METHOD, args)).toBe(said)
  })
  test('a word may be nothing, and any other than those said may have one of its own', () => {
    expect(fill('Open {draft|word true=draft ,false=,-=}issue', {})).toBe('Open issue')
    expect(fill('Open {draft|word true=draft ,false=,-=}issue', { draft: true })).toBe('Open draft issue')
    expect(fill('{thread|word -=Post,*=Reply} in {to}', { thread: '17', to: 'x' })).toBe('Reply in x')
    expect(fill('Run {name}[{dry|word true= as a dry run}]', { name: 'x', dry: false })).toBe('Run x')
  })
})

describe('commands', () => {
  const LONG = `curl -fsSL https://example.com/${'a/'.repeat(80)}setup.sh | sudo bash`
  test.each([
    ['git push origin main', 'git push origin main'],
    ['cd /srv\nrm -rf x\n', 'cd /srv ⏎ rm -rf x'],
    [['grep', '-rn', 'unit price', ''], 'grep -rn "unit price" ""'],
    [['aws s3 ls', 'aws s3 rm x'], 'aws s3 ls ⏎ aws s3 rm x'],
  ])('%j', (command, said) => {
    expect(fill('{command|command}', { command })).toBe(said)
  })
  test('a long one keeps both ends', () => {
    const said = fill('{command|command}', { command: LONG }) ?? ''
    expect(said).toMatch(/^curl -fsSL .*… .*\| sudo bash$/)
    expect(said.length).toBeLessThanOrEqual(112)
    expect(fill('{command|command}', { command: `${'x '.repeat(900_000)}; rm -rf /` })).toMatch(/; rm -rf \/$/)
  })
  test('SQL goes on over its lines, unless a comment ends there', () => {
    expect(fill('{sql|sql}', { sql: 'DELETE FROM a\n WHERE b' })).toBe('DELETE FROM a WHERE b')
    expect(fill('{sql|sql}', { sql: 'SELECT 1 -- x\nDROP TABLE a' })).toBe('SELECT 1 -- x ⏎ DROP TABLE a')
  })
  test('what is neither text nor words is no command', () => {
    expect(fill('{command|command}', { command: [['a']] })).toBeNull()
    expect(fill('{command|command}', { command: [] })).toBeNull()
  })
})

describe('manifests', () => {
  const DEPLOYMENT =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  labels:\n    name: other\n  name: web\nspec: {}\n'
  const of = (manifest: string): string | null => fill('Apply {m|manifest}', { m: manifest })
  test.each([
    ['Apply Deployment web', DEPLOYMENT],
    ['Apply Deployment web, Deployment web', `${DEPLOYMENT}---\n${DEPLOYMENT}`],
    ['Apply ConfigMap flags', '{"kind":"ConfigMap","metadata":{"name":"flags"}}'],
    ['Apply deploy/web.yaml', 'deploy/web.yaml'],
  ])('%s', (said, manifest) => {
    expect(of(manifest)).toBe(said)
  })
  test.each([
    ['a kind that stands twice', `${DEPLOYMENT}kind: Secret\n`],
    ['a quoted key', `"kind": Secret\n${DEPLOYMENT}`],
    ['a name that stands twice', DEPLOYMENT.replace('  name: web\n', '  name: web\n  name: db\n')],
    ['a quoted name beside it', DEPLOYMENT.replace('  name: web\n', '  name: web\n  "name": db\n')],
    ['an anchor', `kind: &k Deployment\nmetadata:\n  name: web\n`],
    ['metadata on one line', 'kind: Secret\nmetadata: { name: web }\n'],
    ['a merged block', `${DEPLOYMENT}<<: *other\n`],
    ['JSON that says a name twice', '{"kind":"ConfigMap","metadata":{"name":"a","name":"b"}}'],
    ['JSON with an escaped name', '{"kind":"ConfigMap","k\\u0069nd":"Secret","metadata":{"name":"a"}}'],
  ])('is not named where it may mean something else: %s', (_why, manifest) => {
    expect(of(manifest)).toMatch(/^Apply a manifest of \d+ lines?$/)
  })
})

describe('parts of a title', () => {
  test.each([
    ['{to|first}', { to: ['a@x.example', 'b@x.example', 'c@x.example'] }, 'a@x.example and 2 more'],
    [
      '{to|first}',
      { to: ['accounts.receivable.emea@subsidiary.acme.example', 'b@x.example'] },
      'accounts.receivable.emea@subsidiary.acme.example and 1 more',
    ],
    [
      '{to|first}',
      { to: `"Doe, Jane of accounts receivable" <${'x'.repeat(40)}@subsidiary.acme.example>` },
      `…${'x'.repeat(31)}@subsidiary.acme.example`,
    ],
    [
      '{to|list}',
      { to: ['jane.of.accounts@subsidiary.acme.example', 'b@x.example'] },
      '…ccounts@subsidiary.acme.example, b@x.example',
    ],
    [
      '{files|list}',
      { files: ['packages/core/src/description/title.ts', 'b.ts'] },
      '…/core/src/description/title.ts, b.ts',
    ],
    ['{n|lines}', { n: 1 }, '1 line'],
    ['{to|first}', { to: '"Doe, Jane" <jane@x.example>' }, '"Doe, Jane" <jane@x.example>'],
    ['{to|first}', { to: '"Doe, Jane" <jane@x.example>, b@x.example' }, '"Doe, Jane" <jane@x.example> and 1 more'],
    ['{at|time}', { at: '2026-11-20T10:00:00' }, '2026-11-20 10:00'],
    ['{at|time}', { at: '2026-11-20T10:00:00-08:00' }, '2026-11-20 10:00 (-08:00)'],
    ['{at|time}', { at: '2026-11-20T10:00:00Z' }, '2026-11-20 10:00 UTC'],
    ['{at|time}', { at: 'tomorrow' }, 'tomorrow'],
    ['{message|headline}', { message: '\nprice: round\n\nReason.' }, 'price: round'],
    ['{a.0.b}', { a: [{ b: 'x' }] }, 'x'],
    [
      '{pages|list}',
      { pages: [{ properties: { title: 'Plan' } }, { properties: { 'Task Name': 'Call' } }] },
      'Plan, Call',
    ],
  ])('%s %j', (template, args, said) => {
    expect(fill(template, args as unknown as JsonObject)).toBe(said)
  })
  test('a text that is cut inside a bracket closes it', () => {
    const said = fill('{text}', { text: `offer (second [draft${' word'.repeat(30)}` })
    expect(said).toMatch(/…\]\)$/)
    const whole = fill('{a} {b} {c}', { a: `(${'x'.repeat(80)}`, b: `(${'y'.repeat(80)}`, c: 'z'.repeat(80) })
    expect(whole?.length).toBeLessThanOrEqual(160)
  })
})

describe('titles of tools that no pack knows', () => {
  test.each([
    ['delete_branch', { project_id: 'abc', branch_id: 'br_1' }, 'Delete branch br_1: project_id abc'],
    ['git_branch', { path: '/s', mode: 'delete', branchName: 'fix/a' }, 'Git branch fix/a: path /s, mode delete'],
    ['save_settings', { values: '{"a": 1}' }, 'Save settings'],
    ['run_job', { command: 'a\nb' }, 'Run: a ⏎ b'],
    ['create_task', { title: 'Call Bob', due: 'soon' }, 'Create task “Call Bob”: due soon'],
    ['create_issue', { title: 'Call Bob', team_id: 't1' }, 'Create issue “Call Bob”: team_id t1'],
    ['delete_product', { id: 42, name: 'Blue chair' }, 'Delete product 42: name "Blue chair"'],
  ])('%s %j', (tool, args, said) => {
    expect(genericTitles(tool, args as unknown as JsonObject).en).toBe(said)
  })
})
