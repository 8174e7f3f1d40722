/** Servers as hosts write them: pasted whole, or word by word. What could mean two things is refused, with an example. */
import { describe, expect, test } from 'vitest'
import { formatConfigProblem } from '../../src/config/config-problem.ts'
import { parseConfig } from '../../src/config/read-config.ts'

async function read(text: string) {
  const reading = await parseConfig(text, 'f.yaml', { KEY: 's3cret' })
  if (!reading.ok) throw new Error(reading.problems.map(formatConfigProblem).join('\n'))
  return reading
}

async function problemsOf(text: string): Promise<string> {
  const reading = await parseConfig(text, 'f.yaml', {})
  return reading.ok ? '' : reading.problems.map(formatConfigProblem).join('\n')
}

describe('[H22] servers as hosts write them', () => {
  test('a program and its arguments apart are one command', async () => {
    const { config } = await read(`servers:
  files: { type: stdio, command: node, args: [server.js, --root, "\${KEY}"], env: { A: "\${KEY}" }, cwd: /srv, risk: low }
  plain: { command: server }
  list: { command: [node, server.js] }
`)
    const upstream = (command: readonly string[]) => ({ kind: 'command', command })
    expect(config.servers['files']).toMatchObject({
      risk: 'low',
      upstream: { ...upstream(['node', 'server.js', '--root', 's3cret']), env: { A: 's3cret' }, cwd: '/srv' },
    })
    expect(config.servers['plain']).toMatchObject({ upstream: upstream(['server']) })
    expect(config.servers['list']).toMatchObject({ upstream: upstream(['node', 'server.js']) })
  })

  test('an mcpServers block is read as it is, in JSON and in YAML', async () => {
    const block = {
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'some-server', '/data'], env: { KEY: '${KEY}' } },
        web: { type: 'http', url: 'https://host.example/mcp', headers: { Authorization: 'Bearer ${KEY}' } },
        off: { command: 'x', disabled: true },
      },
    }
    const { config, warnings } = await read(JSON.stringify(block, null, 2))
    expect(config.servers['files']?.upstream).toMatchObject({
      command: ['npx', '-y', 'some-server', '/data'],
      env: { KEY: 's3cret' },
    })
    expect(config.servers['web']?.upstream).toEqual({
      kind: 'url',
      url: 'https://host.example/mcp',
      headers: { Authorization: 'Bearer s3cret' },
    })
    expect(config.servers['off']?.upstream).toBeNull()
    expect(warnings).toEqual([])
  })

  test('what a host would let pass has no effect here, and is said to have none', async () => {
    const { config, warnings } = await read(`mcpServers:
  files: { command: x, alwaysAllow: [delete_all], autoApprove: [], timeout: 5 }
`)
    expect(config.servers['files']).toMatchObject({ risk: null, tools: {} })
    expect(warnings.map(formatConfigProblem).join('\n')).toMatch(/timeout[^]*alwaysAllow[^]*autoApprove/)
  })

  test('ratings stand beside it under servers; how it is reached is said once', async () => {
    const both = await read(`mcpServers:
  files: { command: x }
servers:
  files: { risk: low, tools: { wipe: { irreversible: true } } }
`)
    expect(both.config.servers['files']).toMatchObject({ risk: 'low', upstream: { command: ['x'] } })
    expect(await problemsOf('mcpServers:\n  a: { command: x }\nservers:\n  a: { command: [y] }\n')).toMatch(
      /^f\.yaml:4:8: How "a" is reached is said under "mcpServers" too\./,
    )
  })

  test.each([
    ['servers: { a: { command: npx -y foo } }', 'command: npx with args: [-y, foo]'],
    ['servers: { a: { command: [npx], args: [foo] } }', 'command: [npx, -y, some-server]'],
    ['servers: { a: { command: 5 } }', 'command: npx with args: [-y, some-server]'],
    ['servers: { a: { command: npx, arg: [foo] } }', 'did you mean "args"?'],
    ['servers: { a: { command: npx, args: foo } }', 'args: [-y, some-server]'],
    ['servers: { a: { command: npx, args: [80] } }', 'args: ["-y", "8080"]'],
    ['servers: { a: { command: npx, env: { PORT: 80 } } }', 'env: { PORT: "8080"'],
    ['servers: { a: { args: [foo] } }', 'name the command'],
    ['servers: { a: { url: https://h/mcp, args: [foo] } }', 'remove args'],
    ['servers: [a]', 'servers: { files: { command: npx, args: [-y, some-server] } }'],
    ['mcpServers: [a]', 'mcpServers: { files: { command: npx, args: [-y, some-server] } }'],
    ['mcpServer: { a: { command: x } }', 'did you mean "mcpServers"?'],
    ['mcpServers: { a: { comand: x } }', 'did you mean "command"?'],
    ['mcpServers: { a: { url: https://h/sse, type: sse } }', 'type: http'],
    ['mcpServers: { a: { url: https://h/mcp, type: stdio } }', 'command: npx with args: [-y, some-server]'],
    ['mcpServers: { a: { command: x, type: http } }', 'url: https://host/mcp'],
    ['mcpServers: { a: { command: x, url: https://h/mcp } }', 'remove one'],
  ])('%s is refused, and the message shows what is right', async (yaml, example) => {
    expect(await problemsOf(yaml)).toContain(example)
  })
})
