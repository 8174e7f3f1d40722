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
      const views = (): boolean => card && drawsViews(message, introduced)
      switch (message.method) {
        case 'tools/list':
          return feedback || views()
        case 'resources/list':
          return cheatsheet !== undefined || views()
        case 'resources/read': {
          const uri = message.params?.['uri']
          if (typeof uri !== 'string') return false
          return (cheatsheet !== undefined && uri === sheet) || (uri.startsWith(VIEWS) && views())
        }
        case 'tools/call': {
          const name = message.params?.['name']
          if (feedback && FEEDBACK.includes(name)) return true
          return typeof name === 'string' && name.startsWith(VIEW_TOOLS) && views()
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
