/**
 * Which server this is: two commands under one name are two servers, and so is one command under two names, which may
 * differ in nothing but the values of their environment (staging and production). Approving one never runs the other.
 */
import type { ServerIdentity, Sha256 } from '@holdpoint/core'

export interface CommandServer {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Only the names: values may be secrets. */
  readonly envNames: readonly string[]
}

const SHOWN = 16

export function identifyCommandServer(server: CommandServer, sha256: Sha256): ServerIdentity {
  const { name, command, args, cwd, envNames } = server
  const identity = sha256(JSON.stringify(['command', name, command, args, cwd, [...envNames].sort()])).slice(0, SHOWN)
  return { name, identity, display: [command, ...args].map(quoted).join(' '), transport: 'stdio' }
}

export function identifyUrlServer(name: string, url: string, sha256: Sha256): ServerIdentity {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  return {
    name,
    identity: sha256(JSON.stringify(['url', name, url])).slice(0, SHOWN),
    display: shown.href,
    transport: 'http',
  }
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)
}
