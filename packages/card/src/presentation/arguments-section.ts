/**
 * The arguments of a call: those that will be sent where a hold shows them, else as the host gives them, if it knows
 * them.
 */
import type { JsonValue } from '@holdpoint/core'
import type { Invocation } from '../invocation.ts'
import type { ArgumentLine } from './argument-lines.ts'
import { argumentLines, plainLine, toArgumentNode } from './argument-lines.ts'
import type { MessageTable } from './message-table.ts'
import { lazily } from './lazily.ts'
import { readJson } from './read-json.ts'
import { readSpelled, spell } from './spelled-json.ts'
import { visible } from './visible.ts'

export interface ArgumentsSection {
  readonly kind: 'arguments'
  readonly heading: string
  readonly lines: readonly ArgumentLine[]
  /** As people read them; none: only as JSON. */
  readonly content: readonly ArgumentLine[]
  /** Whether the text is still arriving. */
  readonly streaming: boolean
  /** What is missing of it, in words; empty: nothing. */
  readonly about: string
  readonly hidden: boolean
  /** All of it as JSON, in its own spelling; `null` while it streams. */
  readonly text: string | null
  /** All of it, as it is copied. */
  readonly copy: string
}

/** More are hidden until the person expands them. */
export const MOST_ARGUMENT_LINES = 100

export function presentArguments(invocation: Invocation, messages: MessageTable): ArgumentsSection | null {
  const { hold, state } = invocation
  if (!hold && (invocation.arguments ?? null) === null) return null
  const preview = hold?.preview
  const heading = hold?.state === 'pending' && preview !== undefined ? messages.argumentsToRun : messages.arguments
  const { value, text } = readArguments(invocation)
  const isPart = value === undefined && preview === undefined
  // What has not come by the end will not come.
  const streaming = isPart && (state === 'pending' || state === 'running')
  const eager = {
    kind: 'arguments' as const,
    heading,
    streaming,
    about: streaming ? messages.streaming : isPart ? messages.incomplete : '',
    text: value === undefined ? null : text,
    content: hold?.content ?? [],
  }
  // Long arguments take a while to lay out, a card is drawn often, and mostly they are closed.
  const section: ArgumentsSection = lazily(eager, {
    lines: () =>
      preview !== undefined
        ? argumentLines(preview.arguments, messages)
        : value !== undefined
          ? argumentLines(toArgumentNode(value), messages)
          : streamedLines(text ?? ''),
    hidden: (): boolean => section.lines.some((line) => /⟦U\+(?!27E6)/.test((line.key ?? '') + line.text)),
    copy: (): string =>
      value === undefined && text !== null ? text : (spelled(text) ?? section.lines.map(plainLine).join('\n')),
  })
  return section
}

/** `null`: too deep to be spelled. */
function spelled(text: string | null): string | null {
  try {
    return text === null ? null : spell(readSpelled(text), 2)
  } catch {
    return null
  }
}

interface Reading {
  /** `undefined`: still arriving. */
  readonly value: JsonValue | undefined
  /** As it was spelled, where that is known; `null`: too deep to be spelled. */
  readonly text: string | null
}

/** Text is JSON text, complete or still arriving; a call's arguments are never a plain string. */
export function readArguments({ hold, arguments: given }: Invocation): Reading {
  const value = hold?.arguments_text ?? hold?.edit?.approved ?? hold?.arguments ?? given ?? {}
  if (typeof value === 'string') return { value: readJson(value), text: value }
  try {
    return { value, text: JSON.stringify(value) }
  } catch {
    return { value, text: null }
  }
}

function streamedLines(text: string): readonly ArgumentLine[] {
  return visible(text)
    .split('\n')
    .map((line) => ({ depth: 0, key: null, text: line, kind: 'text' }))
}
