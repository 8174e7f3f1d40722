/**
 * The ordinary day of bench/fatigue in a project that is in no repository, where only the folder that the file server
 * was given tells it; and the files of that day where a `package.json` does, and the server was given a folder of many.
 * Through the whole gateway, with a person who answers its forms.
 */
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { heldBy } from '../harness/answers.ts'
import { answerForms, offeredIn } from '../harness/read-form.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

interface DayCall {
  readonly is: 'read' | 'write' | 'destructive' | 'outward'
  readonly server: string
  readonly tool: string
  readonly arguments: JsonObject
}

interface Day {
  readonly DAY: readonly DayCall[]
  readonly SERVERS: { readonly [name: string]: { readonly command: readonly string[] } }
}

interface Project {
  createProject(folder: string): string
  inProject<T>(value: T, folder: string): T
}

const at = (file: string): string => fileURLToPath(new URL(`../../bench/fatigue/${file}`, import.meta.url))
const { DAY, SERVERS } = (await import(at('day.mjs'))) as Day
const { createProject, inProject } = (await import(at('project.mjs'))) as Project
const { installServers } = (await import(at('install-servers.mjs'))) as { installServers(folder: string): string }

interface Replay {
  readonly home: TemporaryHome
  readonly calls: readonly DayCall[]
  readonly project: string
  /** What the file server was given to work in. */
  readonly given: string
}

/** The calls that were asked about, and what the forms said. */
async function replay({ home, calls, project, given }: Replay): Promise<{ asked: DayCall[]; told: string[] }> {
  const search = `${installServers(home.folder)}${path.delimiter}${process.env['PATH'] ?? ''}`
  const hosts = new Map<string, RunningWrap>()
  const told: string[] = []
  for (const name of new Set(calls.map(({ server }) => server))) {
    const wrap = await startWrap(home, {
      name,
      command: inProject(SERVERS[name]?.command ?? [], name === 'files' ? given : project),
      environment: { PATH: search },
      capabilities: { elicitation: {} },
    })
    answerForms(wrap, (question) => {
      const [first = ''] = offeredIn(question)
      told.push(first)
      return first
    })
    await wrap.client.request('tools/list')
    hosts.set(name, wrap)
  }
  const asked: DayCall[] = []
  for (const call of calls) {
    const host = hosts.get(call.server) ?? expect.fail(`no host for ${call.server}`)
    const answer = await host.client.call(call.tool, inProject(call.arguments, project))
    expect(answer.result?.content, JSON.stringify(answer)).toEqual([{ type: 'text', text: 'done' }])
    if (heldBy(answer) !== null) asked.push(call)
  }
  await Promise.all([...hosts.values()].map((wrap) => endWrap(wrap)))
  expect(told).toHaveLength(asked.length)
  expect(told).toContain(`Yes, and allow edit_file in the project ${project} for this session`)
  return { asked, told }
}

/** The day's project without its repository, in a folder of its own below the home folder. */
function createPlainProject(home: TemporaryHome): string {
  const project = createProject(path.join(home.folder, 'code', 'shop'))
  rmSync(path.join(project, '.git'), { recursive: true })
  return project
}

const isGrave = ({ is }: DayCall): boolean => is === 'destructive' || is === 'outward'

describe('[L17] the day without a repository', () => {
  test('in the folder that the file server was given: at most 8 questions, and one for each grave call', async () => {
    const home = createTemporaryHome('wait: 60s\nrationale: off')
    const project = createPlainProject(home)
    const { asked } = await replay({ home, calls: DAY, project, given: project })
    expect(asked.length).toBeLessThanOrEqual(8)
    expect(DAY.filter((call) => isGrave(call) && !asked.includes(call))).toEqual([])
    expect(asked.filter(({ is }) => is === 'read')).toEqual([])
  })

  test('by a package.json, in a folder of many: one question for each tool that writes files', async () => {
    const home = createTemporaryHome('wait: 60s\nrationale: off')
    const project = createPlainProject(home)
    writeFileSync(path.join(project, 'package.json'), '{}')
    const calls = DAY.filter(({ is, server }) => is === 'write' && server === 'files')
    const { asked } = await replay({ home, calls, project, given: path.dirname(project) })
    expect(asked.map(({ tool }) => tool)).toEqual([...new Set(calls.map(({ tool }) => tool))])
  })
})
