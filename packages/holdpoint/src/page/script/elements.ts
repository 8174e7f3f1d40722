/**
 * Makes elements. Text only ever becomes a text node, and every text passes one guard that marks characters a reader
 * cannot see: whatever an agent or a server wrote, it can neither become markup nor reorder a line of ours.
 */
export const ELEMENTS: string = String.raw`
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\r(?!\n)/gu

function reveal(text) {
  return String(text).replace(UNSEEN, (character) =>
    '\u27e6U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '\u27e7')
}

function el(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : reveal(value))
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined) continue
    element.append(child instanceof Node ? child : document.createTextNode(reveal(child)))
  }
  return element
}

function show(...children) {
  document.getElementById('main').replaceChildren(...children)
}

function announce(text) {
  document.getElementById('announce').textContent = reveal(text)
}

function mark(kind, text) {
  return el('span', { class: 'mark ' + kind }, text)
}

function holdPath(id) {
  return '/approvals/' + encodeURIComponent(id)
}
`
