/**
 * How often are people asked? An ordinary day (`fatigue/day.mjs`) goes through the real gateway: four `wrap`s before four
 * servers that list their tools as `fatigue/day.mjs` says, one home, an approver in another process who says yes to
 * whatever is asked: for the session where that is offered, and in a replay of its own only ever to the call alone.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { startDecider } from './decider.mjs'
import { HALVES, SERVERS } from './fatigue/day.mjs'
import { installServers } from './fatigue/install-servers.mjs'
import { createProject, inProject } from './fatigue/project.mjs'
import { HOLDPOINT } from './paths.mjs'
import { createHome, environmentFor } from './processes.mjs'
import { openStdioClient } from './stdio-client.mjs'

const HOLD = 'dev.holdpoint/hold'

async function openClients(options) {
  const { project, config, environment } = options
  const clients = {}
  for (const [name, server] of Object.entries(SERVERS)) {
    const command = [process.execPath, HOLDPOINT, 'wrap', '--name', name, '--config', config, '--']
    clients[name] = openStdioClient([...command, ...inProject(server.command, project)], environment)
    await clients[name].initialize()
    await clients[name].request('tools/list', {})
  }
  return clients
}

/**
 * @param alone whether every yes is "only this once"
 * @returns the calls that somebody was asked about, in order
 */
async function replay(profile, parts, alone = false) {
  const home = createHome()
  const folder = createHome()
  const project = createProject(path.join(folder, 'shop'))
  const storeFile = path.join(home, 'bench.db')
  const config = path.join(home, 'holdpoint.yaml')
  writeFileSync(
    config,
    JSON.stringify({ version: 1, profile, store: `sqlite:${storeFile}`, wait: '30s', rationale: 'off' }),
  )
  const search = `${installServers(folder)}${path.delimiter}${process.env.PATH ?? ''}`
  const environment = environmentFor(home, { HOME: folder, USERPROFILE: folder, PATH: search })
  const options = { project, config, environment }
  const asked = []
  let decider
  try {
    for (const part of parts) {
      const clients = await openClients(options)
      if (decider === undefined) {
        decider = await startDecider(storeFile, environment)
        void approveAll(decider, alone)
      }
      for (const call of part) {
        const params = { name: call.tool, arguments: inProject(call.arguments, project) }
        const { result } = await clients[call.server].call(params)
        if (result['_meta']?.[HOLD] !== undefined) asked.push(call)
      }
      await Promise.all(Object.values(clients).map((client) => client.close()))
    }
    return asked
  } finally {
    await decider?.close()
  }
}

async function approveAll(decider, alone) {
  try {
    for (;;) await decider.approve(undefined, 5, alone)
  } catch {
    // The deciding process is ended with the replay.
  }
}

const count = (calls, kind) => calls.filter(({ is }) => is === kind).length
const isGrave = ({ is }) => is === 'destructive' || is === 'outward'

export async function measureFatigue() {
  const day = HALVES.flat()
  const grave = day.filter(isGrave)
  const asked = await replay('balanced', [day])
  const alone = await replay('balanced', [day], true)
  const restarted = await replay('balanced', HALVES)
  const strict = await replay('strict', [day])
  const relaxed = await replay('relaxed', [day])
  const kinds = ['read', 'write', 'destructive', 'outward'].map((kind) => `${count(day, kind)} ${kind}`).join(', ')
  const per100 = ((asked.length / day.length) * 100).toFixed(1)
  return [
    {
      name: `a day of ${day.length} calls in balanced: questions`,
      measured: asked.length,
      target: { atMost: 8 },
      unit: 'questions',
      detail: `${per100} per 100 calls (${kinds}); ${asked.map(({ tool }) => tool).join(', ')}`,
    },
    {
      name: 'the same day, when every yes is "only this once": questions',
      measured: alone.length,
      unit: 'questions',
      detail: 'nothing is allowed for the session, so each change is asked about',
    },
    {
      name: 'a day in balanced: destructive or outward calls that nobody was asked about',
      measured: grave.filter((call) => !asked.includes(call)).length,
      target: { atMost: 0 },
      unit: 'calls',
      detail: `${grave.length} in the day`,
    },
    {
      name: 'the same day, with every host restarted at 14:00: questions',
      measured: restarted.length,
      unit: 'questions',
      detail: 'what was allowed for a session ends with it',
    },
    {
      name: 'the same day in strict and in relaxed: questions',
      measured: strict.length,
      unit: 'questions',
      detail: `in strict; ${relaxed.length} in relaxed`,
    },
  ]
}
