/** `wrap` for servers that no command line names: a URL, or an entry of the configuration. */
import { createSigner, GATEWAY_KEY_VARIABLE } from '@holdpoint/gateway/proof'
import type { WrapOptions } from '../cli/wrap-options.ts'
import { formatConfigProblem } from '../config/config-problem.ts'
import type { ConfigProblem } from '../config/config-problem.ts'
import type { HomeDirectory } from '@holdpoint/store/home'
import { spellStartedAs } from '../home/log.ts'
import { startChild } from '../transport/start-child.ts'
import { hostEnvironment } from '../transport/child-environment.ts'
import { loadPolicy } from '../config/policy-source.ts'
import type { PolicyInForce } from '../config/policy-source.ts'
import { runWrap } from './run-wrap.ts'

export async function wrapElsewhere(options: WrapOptions, home: HomeDirectory): Promise<number> {
  const { upstream, config } = options
  if (upstream.kind === 'url') {
    const name = options.name ?? new URL(upstream.url).hostname
    const headers = await configuredHeaders(name, upstream.url, config, home)
    if (headers === null) return 2
    return await runWrap({ name, config, home, upstream: { kind: 'url', url: upstream.url, headers } })
  }
  if (upstream.kind !== 'configured') throw new Error('This server has a command of its own.')
  const { name } = upstream
  const loading = await loadPolicy({ flag: config, home: home.path, workingDirectory: process.cwd() })
  if (!loading.ok) return refuse(loading.problems)
  const unset = unsetOf(loading, name)
  if (unset.length > 0) return refuse(unset)
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
  const signer = createSigner()
  const child = startChild({
    command,
    args,
    env: hostEnvironment({ ...configured.env, [GATEWAY_KEY_VARIABLE]: signer.publicKey }),
    cwd: configured.cwd ?? process.cwd(),
  })
  return await runWrap({
    name,
    config,
    home,
    upstream: { kind: 'command', command, args, child, envNames: Object.keys(configured.env), sign: signer.sign },
  })
}

function unsetOf({ unset }: PolicyInForce, name: string): readonly ConfigProblem[] {
  return Object.hasOwn(unset, name) ? (unset[name] ?? []) : []
}

function refuse(problems: readonly ConfigProblem[]): number {
  for (const problem of problems)
    process.stderr.write(`holdpoint: ${spellStartedAs(formatConfigProblem(problem), 'anywhere')}\n`)
  process.stderr.write('holdpoint: Nothing was started.\n')
  return 2
}

/**
 * Credentials go to the very URL they were written for: a name alone, with another URL, would carry them elsewhere.
 * `null`: they are not all there, which was logged.
 */
async function configuredHeaders(
  name: string,
  url: string,
  config: string | null,
  home: HomeDirectory,
): Promise<{ readonly [header: string]: string } | null> {
  const loading = await loadPolicy({ flag: config, home: home.path, workingDirectory: process.cwd() })
  // The run itself reports a configuration that cannot be read: it loads it again and starts nothing.
  const configured = loading.ok ? loading.config.servers[name]?.upstream : undefined
  if (!loading.ok || configured?.kind !== 'url' || configured.url !== url) return {}
  const unset = unsetOf(loading, name)
  if (unset.length === 0) return configured.headers
  refuse(unset)
  return null
}
