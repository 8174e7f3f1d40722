/** The store that an author chose. SQLite and its native code are loaded only where it is asked for. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { ProcessIdentity, SeeProcess, Store } from '@holdpoint/core'
import type { SqliteStoreOptions } from '@holdpoint/store'
import type { HomeDirectory } from '@holdpoint/store/home'
import { createMemoryStore } from '@holdpoint/store/memory'
import type { HoldpointOptions } from '../holdpoint-options.ts'

export interface OpenedStore {
  readonly store: Store
  /** This process and what it sees of others that share the store; `null`: nobody shares it. */
  readonly self: ProcessIdentity | null
  readonly see: SeeProcess | null
  /** Whether the command `holdpoint` on this machine opens the same store. */
  readonly isOfHome: boolean
  /** Who made it closes it. */
  close(): Promise<void>
}

export async function openStore(
  setting: NonNullable<HoldpointOptions['store']>,
  now: () => number,
  log: (message: string) => void,
): Promise<OpenedStore> {
  if (setting === 'memory') {
    const store = createMemoryStore({ now })
    return { store, self: null, see: null, isOfHome: false, close: () => store.close() }
  }
  const { identifySelf, seeProcess } = await import('@holdpoint/store/process')
  const shared = { self: identifySelf(randomUUID()), see: seeProcess }
  if (typeof setting === 'object' && !('file' in setting)) {
    return { ...shared, store: setting, isOfHome: false, close: async () => {} }
  }
  const [{ createSqliteStore, describeStoreProblem, sha256 }, { keyFile, openHomeDirectory }] = await Promise.all([
    import('@holdpoint/store'),
    import('@holdpoint/store/home'),
  ])
  const newKey = (): string => randomBytes(32).toString('hex')
  const places = setting === 'sqlite' ? inHome(openHomeDirectory(homeOf(process.env)), newKey) : beside(setting.file)
  const store = await createSqliteStore({
    ...places,
    now,
    sha256,
    randomId: randomUUID,
    onProblem: (problem) => log(describeStoreProblem(problem)),
  })
  return { ...shared, store, isOfHome: setting === 'sqlite', close: () => store.close() }

  /** The folder is the author's, and made for nobody else where it is missing. */
  function beside(named: string): StorePlaces {
    const file = resolve(named)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return { file, checkpointKey: keyFile(`${file}.key`, newKey) }
  }
}

type StorePlaces = Pick<SqliteStoreOptions, 'file' | 'headFile' | 'checkpointKey'>

function inHome(home: HomeDirectory, newKey: () => string): StorePlaces {
  const file = home.databaseFile
  return { file, headFile: home.headFile(file), checkpointKey: home.checkpointKey(newKey) }
}

function homeOf(environment: NodeJS.ProcessEnv): string {
  const named = environment['HOLDPOINT_HOME'] ?? ''
  return named === '' ? join(homedir(), '.holdpoint') : named
}
