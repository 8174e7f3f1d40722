/** What a look at the entity before the question led to. */
import { errorAnswer, say, showHiddenCharacters, showInOneLine } from '@holdpoint/core'
import type { AgentAnswer, Call, EntityPreview } from '@holdpoint/core'

export type PreviewLook =
  /** There is no recipe for this tool. */
  | { readonly kind: 'none' }
  /** There is nothing to act on: nobody is asked. */
  | { readonly kind: 'answered'; readonly answer: AgentAnswer }
  /** Its state forbids the call: nobody is asked. */
  | { readonly kind: 'refused'; readonly answer: AgentAnswer }
  | { readonly kind: 'seen'; readonly entity: EntityPreview; readonly warnings: readonly string[] }
  /** A person is asked all the same, and told what they do not see. */
  | { readonly kind: 'unavailable'; readonly warning: string }

/** The look again, right before the dispatch. */
export type SecondLook =
  | { readonly kind: 'same' }
  /** In words: what was shown, and what is there now. */
  | { readonly kind: 'changed'; readonly differences: string }
  | { readonly kind: 'unreadable'; readonly why: string }

const WORDS_LENGTH = 500

/** The server's words stand in quotes, escaped: they can neither end the sentence nor pass for one of ours. */
export function absentAnswer(call: Pick<Call, 'tool' | 'server'>, source: string, words: string): AgentAnswer {
  const quoted = quote(words)
  const message = say('nothingThereToActOn', { tool: call.tool, source, server: call.server.name, words: quoted })
  return errorAnswer('VALIDATION_ERROR', message, { reason: quoted })
}

/** For whoever is asked: what they do not see, and what the server said instead. */
export function failedWarning(call: Pick<Call, 'server'>, source: string, words: string): string {
  return say('cannotBeShownInItsWords', { tool: source, server: showInOneLine(call.server.name), words: quote(words) })
}

export function failedReason(source: string, words: string): string {
  return say('failedInItsWords', { tool: source, words: quote(words) })
}

export function refusedAnswer(call: Pick<Call, 'tool'>, reason: string): AgentAnswer {
  const shown = showHiddenCharacters(reason).text.slice(0, WORDS_LENGTH)
  const message = say('notPossibleNow', { tool: call.tool, reason: shown })
  return errorAnswer('VALIDATION_ERROR', message, { reason: shown })
}

function quote(words: string): string {
  const clipped = words.length > WORDS_LENGTH ? `${words.slice(0, WORDS_LENGTH)}… (${words.length} characters)` : words
  return JSON.stringify(showHiddenCharacters(clipped).text)
}
