/**
 * What the gate writes into a chat, as plain text: the question, how to answer it, what became of it. It shows every character
 * of the arguments or nothing, and never what the agent claims: its reader is the person the agent works for.
 */
import {
  clipVisible,
  contentLines,
  describeMasked,
  plainContentLine,
  previewIn,
  sayIn,
  showInOneLine,
  translate,
} from '@holdpoint/core'
import type { Hold, ListedHold } from '@holdpoint/core'
import { codeOf, titleOf } from './chat-hold.ts'

/** Of a result, in the notice that is written where no agent is left to tell it. */
const LONGEST_RESULT = 500

/** A hold, or one that is about to be stored. */
type AskedHold = Pick<Hold, 'id' | 'call' | 'ruling' | 'preview'>

/** `leftMs`: how long it may still be answered. */
export function chatQuestion(hold: AskedHold, needsCode: boolean, leftMs: number, language: string): string {
  const description = describeMasked(previewIn(hold.preview, hold.call.tool, language), language)
  const lines = [sayIn(language, 'chatQuestion', { title: description.title })]
  if (description.consequence === 'irreversible') lines.push(sayIn(language, 'chatIrreversible'))
  lines.push(...description.warnings.map((warning) => `⚠ ${warning}`))
  for (const part of description.body) {
    if (part.kind === 'fields') {
      const changes = part.fields.map(({ label, before, after }) => ({
        label,
        value: after === null ? before : `${before} → ${after}`,
      }))
      lines.push(...[...changes, ...part.impact].map(({ label, value }) => `${label}: ${value}`))
    } else {
      const shown = contentLines(hold.preview).map(plainContentLine)
      if (shown.length > 0) lines.push(sayIn(language, 'chatArguments'), ...shown.map((line) => `  ${line}`))
    }
  }
  const time = timeWords(leftMs, language)
  lines.push(sayIn(language, 'chatReply', { ...replyWords(hold, needsCode, language), time }))
  return lines.join('\n')
}

/** What waits, each with what to type. */
export function waitingText(
  head: 'chatStillWaits' | 'chatSayWhich',
  waiting: readonly ListedHold[],
  needsCode: boolean,
  language: string,
): string {
  const lines = waiting.map((hold) =>
    sayIn(language, 'chatWaits', { title: titleOf(hold, language), ...replyWords(hold, needsCode, language) }),
  )
  return [sayIn(language, head), ...lines].join('\n')
}

function replyWords(
  hold: Pick<ListedHold, 'id'>,
  needsCode: boolean,
  language: string,
): { readonly confirm: string; readonly cancel: string } {
  if (!needsCode) return { confirm: sayIn(language, 'chatConfirmWord'), cancel: sayIn(language, 'chatCancelWord') }
  const code = codeOf(hold)
  return {
    confirm: sayIn(language, 'chatConfirmCode', { code }),
    cancel: sayIn(language, 'chatCancelCode', { code }),
  }
}

function timeWords(milliseconds: number, language: string): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  return seconds >= 120 && seconds % 60 === 0
    ? sayIn(language, 'chatMinutes', { n: seconds / 60 })
    : sayIn(language, 'chatSeconds', { n: seconds })
}

/** What became of a hold that has left `pending`, where the reader may not know which one is meant. */
export function endingText(hold: Hold, language: string): string {
  const title = titleOf(hold, language)
  switch (hold.state) {
    case 'pending':
      return waitingText('chatStillWaits', [hold], true, language)
    case 'approved':
    case 'dispatching':
      return sayIn(language, 'chatRunning', { title })
    case 'succeeded': {
      const result = resultOf(hold).text
      const done = sayIn(language, 'chatDone', { title })
      return result === '' ? done : `${done}\n${clipVisible(showInOneLine(result), LONGEST_RESULT)}`
    }
    case 'failed':
      return sayIn(language, 'chatFailed', { title, why: clipVisible(chatFailure(hold), LONGEST_RESULT) })
    case 'unknown':
      return sayIn(language, 'chatOutcomeUnknown', { title })
    case 'resolved':
      return hold.outcome?.kind === 'resolved' && hold.outcome.executed
        ? sayIn(language, 'chatDone', { title })
        : sayIn(language, 'chatNotRun', { title, why: hold.note ?? '' })
    case 'declined':
    case 'cancelled':
      return sayIn(language, 'chatCancelledOf', { title })
    case 'expired':
      return hold.executeBy === null
        ? sayIn(language, 'chatTimeoutOf', { title })
        : sayIn(language, 'chatLapsed', { title })
    case 'invalidated':
      return sayIn(language, 'chatNotRun', { title, why: translate(hold.note ?? '', 'note', language) })
  }
}

export interface StoredResult {
  readonly value: unknown
  readonly text: string
}

/** What the operation returned, as it was stored. */
export function resultOf({ outcome }: Hold): StoredResult {
  if (outcome?.kind !== 'result') return { value: null, text: '' }
  const read = JSON.parse(outcome.resultText) as {
    readonly content?: readonly { readonly text?: string }[]
    readonly structuredContent?: { readonly value?: unknown }
  }
  return { value: read.structuredContent?.value ?? null, text: read.content?.[0]?.text ?? '' }
}

export function chatFailure(hold: Hold): string {
  return showInOneLine(resultOf(hold).text)
}
