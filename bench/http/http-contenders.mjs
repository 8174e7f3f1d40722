/**
 * Who is measured over HTTP before one stdio server: `serve`, the public proxies, and bare node:http in front of the pipe.
 * `serve` runs with `auth: none` like the proxies, and with its default policy and audit log. supergateway runs with
 * `--stateful`: as it comes it starts a process for every request, which takes a hundred times as long.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { BENCH, HOLDPOINT } from '../paths.mjs'
import { createHome, environmentFor, freePort, start, untilListening } from '../processes.mjs'

export const OURS = 'holdpoint'
export const PROXIES = ['mcp-proxy', 'supergateway --stateful']
export const FLOOR = 'bare HTTP pipe'

const quoted = (command) => command.map((part) => `"${part}"`).join(' ')

const CONTENDERS = {
  [OURS]: (home, port, command) => {
    const config = path.join(home, 'holdpoint.yaml')
    const settings = { version: 1, auth: 'none', rationale: 'off', servers: { bench: { command } } }
    writeFileSync(config, JSON.stringify(settings, null, 2))
    return {
      command: [process.execPath, HOLDPOINT, 'serve', '--config', config, '--port', String(port)],
      url: `http://127.0.0.1:${port}/mcp/bench`,
    }
  },
  'mcp-proxy': (_home, port, command) => {
    const entry = path.join(BENCH, 'node_modules', 'mcp-proxy', 'dist', 'bin', 'mcp-proxy.mjs')
    const flags = ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream']
    return { command: [process.execPath, entry, ...flags, '--', ...command], url: `http://127.0.0.1:${port}/mcp` }
  },
  'supergateway --stateful': (_home, port, command) => {
    const entry = path.join(BENCH, 'node_modules', 'supergateway', 'dist', 'index.js')
    const flags = ['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--logLevel', 'none']
    return {
      command: [process.execPath, entry, '--stdio', quoted(command), ...flags],
      url: `http://127.0.0.1:${port}/mcp`,
    }
  },
  [FLOOR]: (_home, port, command) => ({
    command: [process.execPath, path.join(BENCH, 'http', 'http-pipe.mjs'), String(port), ...command],
    url: `http://127.0.0.1:${port}/mcp`,
  }),
}

export const CONTENDER_NAMES = Object.keys(CONTENDERS)

/** Starts one before a server of its own; the caller ends it. */
export async function openContender(name, command) {
  const home = createHome()
  const port = await freePort()
  const { command: launched, url } = CONTENDERS[name](home, port, command)
  const child = start(launched, environmentFor(home), ['ignore', 'ignore', 'pipe'])
  await untilListening(port, child, name)
  return { child, url }
}

export const openServe = (command) => openContender(OURS, command)
