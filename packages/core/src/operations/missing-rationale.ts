/**
 * Callers that sent no usable rationale while a grace period runs: each is written down once for a date, whichever process
 * sees it first, together with its audit record. It keeps who called what, and nothing of the arguments.
 */
import type { RecordDraft } from '../audit/record.ts'
import type { Call } from '../call/call.ts'
import type { Sha256 } from '../json/sha256.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { readStrict } from '../json/read-strict.ts'
import type { Store } from '../store/store.ts'

export interface MissingRationale {
  /** Unique to the caller and the date. */
  readonly key: string
  readonly principal: string
  readonly client: string
  readonly server: string
  readonly tool: string
  /** From then on such calls are refused, in milliseconds since 1970. */
  readonly until: number
}

const PREFIX = 'rationale/alerted/'

/** A caller is a principal on a server: the client's name would be a new one whenever the agent likes. */
export function callerOf({ tenant, principal, server }: Pick<Call, 'tenant' | 'principal' | 'server'>): string {
  return `${tenant} ${principal} ${server.identity}`
}

/** Answers whether it is the first time. */
export async function noteMissingRationale(
  store: Store,
  call: Call,
  until: number,
  record: RecordDraft,
  sha256: Sha256,
): Promise<boolean> {
  const { principal, client, server, tool } = call
  const value = JSON.stringify({ principal, client: client.name, server: server.name, tool, until })
  return await store.settings.swap(`${PREFIX}${sha256(`${callerOf(call)} ${until}`)}`, null, value, record)
}

export async function listMissingRationale(store: Store): Promise<readonly MissingRationale[]> {
  return (await store.settings.under(PREFIX)).flatMap(({ key, value }) => {
    const reading = readStrict(value)
    // Versions before kept the caller's name alone.
    if (!reading.ok || !isJsonObject(reading.value)) return []
    const { principal, client, server, tool, until } = reading.value
    const texts = [principal, client, server, tool]
    if (!texts.every((text) => typeof text === 'string') || typeof until !== 'number') return []
    return [{ key: key.slice(PREFIX.length), principal, client, server, tool, until } as MissingRationale]
  })
}
