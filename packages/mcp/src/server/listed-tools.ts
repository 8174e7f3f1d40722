/**
 * What clients see of confirmed tools in a list: parameters of ours, a few sentences for the agent, and hints. By the gateway's own rules, so that a confirmed tool reads the same
 * with and without a gateway.
 */
import { destructiveHintFor } from '@holdpoint/core/policy'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { cheatsheetUri, listAsConfirmed } from '@holdpoint/gateway/listing'
import type { HoldpointOptions } from '../holdpoint-options.ts'
import type { ConfirmedEntry, ConfirmedTools } from './confirmed-entry.ts'
import type { ProtocolMessage } from './sdk-server.ts'

export interface ListRewriter {
  /** An answer to `tools/list`. */
  list(message: ProtocolMessage): ProtocolMessage
}

export function createListRewriter(options: HoldpointOptions, { entries }: ConfirmedTools): ListRewriter {
  function rewrite(tool: JsonValue): JsonValue {
    const name = (tool as { readonly name?: unknown }).name
    const entry = typeof name === 'string' ? entries.get(name) : undefined
    return entry === undefined ? tool : listed(tool as JsonObject, entry)
  }

  function listed(tool: JsonObject, { name, rules }: ConfirmedEntry): JsonValue {
    return listAsConfirmed(tool, {
      risk: rules.risk,
      destructiveHint: destructiveHintFor(name),
      rationale: { kind: options.rationale ?? 'off' },
      previewFirst: rules.previewFirst === true,
      cheatsheet: options.cheatsheet === undefined ? null : cheatsheetUri(options.server),
    })
  }

  return {
    list(message) {
      const tools = message.result?.['tools']
      if (!Array.isArray(tools)) return message
      return { ...message, result: { ...message.result, tools: (tools as readonly JsonValue[]).map(rewrite) } }
    },
  }
}
