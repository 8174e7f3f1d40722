/** A database that may forget what it acknowledged, or that takes no writes, is not one to keep approvals in. */
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { DatabaseSession } from './session.ts'

const ASKED = `select current_setting('server_version_num')::integer as version, pg_is_in_recovery() as standby,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as pages`

interface Answered {
  readonly version: number
  readonly standby: boolean
  readonly fsync: string
  readonly pages: string
}

const OLDEST_VERSION = 140_000

/** `mayForget`: the operator has said that losing the last moments in a crash of the machine is fine. */
export async function refuseLossy(session: DatabaseSession, store: string, mayForget: boolean): Promise<void> {
  const [found] = (await session.run(ASKED)) as readonly Answered[]
  if (found === undefined) throw new Error('The database did not say how it is set up.')
  if (found.version < OLDEST_VERSION) {
    throw new StoreUnavailableError(`The store ${store} is on a PostgreSQL that is too old.`, {
      hint: `Use PostgreSQL ${OLDEST_VERSION / 10_000} or newer.`,
    })
  }
  if (found.standby) {
    throw new StoreUnavailableError(`The store ${store} is a standby, which takes no writes.`, {
      hint: 'Give the address of the primary.',
    })
  }
  if (mayForget || (found.fsync === 'on' && found.pages === 'on')) return
  throw new StoreUnavailableError(`The store ${store} may lose what it acknowledged.`, {
    hint: 'Set fsync and full_page_writes to on in postgresql.conf.',
  })
}
