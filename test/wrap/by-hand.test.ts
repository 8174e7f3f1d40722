/**
 * `wrap` started by a person at a terminal: it says what it is for and prints what a host needs. What it prints starts
 * the same server from any folder, and standard output carries MCP alone.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanUpLater } from '../harness/cleanup.ts'
import { HOLDPOINT, LEDGER_SERVER } from '../harness/paths.ts'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createStdioClient } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

interface Entry {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: { readonly [name: string]: string }
}

const elsewhere = (): string => mkdtempSync(join(tmpdir(), 'holdpoint-elsewhere-'))

describe.skipIf(process.platform === 'win32').concurrent('wrap at a terminal', () => {
  test('[X11.E11] explains itself; each entry it prints starts the server from a foreign folder', async () => {
    const home = createTemporaryHome()
    const environment: NodeJS.ProcessEnv = { ...home.environment, HOLDPOINT_COMMAND: '' }
    const output = join(home.folder, 'stdout')
    const command = `exec '${process.execPath}' '${HOLDPOINT}' wrap --name ledger -- '${process.execPath}' '${LEDGER_SERVER}' > '${output}'`
    const session = openTerminal(['sh', '-c', command], { environment, cwd: home.folder })
    await session.waitForText(/an MCP host starts it[^]*Ctrl-C ends it\./)
    const screen = session.screen().replaceAll('\r', '')
    for (const host of ['Claude Desktop', 'Cursor', 'Claude Code', 'VS Code', 'Goose']) expect(screen).toContain(host)
    expect(screen).not.toContain('npx')
    const [json = ''] = /^ {2}\{\n[^]*?\n {2}\}$/m.exec(screen) ?? []
    const entry = (JSON.parse(json) as { mcpServers: { ledger: Entry } }).mcpServers.ledger
    const [, added = ''] = /code --add-mcp '(.*)'$/m.exec(screen) ?? []
    expect(JSON.parse(added)).toMatchObject({ name: 'ledger', type: 'stdio', command: entry.command, args: entry.args })
    const [, line = ''] = /claude mcp add ledger .*?-- (.*)$/m.exec(screen) ?? []
    for (const start of [
      () => spawn(entry.command, entry.args, { cwd: elsewhere(), env: { ...environment, ...entry.env } }),
      () => spawn('/bin/sh', ['-c', `exec ${line}`], { cwd: elsewhere(), env: environment }),
    ]) {
      const child = start()
      cleanUpLater(() => void child.kill('SIGKILL'))
      const client = createStdioClient(child)
      await client.initialize()
      expect(JSON.stringify(await client.request('tools/list'))).toContain('delete_item')
      client.end()
    }
    // MCP is spoken here all the same, and on standard output stands nothing else.
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'hand', version: '1' } }
    session.type(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize }))
    const answered = await waitFor('the answer', () => {
      const text = readFileSync(output, 'utf8')
      return text.includes('"id":1') ? text : null
    })
    for (const each of answered.trimEnd().split('\n')) expect(JSON.parse(each)).toMatchObject({ jsonrpc: '2.0' })
    await session.kill('SIGTERM')
  })

  test('what depends on the folder is written from the root', async () => {
    const home = createTemporaryHome()
    const session = openTerminal(
      [
        process.execPath,
        HOLDPOINT,
        'wrap',
        '--name',
        'x',
        '--config',
        '.holdpoint/holdpoint.yaml',
        '--',
        'cat',
        './ledger',
      ],
      { environment: home.environment, cwd: home.folder },
    )
    await session.waitForText(/Ctrl-C ends it\./)
    expect(session.screen()).toContain(`"--config","${home.configFile}"`)
    await session.kill('SIGTERM')
  })

  test('a host is told nothing of it', async () => {
    const wrap = await startWrap(createTemporaryHome())
    expect(await endWrap(wrap)).toMatchObject({ code: 0 })
    expect(wrap.stderr()).not.toContain('Claude')
  })
})
