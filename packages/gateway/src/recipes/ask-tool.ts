/**
 * One tool call of our own, on the connection of the call it is for. Its answer is parsed, bounded in time and size.
 */
import { cutMembers, isJsonObject, notificationText, say } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import { protocolMeta } from '../calls/request-parts.ts'

export interface ToolQuestion {
  readonly connection: UpstreamConnection
  readonly tool: string
  readonly argumentsText: string
  readonly metaText: string | null
  readonly withinMs: number
  /** In characters of the answer. */
  readonly largest: number
}

export type ToolAnswer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly error: JsonValue }
  /** No answer that can be used, and why. */
  | { readonly kind: 'none'; readonly why: string }

export async function askTool(question: ToolQuestion): Promise<ToolAnswer> {
  const { connection, tool, withinMs } = question
  const id = connection.nextOwnId()
  const meta = ownMeta(question.metaText)
  const members = [
    `"name":${JSON.stringify(tool)}`,
    `"arguments":${question.argumentsText}`,
    ...(meta === null ? [] : [`"_meta":${meta}`]),
  ]
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{${members.join(',')}}}`
  return await new Promise<ToolAnswer>((resolve) => {
    const timer = setTimeout(() => {
      giveUp(connection, id)
      resolve({ kind: 'none', why: say('noAnswerFrom', { tool, n: Math.round(withinMs / 100) / 10 }) })
    }, withinMs)
    const settle = (answer: ToolAnswer): void => {
      clearTimeout(timer)
      resolve(answer)
    }
    connection.forward(
      { text, bytes: null, request: { id, method: 'tools/call', name: tool, headers: {} } },
      {
        answered: (message, answerText) =>
          settle(
            answerText.length > question.largest
              ? { kind: 'none', why: say('answerTooLarge', { tool, n: Math.round(question.largest / 1024) }) }
              : toAnswer(message),
          ),
        failed: (failure) => settle({ kind: 'none', why: failure.message }),
        // What it says while it works belongs to a question of ours: the client did not ask it.
        related: () => true,
      },
    )
  })
}

/** The server need not go on with what will not be read. */
function giveUp(connection: UpstreamConnection, id: string): void {
  connection.abort(id)
  if (connection.upstream.server.transport !== 'stdio') return
  const params = { requestId: id, reason: 'it took too long for a preview' }
  connection.pass(notificationText('notifications/cancelled', params), null)
}

function toAnswer(message: JsonObject): ToolAnswer {
  const result = message['result']
  if (isJsonObject(result)) return { kind: 'result', result }
  return { kind: 'error', error: message['error'] ?? null }
}

/** A progress token belongs to one request of the client; an empty `_meta` says nothing. */
function ownMeta(metaText: string | null): string | null {
  const protocol = protocolMeta(metaText)
  if (protocol === null) return null
  const { text } = cutMembers(protocol, ['progressToken'])
  return Object.keys(JSON.parse(text) as object).length === 0 ? null : text
}
