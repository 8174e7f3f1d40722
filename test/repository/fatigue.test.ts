/**
 * An ordinary day's calls (bench/fatigue): once through the whole gateway, four `wrap`s and a person who answers its
 * forms, and then against the policy alone, where what was allowed is remembered by session, server, tool and scope, to
 * try what other days and profiles would ask. The two must agree on the day. `npm run bench -- --only fatigue` replays
 * it with an approver elsewhere and with restarts.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readToolDefinition } from '@holdpoint/core'
import type { Call, JsonObject, ToolDefinition } from '@holdpoint/core'
import { compilePolicy, DEFAULT_CONFIG, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import type { Policy, Profile } from '@holdpoint/core/policy'
import { loadSqlReader } from '@holdpoint/core/sql'
import { afterAll, describe, expect, test } from 'vitest'
import { createProjectFolders } from '../../packages/holdpoint/src/config/protected/project-folders.ts'
import { heldBy } from '../harness/answers.ts'
import { expectAuditIntact, listHolds } from '../harness/decide.ts'
import { answerForms, offeredIn } from '../harness/read-form.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import type { Message } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'

interface DayCall {
  readonly is: 'read' | 'write' | 'destructive' | 'outward'
  readonly server: string
  readonly tool: string
  readonly arguments: JsonObject
}

interface Day {
  readonly DAY: readonly DayCall[]
  readonly SERVERS: {
    readonly [name: string]: { readonly command: readonly string[]; readonly tools: readonly JsonObject[] }
  }
}

interface Project {
  createProject(folder: string): string
  inProject<T>(value: T, folder: string): T
}

const at = (file: string): string => fileURLToPath(new URL(`../../bench/fatigue/${file}`, import.meta.url))
const { DAY, SERVERS } = (await import(at('day.mjs'))) as Day
const { createProject, inProject } = (await import(at('project.mjs'))) as Project
const { installServers } = (await import(at('install-servers.mjs'))) as { installServers(folder: string): string }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const sql = await loadSqlReader()
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'holdpoint-fatigue-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const project = createProject(path.join(folder, 'shop'))

function policyFor(profile: Profile): Policy {
  const projects = createProjectFolders(homedir())
  const compiled = compilePolicy(
    { ...DEFAULT_CONFIG, profile },
    { sha256, protectedPaths: NOTHING_PROTECTED, projects, conditions: null },
  )
  if (!compiled.ok) throw new Error('the default configuration does not compile')
  return compiled.policy
}

const tools = new Map<string, ToolDefinition>()
for (const [server, { tools: listed }] of Object.entries(SERVERS)) {
  for (const tool of listed) {
    const definition = readToolDefinition(tool, sha256)
    if (definition !== null) tools.set(`${server} ${definition.name}`, definition)
  }
}

function toCall({ server, tool, arguments: args }: DayCall): Call {
  const known = inProject(args, project)
  const display = inProject(SERVERS[server]?.command ?? [], project).join(' ')
  return {
    tenant: 'local',
    principal: 'local:ana',
    client: { name: 'host', version: '1' },
    session: 'the day',
    server: { name: server, identity: server, display, transport: 'stdio' },
    tool,
    argumentsText: JSON.stringify(known),
    arguments: known,
    digest: '',
    rationale: null,
  }
}

/** The calls that a person is asked about who says yes to all of them; `alone`: to each "only this once". */
function replay(profile: Profile, calls: readonly DayCall[] = DAY, alone = false): readonly DayCall[] {
  const policy = policyFor(profile)
  const allowed = new Set<string>()
  return calls.filter((one) => {
    const call = toCall(one)
    const tool = tools.get(`${one.server} ${one.tool}`) ?? null
    const { answer, scope } = policy.rule(call, tool, { now: 0, mode: 'wrap', sql })
    if (answer === 'pass') return false
    expect(answer).toBe('ask')
    const key = JSON.stringify([call.session, call.server.identity, call.tool, scope])
    if (scope !== null && allowed.has(key)) return false
    if (scope !== null && !alone) allowed.add(key)
    return true
  })
}

const isGrave = ({ is }: DayCall): boolean => is === 'destructive' || is === 'outward'

/** The first answer of every form: for the session where that is offered, else for this call. */
function sessionYes(question: Message): string {
  const [decision = '', ...others] = offeredIn(question)
  expect(decision).toMatch(others.length === 1 ? /^Run it once$/ : /^Yes, and allow \S+ .* for this session$/)
  return decision
}

/** The calls that the gateway itself asked about, and how many forms it showed for them. */
async function throughTheGateway(calls: readonly DayCall[]): Promise<{ asked: readonly DayCall[]; forms: number }> {
  const home = createTemporaryHome('wait: 60s\nrationale: off')
  const place = createProject(path.join(home.folder, 'shop'))
  const search = `${installServers(home.folder)}${path.delimiter}${process.env['PATH'] ?? ''}`
  const hosts = new Map<string, { readonly wrap: RunningWrap; readonly forms: () => number }>()
  await Promise.all(
    Object.entries(SERVERS).map(async ([name, { command }]) => {
      const wrap = await startWrap(home, {
        name,
        command: inProject(command, place),
        environment: { PATH: search },
        capabilities: { elicitation: {} },
      })
      hosts.set(name, { wrap, forms: answerForms(wrap, sessionYes) })
      await wrap.client.request('tools/list')
    }),
  )
  const asked: DayCall[] = []
  for (const call of calls) {
    const { client } = (hosts.get(call.server) ?? expect.fail(`no host for ${call.server}`)).wrap
    const answer = await client.call(call.tool, inProject(call.arguments, place))
    expect(answer.result?.content, `${call.tool}: ${JSON.stringify(answer)}`).toEqual([{ type: 'text', text: 'done' }])
    if (heldBy(answer) !== null) asked.push(call)
  }
  const forms = [...hosts.values()].reduce((sum, host) => sum + host.forms(), 0)
  await Promise.all([...hosts.values()].map(({ wrap }) => endWrap(wrap)))
  expect(await listHolds(home)).toHaveLength(asked.length)
  await expectAuditIntact(home)
  return { asked, forms }
}

describe("[L17] a day's ordinary work", () => {
  test('is at least 300 calls of all kinds over files, GitHub and SQL, each of a tool that its server lists', () => {
    expect(DAY.length).toBeGreaterThanOrEqual(300)
    expect(new Set(DAY.map(({ is }) => is))).toEqual(new Set(['read', 'write', 'destructive', 'outward']))
    expect(new Set(DAY.map(({ server }) => server))).toEqual(new Set(['files', 'github', 'postgres', 'sqlite']))
    expect(DAY.filter(({ server, tool }) => !tools.has(`${server} ${tool}`))).toEqual([])
    const edited = DAY.filter(({ tool }) => tool === 'edit_file').map((one) => JSON.stringify(one.arguments['path']))
    const folders = new Set(edited.map((file) => path.dirname(file)))
    expect(folders.size).toBeGreaterThan(8)
  })

  test('[L17] the gateway shows at most 8 forms, and one for every destructive or outward call', async () => {
    const { asked, forms } = await throughTheGateway(DAY)
    expect(forms).toBe(asked.length)
    expect(forms).toBeLessThanOrEqual(8)
    expect(DAY.filter((call) => isGrave(call) && !asked.includes(call))).toEqual([])
    expect(asked.filter(({ is }) => is === 'read')).toEqual([])
    expect(asked).toEqual(replay('balanced'))
  })

  test('comments and pull requests, which others see at once too, are asked about once each per session', () => {
    const seen = DAY.filter(({ tool }) => tool === 'add_issue_comment' || tool === 'create_pull_request')
    expect(seen).toHaveLength(11)
    expect(seen.every(({ is }) => is === 'write')).toBe(true)
    const asked = replay('balanced')
    expect(seen.filter((call) => !asked.includes(call))).toHaveLength(9)
    expect(seen.filter((call) => !replay('strict').includes(call))).toEqual([])
  })

  test('[L17] balanced asks at most 8 times, and about every destructive or outward call', () => {
    const asked = replay('balanced')
    expect(asked.map(({ tool }) => tool)).toEqual([
      'add_issue_comment',
      'edit_file',
      'write_file',
      'create_pull_request',
      'write_query',
      'merge_pull_request',
      'execute_sql',
      'push_files',
    ])
    expect(DAY.filter((call) => isGrave(call) && !asked.includes(call))).toEqual([])
    expect(asked.filter(({ is }) => is === 'read')).toEqual([])
  })

  test('[L17] whoever says "only this once" each time is asked about every change, and about no read', () => {
    expect(replay('balanced', DAY, true)).toEqual(DAY.filter(({ is }) => is !== 'read'))
  })

  test('strict asks about every change, relaxed about the grave ones alone; neither about a read', () => {
    expect(replay('strict')).toEqual(DAY.filter(({ is }) => is !== 'read'))
    expect(replay('relaxed')).toEqual(DAY.filter(isGrave))
  })

  test('each further grave call is asked, however many were allowed before', () => {
    const again = [...DAY, ...DAY.filter(isGrave), ...DAY.filter(isGrave)]
    expect(replay('balanced', again)).toHaveLength(8 + 2 * DAY.filter(isGrave).length)
  })

  test('leave for the project reaches neither its hooks, nor another project, nor what lies outside', () => {
    const edit = (file: string): DayCall => ({
      is: 'write',
      server: 'files',
      tool: 'edit_file',
      arguments: { path: file, edits: [] },
    })
    const outside = [
      '{project}/.git/hooks/pre-commit',
      '{project}/.github/workflows/release.yml',
      '{project}/../shop-2/a.ts',
      '{project}/../../a.ts',
      '/etc/hosts',
    ].map(edit)
    const inside = ['{project}/a.ts', '{project}/src/../src/deep/b.ts'].map(edit)
    expect(replay('balanced', [edit('{project}/src/x.ts'), ...inside, ...outside])).toHaveLength(1 + outside.length)
  })
})
