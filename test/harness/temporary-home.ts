/** A HOLDPOINT_HOME of its own in a temporary folder, with tokens that decide, and the environment that leads there. */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUpLater } from './cleanup.ts'

export const APPROVER_SECRET = 'an-approver-secret'
export const ADMIN_SECRET = 'an-admin-secret'

export interface TemporaryHome {
  /** HOLDPOINT_HOME. */
  readonly path: string
  /** The folder around it: working directory of wraps, home of the account, place of the ledger. */
  readonly folder: string
  readonly ledgerFile: string
  readonly configFile: string
  /** Everything a process of this home needs, and nothing of this machine's own Holdpoint. */
  readonly environment: NodeJS.ProcessEnv
  /** Replaces the configuration; the tokens of `ci` (approver) and `root` (admin) are always in it. */
  configure(yaml: string): void
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const TOKENS = `version: 1
tokens:
  - { name: ci, role: approver, sha256: ${sha256(APPROVER_SECRET)} }
  - { name: root, role: admin, sha256: ${sha256(ADMIN_SECRET)} }
`

export function createTemporaryHome(yaml = ''): TemporaryHome {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'holdpoint-test-'))
  const path = join(folder, '.holdpoint')
  mkdirSync(path, { mode: 0o700 })
  const configFile = join(path, 'holdpoint.yaml')
  const ledgerFile = join(folder, 'ledger.jsonl')
  const configure = (text: string): void => writeFileSync(configFile, `${TOKENS}${text}\n`)
  configure(yaml)
  const inherited = Object.entries(process.env).filter(
    ([name, value]) =>
      !/^(HOLDPOINT_|VITEST|NODE_OPTIONS|LEDGER_|FIXTURE_|DISPLAY|WAYLAND|FORCE_COLOR)/.test(name) ||
      value?.includes('uneven.mjs') === true,
  )
  cleanUpLater(() => {
    if (existsSync(path)) chmodSync(path, 0o700)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    path,
    folder,
    ledgerFile,
    configFile,
    environment: {
      ...Object.fromEntries(inherited),
      HOME: folder,
      USERPROFILE: folder,
      HOLDPOINT_HOME: path,
      HOLDPOINT_PORT: '0',
      // As where it is installed; what a clone prints is long.
      HOLDPOINT_COMMAND: 'holdpoint',
      LEDGER_FILE: ledgerFile,
      NO_COLOR: '1',
      CI: '1',
    },
    configure,
  }
}
