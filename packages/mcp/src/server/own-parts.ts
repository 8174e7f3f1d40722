/**
 * Which requests beside calls of confirmed tools are ours to answer: a cheatsheet, `submit_feedback`, and the card for clients that draw views. Where none of that is offered, none is.
 */
import { isJsonObject, META_CLIENT_CAPABILITIES, metaOf, readClientCapabilities } from '@holdpoint/core'
import type { JsonValue } from '@holdpoint/core'
import { cheatsheetUri } from '@holdpoint/gateway/listing'
import type { HoldpointOptions } from '../holdpoint-options.ts'
import type { ProtocolMessage } from './sdk-server.ts'

export interface OwnParts {
  /** Whether the engine answers this request, or has to add to what the server answers. */
  areAskedBy(message: ProtocolMessage, introduced: ProtocolMessage | null): boolean
  /** An answer to `initialize` or `server/discover`: a server without resources has some where we offer any. */
  withCapabilities(answer: ProtocolMessage, drawsViews: boolean): ProtocolMessage
}

const VIEWS = 'ui://holdpoint/'
const VIEW_TOOLS = 'holdpoint_'
/** The second where the server has a tool of the first. */
const FEEDBACK: readonly unknown[] = ['submit_feedback', 'holdpoint_submit_feedback']

export function createOwnParts({
  server,
  cheatsheet,
  feedback = false,
  remote,
  ...options
}: HoldpointOptions): OwnParts {
  // A service asks its approvers elsewhere: the word of this client decides nothing there.
  const card = remote === undefined && options.card !== false
  const sheet = cheatsheetUri(server)

  return {
    areAskedBy(message, introduced) {
      const views = card && drawsViews(message, introduced)
      if (!views && !feedback && cheatsheet === undefined) return false
      switch (message.method) {
        case 'tools/list':
          return views || feedback
        case 'resources/list':
          return views || cheatsheet !== undefined
        case 'resources/read': {
          const uri = message.params?.['uri']
          return (
            typeof uri === 'string' && ((cheatsheet !== undefined && uri === sheet) || (views && uri.startsWith(VIEWS)))
          )
        }
        case 'tools/call': {
          const name = message.params?.['name']
          return (
            (feedback && FEEDBACK.includes(name)) || (views && typeof name === 'string' && name.startsWith(VIEW_TOOLS))
          )
        }
        default:
          return false
      }
    },
    withCapabilities(answer, views) {
      const { result } = answer
      const capabilities = result?.['capabilities'] as { readonly resources?: unknown } | undefined
      if (capabilities === undefined || capabilities.resources !== undefined) return answer
      if (cheatsheet === undefined && !(card && views)) return answer
      return { ...answer, result: { ...result, capabilities: { ...capabilities, resources: {} } } }
    },
  }
}

/** Whether the client draws views of servers, as it said with this request or when it came. */
export function drawsViews({ params }: ProtocolMessage, introduced: ProtocolMessage | null): boolean {
  const declared = metaOf(params as JsonValue | undefined)?.[META_CLIENT_CAPABILITIES]
  const capabilities = declared ?? (introduced?.params?.['capabilities'] as JsonValue | undefined)
  return isJsonObject(capabilities) && readClientCapabilities(capabilities).apps
}
