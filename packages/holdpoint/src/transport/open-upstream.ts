/** Opens a connection to a configured server: a child process that is restarted when it dies, or HTTP. */
import type { ServerIdentity, Upstream } from '@holdpoint/core'
import type { UpstreamConfig } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store'
import { identifyCommandServer, identifyUrlServer } from '../home/server-identity.ts'
import { createHttpUpstream } from './http-upstream.ts'
import { createRestartingUpstream } from './restarting-upstream.ts'
import { startChild } from './start-child.ts'
import type { ChildOptions } from './start-child.ts'
import { createStdioUpstream } from './stdio-upstream.ts'
import { hostEnvironment, namedEnvironment } from './child-environment.ts'
import type { Log } from '../home/log.ts'

/** What a client may send, and what a server may answer, in bytes. */
export const MESSAGE_LIMIT: number = 8 * 1024 * 1024
export const ANSWER_LIMIT: number = 32 * 1024 * 1024
const KILL_AFTER_MS = 2000

export function identifyUpstream(name: string, config: UpstreamConfig): ServerIdentity {
  if (config.kind === 'url') return identifyUrlServer(name, config.url, sha256)
  const [command = '', ...args] = config.command
  const cwd = config.cwd ?? process.cwd()
  return identifyCommandServer({ name, command, args, cwd, envNames: Object.keys(config.env) }, sha256)
}

/** `look`: sees each process of its own, also those that are started again. */
export function openUpstream(
  server: ServerIdentity,
  config: UpstreamConfig,
  log: Log,
  look: (upstream: Upstream) => Upstream = (upstream) => upstream,
): Upstream {
  const start = (): Upstream => look(open(server, config, log, (added) => namedEnvironment(process.env, added)))
  if (config.kind === 'url') return start()
  const say = (message: string): void => log(`[${server.name}] ${message}`)
  return createRestartingUpstream(start(), { start, firstPauseMs: 250, longestPauseMs: 30_000, log: say })
}

/**
 * The same for one visit: a child that dies stays dead, and says so at once. A person at a terminal starts it, with what
 * their shell would give it.
 */
export function openOnce(server: ServerIdentity, config: UpstreamConfig, log: Log): Upstream {
  return open(server, config, log, hostEnvironment)
}

function open(
  server: ServerIdentity,
  config: UpstreamConfig,
  log: Log,
  environment: (added: { readonly [name: string]: string }) => ChildOptions['env'],
): Upstream {
  const say = (message: string): void => log(`[${server.name}] ${message}`)
  if (config.kind === 'url') {
    return createHttpUpstream({
      server,
      url: new URL(config.url),
      headers: config.headers,
      bodyLimit: ANSWER_LIMIT,
      log: say,
    })
  }
  const [command = '', ...args] = config.command
  const child = startChild({ command, args, env: environment(config.env), cwd: config.cwd ?? process.cwd() })
  return createStdioUpstream({
    child,
    server,
    lineLimit: ANSWER_LIMIT,
    log: say,
    killAfterMs: KILL_AFTER_MS,
    gathering: 'round',
  })
}
