import { expect, test } from 'vitest'
import { deriveName } from '../../src/wrap/derive-name.ts'

function nameOf(...[command = '', ...args]: readonly string[]): string {
  return deriveName({ name: null, config: null, upstream: { kind: 'command', command, args } })
}

test.each([
  ['server-filesystem', ['npx', '-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/data']],
  ['server-memory', ['node', 'node_modules/@modelcontextprotocol/server-memory/dist/index.js']],
  ['server-memory', [String.raw`C:\nodejs\node.exe`, String.raw`C:\work\server-memory\build\main.mjs`]],
  ['crm', ['/usr/bin/python3', '/srv/crm/src/server.py']],
  ['warehouse', ['node', 'bin/warehouse.js', '--database', 'x.db']],
  ['mcp_server_git', ['python', '-m', 'mcp_server_git']],
  ['index', ['node', './index.js']],
  ['start', ['/opt/tools/bin/start']],
])('a server is called %s by its package or folder, where its script tells nothing', (name, words) => {
  expect(nameOf(...words)).toBe(name)
})

test('behind an address it is called by its host', () => {
  const url = 'https://index.example/mcp'
  expect(deriveName({ name: null, config: null, upstream: { kind: 'url', url } })).toBe('index.example')
})
