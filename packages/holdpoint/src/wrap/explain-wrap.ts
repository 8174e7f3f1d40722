/**
 * What a person reads who starts `wrap` by hand: a host is to start it, and this is what the host needs to know. It goes
 * to standard error, since standard output carries MCP also then, and it starts and ends nothing.
 */
import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { WrapOptions } from '../cli/wrap-options.ts'
import { drawEntries, wrapEntries } from '../cli/hosts/host-entries.ts'
import { startedByHost } from '../home/started-as.ts'

export function explainWrap(options: WrapOptions, name: string): string {
  const entries = wrapEntries({
    name,
    start: startedByHost(),
    words: wordsFor(options, name, process.cwd()),
    windows: process.platform === 'win32',
  })
  return `
This stands in front of ${describe(options)} and speaks MCP on standard input and
output. It is not typed into: an MCP host starts it, in place of the server.
Put this into your host, and start the host again:

${drawEntries(entries)}
Variables that the server needs go with it: "env" in JSON, --env in a line.
It listens here all the same, for MCP. Ctrl-C ends it.

`
}

function describe({ upstream }: WrapOptions): string {
  switch (upstream.kind) {
    case 'command':
      return 'an MCP server'
    case 'url':
      return new URL(upstream.url).host
    case 'configured':
      return `"${upstream.name}"`
  }
}

/** As they were typed, only that nothing depends on the folder in which the host starts it. */
export function wordsFor({ upstream, config }: WrapOptions, name: string, folder: string): readonly string[] {
  const own = ['wrap', '--name', name, ...(config === null ? [] : ['--config', fromRoot(config, folder)])]
  switch (upstream.kind) {
    case 'command': {
      const { command, args } = upstream
      const program = /^\.{1,2}[\\/]/.test(command) ? resolve(folder, command) : command
      return [...own, '--', program, ...args.map((word) => fromRoot(word, folder))]
    }
    case 'url':
      return [...own, '--url', upstream.url]
    case 'configured':
      return own
  }
}

/** What is no path (a package, an option, a word) stays as it is. */
function fromRoot(word: string, folder: string): string {
  const looksLikePath = /^\.{1,2}$|[\\/]|\.\w+$/.test(word) && !word.startsWith('-') && !isAbsolute(word)
  const path = resolve(folder, word)
  return looksLikePath && existsSync(path) ? path : word
}
