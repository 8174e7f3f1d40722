/** `wrap` for servers that no command line names: a URL, or an entry of the configuration. */
import type { WrapOptions } from '../cli/wrap-options.ts'
import { formatConfigProblem } from '../config/config-problem.ts'
import type { HomeDirectory } from '../home/home-directory.ts'
import { startChild } from '../transport/stdio-upstream.ts'
import { childEnvironment } from './child-environment.ts'
import { loadPolicy } from './policy-source.ts'
import { runWrap } from './run-wrap.ts'

export async function wrapElsewhere(options: WrapOptions, home: HomeDirectory): Promise<number> {
  const { upstream, config } = options
  if (upstream.kind === 'url') {
    const name = options.name ?? new URL(upstream.url).hostname
    const headers = await configuredHeaders(name, upstream.url, config, home)
    return await runWrap({ name, config, home, upstream: { kind: 'url', url: upstream.url, headers } })
  }
  if (upstream.kind !== 'configured') throw new Error('This server has a command of its own.')
  const { name } = upstream
  const loading = await loadPolicy({ flag: config, home: home.path, workingDirectory: process.cwd() })
  if (!loading.ok) {
    for (const problem of loading.problems) process.stderr.write(`holdpoint: ${formatConfigProblem(problem)}\n`)
    return 2
  }
  const configured = loading.config.servers[name]?.upstream ?? null
  if (configured === null) {
    const known = Object.keys(loading.config.servers).join(', ')
    process.stderr.write(
      `holdpoint: The configuration has no server "${name}" with a command or url.\n  ${known === '' ? 'It names none; give a command after --.' : `It has: ${known}`}\n`,
    )
    return 2
  }
  if (configured.kind === 'url') {
    return await runWrap({
      name,
      config,
      home,
      upstream: { kind: 'url', url: configured.url, headers: configured.headers },
    })
  }
  const [command = '', ...args] = configured.command
  const child = startChild({
    command,
    args,
    env: childEnvironment(configured.env),
    cwd: configured.cwd ?? process.cwd(),
  })
  return await runWrap({
    name,
    config,
    home,
    upstream: { kind: 'command', command, args, child, envNames: Object.keys(configured.env) },
  })
}

/** Credentials go to the very URL they were written for: a name alone, with another URL, would carry them elsewhere. */
async function configuredHeaders(
  name: string,
  url: string,
  config: string | null,
  home: HomeDirectory,
): Promise<{ readonly [header: string]: string }> {
  const loading = await loadPolicy({ flag: config, home: home.path, workingDirectory: process.cwd() })
  // A configuration that cannot be read is told by the run itself, which loads it again and starts nothing.
  const configured = loading.ok ? loading.config.servers[name]?.upstream : undefined
  return configured?.kind === 'url' && configured.url === url ? configured.headers : {}
}
