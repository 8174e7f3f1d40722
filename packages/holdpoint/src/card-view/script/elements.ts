/**
 * Makes elements. Text only ever becomes a text node, and every text passes a guard that marks characters a reader cannot
 * see: whatever an agent or a server wrote, it can neither become markup nor reorder a line of ours.
 */
export const ELEMENTS: string = String.raw`
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\r(?!\n)/gu

function visible(text) {
  return String(text).replace(UNSEEN, (character) =>
    '\u27e6U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '\u27e7')
}

function make(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === false) continue
    if (typeof value === 'function') element.addEventListener(name, value)
    else element.setAttribute(name, value === true ? '' : visible(value))
  }
  for (const child of children.flat(4)) {
    if (child === null || child === undefined) continue
    element.append(child instanceof Node ? child : document.createTextNode(visible(child)))
  }
  return element
}

function show(label, ...children) {
  const region = make('article', { role: 'region', 'aria-label': label }, ...children)
  document.getElementById('main').replaceChildren(region)
}

/* Every byte of the arguments, in the order sent; nothing folded or clipped. */
function drawNode(node) {
  switch (node.kind) {
    case 'object':
      return node.entries.length === 0 ? make('span', { class: 'bytes' }, '{}')
        : make('ul', { class: 'tree' }, node.entries.map(({ key, value }) => make('li', null, make('span', { class: 'key' }, key + ':'), drawNode(value))))
    case 'array':
      return node.items.length === 0 ? make('span', { class: 'bytes' }, '[]')
        : make('ul', { class: 'tree' }, node.items.map((item, index) => make('li', null, make('span', { class: 'key' }, index + 1 + '.'), drawNode(item))))
    case 'text':
      return make('span', { class: 'bytes' + (node.hidden ? ' hidden' : '') }, '"' + node.text + '"')
    case 'blob':
      return make('span', null, make('small', null, node.bytes + ' bytes of encoded data that cannot be inspected, SHA-256 ' + node.sha256 + ' '), make('span', { class: 'bytes' }, '"' + node.text + '"'))
    case 'literal':
      return make('span', { class: 'bytes' }, node.text)
    default:
      throw new Error('An argument of an unknown kind cannot be shown.')
  }
}
`
