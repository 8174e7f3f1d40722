/** `policy explain --server`: the table, its JSON, and what it says when there is nothing to show. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServerQuestion, ServerRatings, ToolRatingRow } from '../../src/cli/command-context.ts'
import { createCliHome } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

const row = (tool: string, parts: Partial<ToolRatingRow> = {}): ToolRatingRow => ({
  tool,
  risk: 'low',
  rule: 'verb get',
  why: 'Its name says "get".',
  irreversible: false,
  answer: 'pass',
  asking: 'never',
  depends: null,
  gateOff: false,
  ...parts,
})

let home: CliHome
let asked: ServerQuestion[] = []
const answer = (ratings: ServerRatings): void => {
  asked = []
  const rateServer = async (question: ServerQuestion): Promise<ServerRatings> => {
    asked.push(question)
    return ratings
  }
  home.policy = { ...home.policy, rateServer } as CliHome['policy']
}

beforeAll(async () => {
  home = await createCliHome()
})
afterAll(async () => await home.remove())

describe('policy explain --server', () => {
  const tools = [
    row('get_item'),
    row('edit_item', { risk: 'medium', answer: 'ask', asking: 'scope', rule: 'verb edit' }),
    row('run_sql', { risk: 'high', answer: 'ask', asking: 'each', depends: 'Rated by reading the SQL in "sql".' }),
    row('drop\u001b[31m', { risk: 'high', answer: 'deny' }),
    row('send', { risk: 'high', gateOff: true }),
  ]

  test('shows each tool with its risk, the answer in this profile, the rule and why', async () => {
    answer({ kind: 'rated', display: 'node crm.js', tools })
    const { exitCode, out } = await home.run(['policy', 'explain', '--server', 'crm'])
    expect(exitCode).toBe(0)
    expect(out).toMatch(/get_item +low +pass +verb get/)
    expect(out).toMatch(/edit_item +medium +ask once +verb edit/)
    expect(out).toMatch(/run_sql +high +ask each time/)
    expect(out).toMatch(/deny/)
    expect(out).toContain('pass (GATE OFF)')
    expect(out).toContain('5 tools in balanced: 1 low, 1 medium, 3 high.')
    expect(out).not.toContain('\u001b[31m')
    expect(asked).toEqual([{ tenant: 'local', server: 'crm', command: null }])
  })

  test('as JSON', async () => {
    answer({ kind: 'rated', display: 'node crm.js', tools })
    const { out } = await home.run(['policy', 'explain', '--server=crm', '--tenant', 'acme', '--json'])
    const printed = JSON.parse(out) as { readonly tools: readonly unknown[] }
    expect(printed).toMatchObject({ server: 'crm', display: 'node crm.js', profile: 'balanced' })
    expect(printed.tools[1]).toEqual({
      tool: 'edit_item',
      risk: 'medium',
      answer: 'ask',
      asked: 'scope',
      rule: 'verb edit',
      why: 'Its name says "get".',
      depends: null,
      irreversible: false,
      gate_off: false,
    })
    expect(asked[0]?.tenant).toBe('acme')
  })

  test('what stands after -- is the server’s own and not looked into', async () => {
    answer({ kind: 'rated', display: 'x', tools: [] })
    const { exitCode, out } = await home.run([
      'policy',
      'explain',
      '--server',
      'crm',
      '--',
      'node',
      '--json',
      '--server',
    ])
    expect(exitCode).toBe(0)
    expect(out).toBe('crm lists no tools.\n')
    expect(asked[0]?.command).toEqual(['node', '--json', '--server'])
  })

  test.each([
    [['--server'], 2, /--server needs a value/],
    [['--server='], 2, /--server needs a name/],
    [['--server', 'crm', '--'], 2, /after -- is empty/],
    [['--server', 'crm', 'extra'], 2, /one argument too many/],
    [['--server', 'crm', '--serve', 'x'], 2, /Did you mean --server/],
  ] as const)('%j is wrong usage', async (args, code, says) => {
    answer({ kind: 'rated', display: 'x', tools: [] })
    const { exitCode, err } = await home.run(['policy', 'explain', ...args])
    expect(exitCode).toBe(code)
    expect(err).toMatch(says)
    expect(asked).toEqual([])
  })

  test('a name that nothing has, and a server that does not answer, exit with 1 and say what to do', async () => {
    answer({ kind: 'not-configured', configured: ['crm', 'files'] })
    const unknown = await home.run(['policy', 'explain', '--server', 'crn'])
    expect(unknown.exitCode).toBe(1)
    expect(unknown.err).toMatch(/"crn".*\n.*Did you mean crm\?/)
    answer({ kind: 'no-answer', display: 'node crm.js', message: 'the server exited with code 3' })
    const silent = await home.run(['policy', 'explain', '--server', 'crm', '--json'])
    expect(silent.exitCode).toBe(1)
    expect(JSON.parse(silent.out)).toMatchObject({ error: { code: 'SERVER_UNAVAILABLE' } })
  })

  test('a configuration with problems rates nothing', async () => {
    const before = home.policy
    home.policy = { ok: false, problems: [{ file: 'x.yaml', line: 3, column: 1, message: 'no', suggestion: null }] }
    const { exitCode, err } = await home.run(['policy', 'explain', '--server', 'crm'])
    home.policy = before
    expect(exitCode).toBe(1)
    expect(err).toContain('The configuration is not valid')
  })
})
