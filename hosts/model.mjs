/**
 * A scripted model on loopback that speaks the wire shapes of four vendors: Anthropic Messages, OpenAI chat completions
 * and responses, Gemini generateContent. It thinks nothing: each request is answered by the next step of a plan, told
 * by how many results of our tools the conversation holds, and it writes down what those results said, which is what a
 * model is told.
 */
import http from 'node:http'

/**
 * `plan`: `{tool, arguments}`; after its last step the model says "done". `known`: the name under which a host runs a
 * tool that it does not list in every request; `null`: it lists them all.
 */
export async function startModel(plan, known = null) {
  const requests = []
  let told = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const url = new URL(request.url, 'http://localhost')
      let json = {}
      try {
        json = JSON.parse(body || '{}')
      } catch {
        // Not every request is the model's.
      }
      const names = wireOf(url.pathname)?.tools(json) ?? []
      const ours = names.filter((name) => /(get|delete)_item$/.test(name))
      requests.push(`${request.method} ${url.pathname} (${ours.length} of ${names.length} tools)`)
      answer(url.pathname, json, response)
    })
  })

  function answer(path, json, response) {
    const wire = wireOf(path)
    if (wire === null) return sendJson(response, otherAnswer(path))
    const results = wire.results(json)
    if (results.length >= told.length) told = results
    const step = plan[results.length]
    const names = wire.tools(json)
    const unlisted = known !== null && names.length >= MAIN_REQUEST_TOOLS ? (tool) => known(tool) : () => null
    const name = step === undefined ? null : (offered(names, step.tool) ?? unlisted(step.tool))
    // Hosts also ask for titles and summaries, without tools.
    if (step === undefined || name === null) return wire.say(response, json, path, 'done')
    wire.call(response, json, path, { id: `call_${results.length + 1}`, name, arguments: step.arguments })
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    /** What the model was told of each call, in order. */
    told: () => told,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  }
}

/** Requests for titles and the like have few tools or none. */
const MAIN_REQUEST_TOOLS = 10

/** Hosts put a prefix of their own before a tool's name. */
function offered(names, tool) {
  return names.find((name) => name === tool || name.endsWith(tool)) ?? null
}

function wireOf(path) {
  if (/\/messages\/?$/.test(path)) return ANTHROPIC
  if (/\/chat\/completions\/?$/.test(path)) return CHAT
  if (/\/responses\/?$/.test(path)) return RESPONSES
  if (/:(stream)?generateContent$/i.test(path)) return GEMINI
  return null
}

function otherAnswer(path) {
  if (/count_?tokens/i.test(path)) return { input_tokens: 10, totalTokens: 10 }
  if (/\/models/.test(path)) {
    return { object: 'list', data: [{ id: 'scripted', object: 'model', created: 0, owned_by: 'us' }], models: [] }
  }
  return {}
}

function sendJson(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function sendEvents(response, events) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const event of events) {
    response.write(
      `${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${event.raw ?? JSON.stringify(event)}\n\n`,
    )
  }
  response.end()
}

const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
const joined = (content) =>
  Array.isArray(content) ? content.map((part) => part?.text ?? asText(part)).join('\n') : asText(content)

const ANTHROPIC = {
  tools: ({ tools = [] }) => tools.map(({ name }) => name),
  results: ({ messages = [] }) =>
    messages.flatMap(({ content }) =>
      Array.isArray(content)
        ? content.filter(({ type }) => type === 'tool_result').map((result) => joined(result.content))
        : [],
    ),
  say(response, json, _path, text) {
    this.send(response, json, [{ type: 'text', text }], 'end_turn')
  },
  call(response, json, _path, { id, name, arguments: input }) {
    this.send(response, json, [{ type: 'tool_use', id: `toolu_${id}`, name, input }], 'tool_use')
  },
  send(response, { stream, model }, content, stop) {
    const usage = { input_tokens: 10, output_tokens: 10 }
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: model ?? 'scripted', usage }
    if (stream !== true) {
      return sendJson(response, { ...message, content, stop_reason: stop, stop_sequence: null })
    }
    const blocks = content.flatMap((block, index) => {
      const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
      const delta =
        block.type === 'text'
          ? { type: 'text_delta', text: block.text }
          : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
      return [
        { type: 'content_block_start', index, content_block: empty },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ]
    })
    sendEvents(response, [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ])
  },
}

const CHAT = {
  tools: ({ tools = [] }) => tools.map((tool) => tool.function?.name ?? ''),
  results: ({ messages = [] }) => messages.filter(({ role }) => role === 'tool').map(({ content }) => joined(content)),
  say(response, json, _path, text) {
    this.send(response, json, { role: 'assistant', content: text }, 'stop')
  },
  call(response, json, _path, { id, name, arguments: input }) {
    const call = { index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
    this.send(response, json, { role: 'assistant', content: null, tool_calls: [call] }, 'tool_calls')
  },
  send(response, { stream, model }, message, reason) {
    const base = { id: 'chatcmpl-1', created: 1, model: model ?? 'scripted' }
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
    if (stream !== true) {
      const choices = [{ index: 0, message, finish_reason: reason, logprobs: null }]
      return sendJson(response, { ...base, object: 'chat.completion', choices, usage })
    }
    const chunk = (delta, finish) => ({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
    sendEvents(response, [
      chunk(message, null),
      chunk({}, reason),
      { ...base, object: 'chat.completion.chunk', choices: [], usage },
      { raw: '[DONE]' },
    ])
  },
}

const RESPONSES = {
  tools: ({ tools = [] }) =>
    tools.flatMap((tool) =>
      tool.type === 'namespace' ? (tool.tools ?? []).map(({ name }) => name) : [tool.name ?? ''],
    ),
  results: ({ input = [] }) =>
    Array.isArray(input)
      ? input.filter(({ type }) => type === 'function_call_output').map(({ output }) => joined(output))
      : [],
  say(response, json, _path, text) {
    const content = [{ type: 'output_text', text, annotations: [] }]
    this.send(response, json, { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content })
  },
  call(response, json, _path, { id, name, arguments: input }) {
    const space = (json.tools ?? []).find(
      (tool) => tool.type === 'namespace' && (tool.tools ?? []).some((inner) => inner.name === name),
    )
    this.send(response, json, {
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      ...(space === undefined ? {} : { namespace: space.name }),
      arguments: JSON.stringify(input),
      status: 'completed',
    })
  },
  send(response, { stream, model }, item) {
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    }
    const whole = {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      status: 'completed',
      model: model ?? 'scripted',
      output: [item],
      parallel_tool_calls: false,
      tool_choice: 'auto',
      tools: [],
      usage,
    }
    if (stream !== true) return sendJson(response, whole)
    const started = { ...whole, status: 'in_progress', output: [], usage: null }
    const isText = item.type === 'message'
    const part = isText ? item.content[0] : null
    const place = { item_id: item.id, output_index: 0 }
    const middle = isText
      ? [
          { type: 'response.content_part.added', ...place, content_index: 0, part: { ...part, text: '' } },
          { type: 'response.output_text.delta', ...place, content_index: 0, delta: part.text },
          { type: 'response.output_text.done', ...place, content_index: 0, text: part.text },
          { type: 'response.content_part.done', ...place, content_index: 0, part },
        ]
      : [
          { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments },
          { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
        ]
    const empty = isText
      ? { ...item, content: [], status: 'in_progress' }
      : { ...item, arguments: '', status: 'in_progress' }
    const events = [
      { type: 'response.created', response: started },
      { type: 'response.in_progress', response: started },
      { type: 'response.output_item.added', output_index: 0, item: empty },
      ...middle,
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ]
    sendEvents(
      response,
      events.map((event, index) => ({ ...event, sequence_number: index })),
    )
  },
}

const GEMINI = {
  tools: ({ tools = [] }) =>
    tools.flatMap((tool) => (tool.functionDeclarations ?? tool.function_declarations ?? []).map(({ name }) => name)),
  results: ({ contents = [] }) =>
    contents.flatMap(({ parts = [] }) =>
      parts
        .filter(({ functionResponse }) => functionResponse !== undefined)
        .map((part) => asText(part.functionResponse.response)),
    ),
  say(response, _json, path, text) {
    this.send(response, path, { text })
  },
  call(response, _json, path, { id, name, arguments: args }) {
    this.send(response, path, { functionCall: { id, name, args } })
  },
  send(response, path, part) {
    const answer = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
      modelVersion: 'scripted',
    }
    if (/stream/i.test(path)) sendEvents(response, [answer])
    else sendJson(response, answer)
  },
}
