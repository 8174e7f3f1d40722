/** Which file is read, and what a start without one loads. */
import { mkdtempSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/testing'
import { findConfig, holdpointHome } from '../../src/config/find-config.ts'
import { loadPolicyFile } from '../../src/config/load-policy-file.ts'

describe('finding', () => {
  const places = { flag: null, environment: {}, userHome: '/home/u', workingDirectory: '/projects/repo' }

  test('[L1] the working directory is never looked at', () => {
    const repository = mkdtempSync(join(tmpdir(), 'holdpoint-repository-'))
    const home = mkdtempSync(join(tmpdir(), 'holdpoint-home-'))
    writeFileSync(join(repository, 'holdpoint.yaml'), 'profile: observe\n')
    mkdirSync(join(repository, '.holdpoint'))
    writeFileSync(join(repository, '.holdpoint', 'holdpoint.yaml'), 'profile: observe\n')
    expect(findConfig({ ...places, userHome: home, workingDirectory: repository })).toBeNull()
    mkdirSync(join(home, '.holdpoint'))
    writeFileSync(join(home, '.holdpoint', 'holdpoint.yaml'), 'profile: strict\n')
    expect(findConfig({ ...places, userHome: home, workingDirectory: repository })).toEqual({
      path: join(home, '.holdpoint', 'holdpoint.yaml'),
      named: false,
    })
  })

  test('--config beats HOLDPOINT_CONFIG beats the home', () => {
    const environment = { HOLDPOINT_CONFIG: '~/b.yaml', HOLDPOINT_HOME: '/elsewhere' }
    expect(findConfig({ ...places, environment, flag: 'a.yaml' })).toEqual({
      path: '/projects/repo/a.yaml',
      named: true,
    })
    expect(findConfig({ ...places, environment })).toEqual({ path: '/home/u/b.yaml', named: true })
    expect(holdpointHome(environment, '/home/u')).toBe('/elsewhere')
    expect(holdpointHome({}, '/home/u')).toBe('/home/u/.holdpoint')
  })

  test('without a file the defaults protect', async () => {
    const result = await loadPolicyFile({
      file: null,
      environment: {},
      sha256,
      protectedPaths: NOTHING_PROTECTED,
      projects: NO_PROJECTS,
    })
    expect(result.ok && result.loaded.config.profile).toBe('balanced')
  })
})

test('a start without a file loads neither YAML, zod nor the expression parser', () => {
  const trace = execFileSync(process.execPath, ['--input-type=module', '-e', TRACED_START], {
    encoding: 'utf8',
    cwd: new URL('../..', import.meta.url),
  })
  expect(JSON.parse(trace)).toEqual({ ok: true, heavy: [] })
})

/** Loads the built configuration with every resolution on record; they come in order, one that is known last of all. */
const TRACED_START = `
  import { register } from 'node:module'
  import { createHash } from 'node:crypto'
  import { MessageChannel } from 'node:worker_threads'
  const { port1, port2 } = new MessageChannel()
  const resolved = []
  port1.on('message', (url) => resolved.push(url))
  port1.unref()
  register('data:text/javascript,' + encodeURIComponent(
    'let port; export async function initialize(data) { port = data.port } ' +
    'export async function resolve(name, context, next) { const result = await next(name, context); port.postMessage(result.url); return result }'),
    import.meta.url, { data: { port: port2 }, transferList: [port2] })
  const { loadPolicyFile } = await import('./dist/config/load-policy-file.js')
  const sha256 = (text) => createHash('sha256').update(text).digest('hex')
  const protectedPaths = { leadsIntoProtected: () => null }
  const projects = { projectOf: () => null }
  const result = await loadPolicyFile({ file: null, environment: {}, sha256, protectedPaths, projects })
  for (await import('node:test'); !resolved.includes('node:test'); ) await new Promise((done) => setTimeout(done, 5))
  if (resolved.length < 5) throw new Error('nothing was traced')
  const heavy = resolved.filter((url) => /node_modules\\/(yaml|zod|@marcbachmann|re2js|libpg-query|sql-parser-cst)\\//.test(url))
  console.log(JSON.stringify({ ok: result.ok, heavy }))
`
