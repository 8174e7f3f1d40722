/** Runs in the page: the text under an element, with that of the open trees inside it. */
export function readDeep(start: Element): string {
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (node instanceof Element && /^(STYLE|SCRIPT|NOSCRIPT)$/.test(node.tagName)) return ''
    const inside = node instanceof Element && node.shadowRoot !== null ? [...node.shadowRoot.childNodes] : []
    return [...inside, ...node.childNodes].map(read).join('')
  }
  return read(start).trim()
}
