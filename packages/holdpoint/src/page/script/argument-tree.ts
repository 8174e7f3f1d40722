/** Draws the arguments: every byte, in the order sent. Nothing is folded, clipped or interpreted. */
export const ARGUMENT_TREE: string = String.raw`
const SHORT_TEXT = 60

function drawNode(node) {
  switch (node.kind) {
    case 'object':
      return node.entries.length === 0
        ? el('span', { class: 'value-literal bytes' }, '{}')
        : el('ul', { class: 'tree' }, node.entries.map(({ key, value }) => el('li', null, el('span', { class: 'key' }, key + ':'), drawNode(value))))
    case 'array':
      return node.items.length === 0
        ? el('span', { class: 'value-literal bytes' }, '[]')
        : el('ul', { class: 'tree' }, node.items.map((item, index) => el('li', null, el('span', { class: 'key' }, index + 1 + '.'), drawNode(item))))
    case 'text': {
      const short = node.text.length <= SHORT_TEXT && !node.text.includes('\n')
      return el('span', { class: 'bytes value-text' + (short ? ' short' : '') + (node.hidden ? ' value-hidden' : '') }, node.text)
    }
    case 'blob':
      return el('span', null,
        el('span', { class: 'value-note' }, node.bytes + ' bytes of encoded data that cannot be inspected here, SHA-256 ' + node.sha256),
        el('span', { class: 'bytes value-text' }, node.text))
    case 'literal':
      return el('span', { class: 'value-literal bytes' }, node.text)
    default:
      throw new Error('An argument of an unknown kind cannot be shown.')
  }
}
`
