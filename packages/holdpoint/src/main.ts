/**
 * The entry of the `holdpoint` command. `wrap` is on the way of every start of a host, so its server is started first
 * and everything else is loaded while it boots.
 */
import { homedir } from 'node:os'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { createSigner, GATEWAY_KEY_VARIABLE } from '@holdpoint/gateway/proof'
import { parseWrapArguments } from './cli/wrap-options.ts'
import { hostEnvironment } from './transport/child-environment.ts'
import { holdpointHome } from './config/find-config.ts'
import { openHomeDirectory } from '@holdpoint/store/home'
import type { HomeDirectory } from '@holdpoint/store/home'
import { startChild } from './transport/start-child.ts'
import { deriveName } from './wrap/derive-name.ts'

const LINGER_MS = 1000
const NURSERY_BYTES = 2 * 1024 * 1024
const LOOK_AT_NURSERY_MS = 250

export async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    // What the failure left open (a port, a pipe) must not keep the process alive.
    setTimeout(() => process.exit(1), LINGER_MS).unref()
    return await reportUnexpected(error)
  }
}

async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'wrap':
      return await wrap(rest)
    case 'serve': {
      growNurseryOnce()
      setFlagsFromString('--heap-growing-percent=20')
      const { serve } = await import('./serve/run-serve.ts')
      return await serve(rest, openHome)
    }
    case 'demo': {
      const { demo } = await import('./demo/run-demo.ts')
      return await demo(rest, openHome)
    }
    default: {
      const { runCommand } = await import('./cli/run-command.ts')
      return await runCommand(args, openHome)
    }
  }
}

/**
 * What a call leaves behind dies young: a nursery that has grown to some megabytes is collected half as often. Grown
 * further, as it would be, it keeps tens of megabytes and spares nothing more.
 */
function growNurseryOnce(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  const looking = setInterval(() => {
    const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    if ((nursery?.space_size ?? 0) < NURSERY_BYTES) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(looking)
  }, LOOK_AT_NURSERY_MS).unref()
}

async function wrap(args: readonly string[]): Promise<number> {
  growNurseryOnce()
  // So small a nursery is collected faster by one thread than by several that wait for cores which client and server
  // use.
  setFlagsFromString('--no-parallel-scavenge')
  // One such process stands in front of every server of a host, so it is kept small. Calls that overlap outlive the nursery
  // and pile up behind it: the heap, about 10 MB, is collected when it has grown by a fifth, and marking begins long
  // before. 6 MB less after 200,000 calls, at no cost that could be measured.
  setFlagsFromString('--heap-growing-percent=20')
  setFlagsFromString('--incremental-marking-hard-trigger=12')
  const parsed = parseWrapArguments(args)
  if (!parsed.ok) {
    const { spellStartedAs } = await import('./home/log.ts')
    ;(parsed.exitCode === 0 ? process.stdout : process.stderr).write(spellStartedAs(parsed.message, 'shell'))
    return parsed.exitCode
  }
  const { options } = parsed
  // A host gives it a pipe: at a terminal sits a person, who would wait for nothing.
  if (process.stdin.isTTY) {
    const { explainWrap } = await import('./wrap/explain-wrap.ts')
    process.stderr.write(explainWrap(options, options.name ?? deriveName(options)))
  }
  if (options.upstream.kind !== 'command') {
    const { wrapElsewhere } = await import('./wrap/wrap-elsewhere.ts')
    return await wrapElsewhere(options, openHome())
  }
  const { command, args: childArgs } = options.upstream
  const home = openHome()
  const signer = createSigner()
  const env = hostEnvironment({ [GATEWAY_KEY_VARIABLE]: signer.publicKey })
  const child = startChild({ command, args: childArgs, env, cwd: process.cwd() })
  const { runWrap } = await import('./wrap/run-wrap.ts')
  try {
    return await runWrap({
      name: options.name ?? deriveName(options),
      config: options.config,
      home,
      upstream: { kind: 'command', command, args: childArgs, child, envNames: [], sign: signer.sign },
    })
  } catch (error) {
    // Without a gateway in front of it the server must not go on.
    child.process.kill()
    process.stdin.destroy()
    throw error
  }
}

/** One message and the way on; a stack trace only for those who ask. */
async function reportUnexpected(error: unknown): Promise<number> {
  const debug = (process.env['HOLDPOINT_DEBUG'] ?? '') !== ''
  const { message, stack, hint } = (error instanceof Error ? error : new Error(String(error))) as Error & {
    readonly hint?: unknown
  }
  const next = typeof hint === 'string' && hint !== '' ? hint : 'Run it again with HOLDPOINT_DEBUG=1 for details.'
  const { spellStartedAs } = await import('./home/log.ts')
  const told = spellStartedAs(`${message}\n  ${next}\n`, 'anywhere')
  process.stderr.write(`holdpoint: ${told}${debug ? `${stack ?? ''}\n` : ''}`)
  return 1
}

function openHome(): HomeDirectory {
  return openHomeDirectory(holdpointHome(process.env, homedir()))
}
