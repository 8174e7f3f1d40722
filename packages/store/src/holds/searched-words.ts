/**
 * What of a hold can be found by its words: tool, server, summary, where it comes from, who asked and why, who decided and why, the keys and
 * texts of the arguments, and the beginning of what came back. And how a search is read.
 */
import type { Hold } from '@holdpoint/core'

/** Indexing reads this much; a pasted megabyte must not slow down every later change of the hold. */
const LONGEST_TEXT = 4096
const LONGEST_OUTCOME = 2048
const LONGEST_SAYING = 500
const MOST_PHRASED_WORDS = 8

export function searchedWords(hold: Hold): string {
  const { call, preview } = hold
  const words = [call.tool, call.server.name, call.principal, call.client.name]
  words.push(...Object.values(call.provenance ?? {}))
  for (const said of sayings(hold)) if (said !== null) words.push(said.slice(0, LONGEST_SAYING))
  // Its arguments are what was read of the server, which is for approvers only, and others search too.
  if (hold.undoOf !== undefined) return words.join(' ')
  words.push(preview.title)
  collect(readJson(call.argumentsText), words, { left: LONGEST_TEXT })
  if (hold.edit !== null) collect(readJson(hold.edit.argumentsText), words, { left: LONGEST_TEXT })
  collect(toOutcomeTexts(hold.outcome), words, { left: LONGEST_OUTCOME })
  return words.join(' ')
}

export function sameWords(left: Hold, right: Hold): boolean {
  return (
    left.call.argumentsText === right.call.argumentsText &&
    left.preview.title === right.preview.title &&
    left.call.tool === right.call.tool &&
    left.call.server.name === right.call.server.name &&
    left.verdicts.length === right.verdicts.length &&
    left.edit?.digest === right.edit?.digest &&
    left.note === right.note &&
    left.outcome === right.outcome
  )
}

/**
 * Words written together are searched together: `U-1` is these two words in a row, and not any `u…` with any `1…`. The
 * last word of each may be longer, so that results come while a person is still typing.
 */
export function searchedPhrases(text: string): readonly string[] {
  const phrases: string[] = []
  let left = MOST_PHRASED_WORDS
  for (const term of text.split(/\s+/)) {
    const words = term.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)?.slice(0, left) ?? []
    if (words.length > 0) phrases.push(words.join(' '))
    left -= words.length
  }
  return phrases
}

function sayings({ call, verdicts, note, changedSince }: Hold): readonly (string | null)[] {
  // How an entity differs is for approvers only, and others search too.
  const said = changedSince === undefined ? note : null
  return [call.rationale, said, ...verdicts.flatMap(({ by, reason }) => [by, reason])]
}

function toOutcomeTexts(outcome: Hold['outcome']): unknown {
  switch (outcome?.kind) {
    case undefined:
      return null
    case 'result':
      return readJson(outcome.resultText.slice(0, LONGEST_OUTCOME))
    case 'error':
      return readJson(outcome.errorText.slice(0, LONGEST_OUTCOME))
    case 'lost':
      return outcome.reason
    case 'resolved':
      return outcome.note
  }
}

/** Parsed, so that a word spelled with escapes is found too. */
function readJson(text: string): unknown {
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
