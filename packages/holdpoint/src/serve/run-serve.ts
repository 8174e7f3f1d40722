/** `holdpoint serve`: the gateway for many agents and servers, with REST and the page, on one port. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseServeArguments } from '../cli/serve-options.ts'
import type { ServeOptions } from '../cli/serve-options.ts'
import { formatConfigProblem } from '../config/config-problem.ts'
import type { HomeDirectory } from '../home/home-directory.ts'
import { removeService, writeService } from '../home/service-file.ts'
import { checkQuorums } from '../config/check-quorums.ts'
import { describeGate } from '../config/policy-source.ts'
import { usualPort } from '../http/local-page.ts'
import { createLog, logLines, withCommands } from '../home/log.ts'
import { loadPolicy } from '../config/policy-source.ts'
import { createService } from './service.ts'
import { openTerminalRail } from '../cli/inbox/terminal-rail.ts'

export async function serve(args: readonly string[], openHome: () => HomeDirectory): Promise<number> {
  const parsed = parseServeArguments(args)
  if (!parsed.ok) {
    ;(parsed.exitCode === 0 ? process.stdout : process.stderr).write(withCommands(parsed.message, 'shell'))
    return parsed.exitCode
  }
  return await runServe(parsed.options, openHome())
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

async function runServe(options: ServeOptions, home: HomeDirectory): Promise<number> {
  const log = createLog('', false)
  const places = { flag: options.config, home: home.path, workingDirectory: process.cwd() }
  const loading = await loadPolicy(places)
  const problems = loading.ok ? Object.values(loading.unset).flat() : loading.problems
  if (!loading.ok || problems.length > 0) {
    for (const problem of problems) logLines(log, `holdpoint: ${formatConfigProblem(problem)}`)
    log('Nothing was started. Correct the configuration, then run: holdpoint policy check')
    return 2
  }
  const unmet = await checkQuorums(loading, home, log)
  if (unmet.length > 0) {
    for (const problem of unmet) logLines(log, `holdpoint: ${formatConfigProblem(problem)}`)
    log('Nothing was started. Correct the configuration, then run: holdpoint policy check')
    return 2
  }
  const host = options.host ?? '127.0.0.1'
  if (!LOOPBACK.has(host) && loading.config.auth === 'none') {
    log(`holdpoint: auth: none is for this machine only, and ${host} is reachable from others.`)
    log('  Remove "auth: none" and make tokens: holdpoint token create --role agent')
    return 2
  }
  const port = options.port ?? usualPort(process.env)
  const service = await createService({ home, places, loading, loopback: LOOPBACK.has(host), log })
  const listener = createServer(service.limits, (request: IncomingMessage, response: ServerResponse) =>
    service.handle(request, response),
  )
  try {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject)
      listener.listen(port, host, () => resolve())
    })
  } catch (error) {
    await service.close(0)
    log(`holdpoint: ${describeBindProblem(error, host, port)}`)
    return 1
  }
  const bound = (listener.address() as AddressInfo).port
  const url = `http://localhost:${bound}`
  service.boundTo(bound)
  writeService(home.serviceFile, { process: service.self, port: bound, url })
  for (const line of banner(url, host, service.serverNames, loading)) log(line)
  for (const warning of loading.warnings) logLines(log, warning)

  const terminal = openTerminalRail(service.store, service.self.instance, log)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await terminal?.close()
  log('Stopping: waiting for calls in flight …')
  removeService(home.serviceFile, service.self.instance)
  listener.close()
  await service.close(10_000)
  listener.closeAllConnections()
  return 0
}

function banner(
  url: string,
  host: string,
  servers: readonly string[],
  loading: Parameters<typeof describeGate>[0],
): readonly string[] {
  const gate = describeGate(loading)
  return [
    `Holdpoint serves on ${url}${LOOPBACK.has(host) ? '' : ` (bound to ${host})`}`,
    ...(servers.length === 0
      ? [`No servers are configured; add them under "servers" in ${loading.file ?? 'holdpoint.yaml'}.`]
      : servers.map((name) => `  ${url}/mcp/${name}`)),
    "Decide: holdpoint open (signed in); in another terminal holdpoint inbox, with an approver's HOLDPOINT_TOKEN.",
    ...(loading.config.auth === 'none' ? ['auth: none: every program on this machine may call tools here.'] : []),
    ...(gate === null ? [] : [gate]),
  ]
}

function describeBindProblem(error: unknown, host: string, port: number): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another: holdpoint serve --port ${port + 1}`
  if (code === 'EACCES')
    return `Port ${port} may not be bound by this account. Choose one above 1023: holdpoint serve --port 7433`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Try --host 127.0.0.1`
  return `${host}:${port} cannot be bound: ${error instanceof Error ? error.message : String(error)}`
}
