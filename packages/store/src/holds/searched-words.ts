/**
 * What of a hold can be found by its words: tool, server, summary, who asked and why, who decided and why, the keys and
 * texts of the arguments, and the beginning of what came back.
 */
import type { Hold } from '@holdpoint/core'

/** Indexing reads this much; a pasted megabyte must not slow down every later change of the hold. */
const LONGEST_TEXT = 4096
const LONGEST_OUTCOME = 2048
const LONGEST_SAYING = 500

export function searchedWords(hold: Hold): string {
  const { call, preview } = hold
  const words = [call.tool, call.server.name, call.principal, call.client.name]
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
