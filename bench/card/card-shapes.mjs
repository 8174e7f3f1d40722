/** A megabyte in every place where a server can put one, plain and full of characters that hide: what no tool writes, but can be made to. */
const MEGABYTE = 1024 * 1024
const PLAIN = 'some words '.repeat(MEGABYTE / 11)
const HIDDEN = 'a\u202eb '.repeat(MEGABYTE / 4)

const many = (count, item) => Array.from({ length: count }, item)
const text = (words) => ({ type: 'text', text: words })
const link = (more) => ({ type: 'resource_link', uri: 'https://x.example/', name: 'a file', ...more })

/** Of each, what an invocation says beside the call itself. */
export const SHAPES = {
  Markdown: {
    content: [
      text(
        'A **word**, a `name`, a [link](https://a.example/b).\n\n- one\n- two\n\n'.repeat(16_000).slice(0, MEGABYTE),
      ),
    ],
  },
  'one line': { content: [text('x'.repeat(MEGABYTE))] },
  'text with every fourth character hidden': { content: [text(HIDDEN)] },
  '550 short texts': { content: many(550, () => text('word '.repeat(380))) },
  '550 short texts with hidden characters': { content: many(550, () => text('a\u202eb '.repeat(475))) },
  '550 short texts of nothing but emphasis': { content: many(550, () => text('*a* '.repeat(475))) },
  '130 long texts of nothing but emphasis': { content: many(130, () => text('*a* '.repeat(2000))) },
  '200,000 items that are none': { content: many(200_000, () => null) },
  '5,000 links': {
    content: many(5000, (_, at) => link({ uri: `https://x.example/${at}`, description: 'd'.repeat(120) })),
  },
  'hidden characters in the address of a resource': {
    content: [{ type: 'resource', resource: { uri: HIDDEN, text: 'x' } }],
  },
  'words in the address of a resource': { content: [{ type: 'resource', resource: { uri: PLAIN, text: 'x' } }] },
  'hidden characters in the address of a link': { content: [link({ uri: `https://x.example/${HIDDEN}` })] },
  'hidden characters in the name of a link': { content: [link({ name: HIDDEN })] },
  'hidden characters in what a link is about': { content: [link({ description: HIDDEN })] },
  'hidden characters in an unknown type': { content: [{ type: HIDDEN }] },
  'JSON as bytes': {
    content: [{ type: 'resource', resource: { uri: 'a://b', mimeType: 'application/json', blob: bytes(PLAIN) } }],
  },
  'hidden characters in structured data': { structuredContent: { x: HIDDEN } },
  'hidden characters in structured data beside a text': { content: [text('ok')], structuredContent: { x: HIDDEN } },
  'words in a failure': { state: 'error', content: [text(PLAIN)] },
  'hidden characters in a failure': { state: 'error', content: [text(HIDDEN)] },
  'words in the message of a failure': { state: 'error', error: PLAIN },
  'hidden characters in the message of a failure': { state: 'error', error: HIDDEN },
  'hidden characters in the message of progress': { state: 'running', progress: { progress: 1, message: HIDDEN } },
  'hidden characters in the name of the tool': { tool: HIDDEN, content: [text('ok')] },
  'hidden characters in the title of the tool': { title: HIDDEN, content: [text('ok')] },
  'hidden characters in the name of the server': {
    server: { name: HIDDEN, trust: 'untrusted', state: 'connected' },
    content: [text('ok')],
  },
  'hidden characters in closed arguments': { arguments: { x: HIDDEN }, content: [text('ok')] },
  'hidden characters in the name of an argument': { arguments: { [HIDDEN]: 1 }, content: [text('ok')] },
}

function bytes(words) {
  return Buffer.from(JSON.stringify({ words })).toString('base64')
}
