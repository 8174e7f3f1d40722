/** What `serve` says at the start is enough to connect an agent: its lines are taken as they are printed. */
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { cleanUpLater } from '../harness/cleanup.ts'
import { holdpoint } from '../harness/decide.ts'
import { HOLDPOINT, LEDGER_SERVER } from '../harness/paths.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

interface Entry {
  readonly mcpServers: {
    readonly ledger: { readonly url: string; readonly headers?: { readonly [name: string]: string } }
  }
}

test('the banner and a new token say how an agent connects', async () => {
  const home = createTemporaryHome()
  home.configure(`mcpServers: { ledger: { command: '${process.execPath}', args: ['${LEDGER_SERVER}'] } }`)
  const child = spawn(process.execPath, [HOLDPOINT, 'serve', '--port', '0'], {
    cwd: home.folder,
    env: home.environment,
  })
  cleanUpLater(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  await waitFor('the banner', () => said.includes('Decide:'))
  expect(said).toContain('holdpoint token create --role agent')
  for (const host of ['Claude Code', 'Cursor', 'VS Code', 'Goose']) expect(said).toContain(`  ${host}`)
  const entryOf = (text: string): Entry['mcpServers']['ledger'] =>
    (JSON.parse(/\{"mcpServers".*/.exec(text)?.[0] ?? '{}') as Entry).mcpServers.ledger
  const { url, headers } = entryOf(said)
  expect(headers).toEqual({ Authorization: 'Bearer TOKEN' })
  const made = await holdpoint(home, ['token', 'create', '--role', 'agent'], { as: 'admin' })
  const entry = entryOf(made.stdout)
  expect(entry.url).toBe(url)
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
  }
  const accept = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const post = async (how: object): Promise<number> =>
    (await fetch(url, { method: 'POST', headers: { ...accept, ...how }, body: JSON.stringify(body) })).status
  expect(await post({})).toBe(401)
  expect(await post(entry.headers ?? {})).toBe(200)
  child.kill('SIGTERM')
})
