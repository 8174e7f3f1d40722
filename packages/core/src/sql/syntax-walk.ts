export interface SyntaxNode {
  readonly [key: string]: unknown
}

/**
 * Walks any syntax tree made of plain objects and arrays. The visitor's first answer that is not `null` ends the walk.
 */
export function firstInTree<T>(root: unknown, visit: (key: string, node: SyntaxNode) => T | null): T | null {
  // Not recursive: trees of hostile statements are deep.
  const open: [string, unknown][] = [['', root]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [key, value] = next
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value) open.push([key, item])
      continue
    }
    const node = value as SyntaxNode
    const answer = visit(key, node)
    if (answer !== null) return answer
    for (const name of Object.keys(node)) open.push([name, node[name]])
  }
  return null
}
