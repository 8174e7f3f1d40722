/** Splits `Delete ${entity.name}?` into text and expressions. Braces and quotes inside an expression are its own. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly text: string }

/** `null`: an expression is not closed. */
export function splitTemplate(template: string): readonly TemplatePart[] | null {
  const parts: TemplatePart[] = []
  let at = 0
  for (;;) {
    const open = template.indexOf('${', at)
    if (open < 0) {
      if (at < template.length) parts.push({ kind: 'text', text: template.slice(at) })
      return parts
    }
    const close = endOfExpression(template, open + 2)
    if (close < 0) return null
    if (open > at) parts.push({ kind: 'text', text: template.slice(at, open) })
    parts.push({ kind: 'expression', text: template.slice(open + 2, close).trim() })
    at = close + 1
  }
}

function endOfExpression(template: string, start: number): number {
  let depth = 0
  let quote: string | null = null
  for (let at = start; at < template.length; at++) {
    const character = template[at] ?? ''
    if (quote !== null) {
      if (character === '\\') at++
      else if (character === quote) quote = null
    } else if (character === '"' || character === "'") quote = character
    else if (character === '{') depth++
    else if (character === '}') {
      if (depth === 0) return at
      depth--
    }
  }
  return -1
}
