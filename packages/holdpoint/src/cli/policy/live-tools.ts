/** The tools of a configured server, or of one that a command starts, as it lists them now. */
import type { ServerIdentity } from '@holdpoint/core'
import type { UpstreamConfig } from '@holdpoint/core/policy'
import { listTools } from '@holdpoint/gateway'
import type { ListedTools } from '@holdpoint/gateway'
import { sha256 } from '@holdpoint/store'
import type { Log } from '../../home/log.ts'
import { VERSION } from '../../home/version.ts'
import { openOnce } from '../../transport/open-upstream.ts'

const CLIENT = { name: 'holdpoint', version: VERSION }

export async function listLiveTools(
  server: ServerIdentity,
  upstream: UpstreamConfig,
  log: Log,
  interrupted: AbortSignal,
): Promise<ListedTools> {
  return await listTools(openOnce(server, upstream, log), { client: CLIENT, sha256, interrupted, log })
}
