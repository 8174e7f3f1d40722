/** What of a hold can be found by its words: tool, server, summary, and the keys and texts of the arguments. */
import type { Hold } from '@holdpoint/core'

/** Indexing reads this much; a pasted megabyte must not slow down every later change of the hold. */
const LONGEST_TEXT = 4096

export function searchedWords(hold: Hold): string {
  const { call, preview } = hold
  const words = [call.tool, call.server.name, preview.title]
  collect(readArguments(call.argumentsText), words, { left: LONGEST_TEXT })
  return words.join(' ')
}

export function sameWords(left: Hold, right: Hold): boolean {
  return (
    left.call.argumentsText === right.call.argumentsText &&
    left.preview.title === right.preview.title &&
    left.call.tool === right.call.tool &&
    left.call.server.name === right.call.server.name
  )
}

/** Parsed, so that a word spelled with escapes is found too. */
function readArguments(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function collect(value: unknown, words: string[], budget: { left: number }): void {
  if (budget.left <= 0) return
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) collect(key, words, budget)
      collect(member, words, budget)
      if (budget.left <= 0) return
    }
    return
  }
  if (typeof value !== 'string' && typeof value !== 'number') return
  const text = String(value).slice(0, budget.left)
  budget.left -= text.length + 1
  words.push(text)
}
