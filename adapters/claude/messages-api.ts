/** As much of the Messages API as Claude Code needs, on loopback: it calls the tools that it was told to, and then says what it was answered. */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WantedUse {
  readonly id: string
  readonly name: string
  readonly input: { readonly [name: string]: unknown }
}

export interface MessagesApi {
  readonly url: string
  /** Every result of a tool that the model was sent, as text. */
  told(): string
  close(): Promise<void>
}

interface Asked {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly unknown[]
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

type Block = { readonly type: 'text'; readonly text: string } | ({ readonly type: 'tool_use' } & WantedUse)

export async function startMessagesApi(uses: readonly WantedUse[]): Promise<MessagesApi> {
  const told: unknown[] = []

  function next({ messages, tools = [] }: Asked): readonly Block[] {
    const results = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as { type: string }[]) : []))
    const answered = results.filter(({ type }) => type === 'tool_result')
    if (answered.length === 0 && tools.length > 0) return uses.map((use) => ({ type: 'tool_use', ...use }))
    told.push(messages.slice(1))
    return [{ type: 'text', text: 'done' }]
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.once('end', () => {
      if (request.url?.startsWith('/v1/messages?') !== true && request.url !== '/v1/messages') {
        response.writeHead(404).end('{}')
        return
      }
      const asked = JSON.parse(body) as Asked
      write(response, asked, next(asked))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told: () => JSON.stringify(told),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function write(response: ServerResponse, { model, stream }: Asked, blocks: readonly Block[]): void {
  const reason = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null, usage }
  if (stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...message, content: blocks, stop_reason: reason }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (event: { readonly type: string; readonly [name: string]: unknown }): void =>
    void response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  send({ type: 'message_start', message: { ...message, content: [], stop_reason: null } })
  for (const [index, block] of blocks.entries()) {
    const isText = block.type === 'text'
    send({
      type: 'content_block_start',
      index,
      content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
    })
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    send({ type: 'content_block_delta', index, delta })
    send({ type: 'content_block_stop', index })
  }
  send({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage })
  send({ type: 'message_stop' })
  response.end()
}
