/** The inspector's command line, one process for each call; what it prints is what its user sees. */
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { plan, server, told } from './settings.mjs'

const run = promisify(execFile)
const inspector = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.bin', 'mcp-inspector')
const config = path.join(mkdtempSync(path.join(tmpdir(), 'inspector-')), 'mcp.json')
writeFileSync(config, JSON.stringify({ mcpServers: { ledger: server } }))
for (const step of plan) {
  const given = Object.entries(step.arguments).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`])
  const args = ['--cli', '--config', config, '--server', 'ledger', '--method', 'tools/call', '--tool-name', step.tool]
  try {
    told((await run(process.execPath, [inspector, ...args, ...given], { timeout: 60_000 })).stdout)
  } catch (error) {
    told(`${error.stdout ?? ''}${error.stderr ?? error}`)
  }
}
