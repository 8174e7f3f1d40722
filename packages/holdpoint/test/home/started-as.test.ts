import { describe, expect, test } from 'vitest'
import { spellCommands } from '@holdpoint/core/sentence'
import { programFor } from '../../src/home/started-as.ts'
import type { ReadFrom, StartFacts } from '../../src/home/started-as.ts'

const NODE = '/usr/bin/node'

function facts(links: { readonly [path: string]: string }, parts: Partial<StartFacts> = {}): StartFacts {
  return {
    script: '/opt/clone/packages/holdpoint/bin/holdpoint.js',
    node: NODE,
    environment: { PATH: '/usr/local/bin:/usr/bin' },
    workingDirectory: '/home/ana/project',
    userHome: '/home/ana',
    windows: false,
    published: true,
    realPath: (path) => links[path] ?? (path === NODE || path.endsWith('holdpoint.js') ? path : null),
    ...parts,
  }
}

const CLONE = '/opt/clone/packages/holdpoint/bin/holdpoint.js'
const GLOBAL = '/usr/local/lib/node_modules/holdpoint/bin/holdpoint.js'
const FETCHED = '/home/ana/.npm/_npx/1a2b/node_modules/holdpoint/bin/holdpoint.js'
const EVERYWHERE: readonly ReadFrom[] = ['shell', 'anywhere']

describe('how a person starts the program again', () => {
  test.each(EVERYWHERE)('[X11.E11] installed, it has a name on the path (%s)', (from) => {
    const started = facts({ '/usr/local/bin/holdpoint': GLOBAL }, { script: GLOBAL })
    expect(programFor(started, from)).toBe('holdpoint')
    const byLink = facts({ '/usr/local/bin/holdpoint': GLOBAL }, { script: '/usr/local/bin/holdpoint' })
    expect(programFor(byLink, from)).toBe('holdpoint')
  })

  test.each(EVERYWHERE)('[X11.E11] brought by npx, npx brings it again (%s)', (from) => {
    const bin = '/home/ana/.npm/_npx/1a2b/node_modules/.bin'
    // While npx runs something, its own folder leads the path; in the person's shell it does not.
    const started = facts(
      { [`${bin}/holdpoint`]: FETCHED },
      { script: FETCHED, environment: { PATH: `${bin}:/usr/bin` } },
    )
    expect(programFor(started, from)).toBe('npx holdpoint')
  })

  test.each(EVERYWHERE)('[X11.E11] while the name is not on npm, npx is trusted with it nowhere (%s)', (from) => {
    const started = facts({}, { script: FETCHED, published: false })
    expect(programFor(started, from)).toBe(`node ${FETCHED}`)
  })

  test('[X11.E11] a clone is named by its file, unless the person stands in it', () => {
    const bin = { '/opt/clone/node_modules/.bin/holdpoint': CLONE }
    const outside = facts(bin)
    for (const from of EVERYWHERE) expect(programFor(outside, from)).toBe(`node ${CLONE}`)
    const inside = facts(bin, { workingDirectory: '/opt/clone/docs' })
    expect(programFor(inside, 'shell')).toBe('npx holdpoint')
    expect(programFor(inside, 'anywhere')).toBe(`node ${CLONE}`)
  })

  test('[X11.E11] another holdpoint on the path or in the folder is another program', () => {
    const links = {
      '/usr/local/bin/holdpoint': GLOBAL,
      '/home/ana/project/node_modules/.bin/holdpoint': '/elsewhere.js',
    }
    expect(programFor(facts(links), 'shell')).toBe(`node ${CLONE}`)
  })

  test('[X11.E11] a Node that the path does not lead to is named whole, and odd paths are quoted', () => {
    const script = "/opt/my clone/it's/bin/holdpoint.js"
    const started = facts({}, { node: '/opt/node 22/bin/node', script })
    expect(programFor(started, 'anywhere')).toBe(
      String.raw`'/opt/node 22/bin/node' '/opt/my clone/it'\''s/bin/holdpoint.js'`,
    )
  })

  test('[X11.E11] a home of its own goes with the command where the shell does not have it', () => {
    const environment = { PATH: '/usr/local/bin', HOLDPOINT_HOME: '/srv/state' }
    const started = facts({ '/usr/local/bin/holdpoint': GLOBAL }, { script: GLOBAL, environment })
    expect(programFor(started, 'shell')).toBe('holdpoint')
    expect(programFor(started, 'anywhere')).toBe('HOLDPOINT_HOME=/srv/state holdpoint')
    const usual = { ...environment, HOLDPOINT_HOME: '/home/ana/.holdpoint' }
    expect(programFor({ ...started, environment: usual }, 'anywhere')).toBe('holdpoint')
  })

  test('[X11.E11] whoever runs it otherwise says how', () => {
    const environment = { HOLDPOINT_COMMAND: 'docker exec -it gate holdpoint', HOLDPOINT_HOME: '/data' }
    expect(programFor(facts({}, { environment }), 'anywhere')).toBe('docker exec -it gate holdpoint')
  })
})

test('[X11.E11] commands in a text of ours, and nothing else', () => {
  const spelled = spellCommands(
    'holdpoint: run `npx holdpoint open`, or: holdpoint policy check. See holdpoint.yaml',
    'X',
  )
  expect(spelled).toBe('holdpoint: run `X open`, or: X policy check. See holdpoint.yaml')
  for (const text of [
    'holdpoint lists nothing',
    '/opt/holdpoint open',
    '@holdpoint/core',
    'holdpoint opened',
    'npx -y holdpoint wrap',
  ])
    expect(spellCommands(text, 'X')).toBe(text)
  expect(spellCommands('holdpoint open', '$& $1')).toBe('$& $1 open')
})
