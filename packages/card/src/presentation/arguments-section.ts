/** The arguments of a call: those that will be sent where a hold shows them, else as the host told them. */
import type { JsonValue } from '@holdpoint/core'
import type { Invocation } from '../invocation.ts'
import type { ArgumentLine } from './argument-lines.ts'
import { argumentLines, plainLine, toArgumentNode } from './argument-lines.ts'
import type { MessageTable } from './message-table.ts'
import { readJson } from './read-json.ts'
import { visible } from './visible.ts'

export interface ArgumentsSection {
  readonly kind: 'arguments'
  readonly heading: string
  readonly lines: readonly ArgumentLine[]
  /** Over 100 lines: hidden until somebody expands them. */
  readonly long: boolean
  /** Whether the text is still arriving. */
  readonly streaming: boolean
  readonly hidden: boolean
  /** The parsed arguments; `null` while they stream. */
  readonly value: JsonValue | null
  /** All of it, as it is copied. */
  readonly copy: string
}

export const MOST_ARGUMENT_LINES = 100

export function presentArguments(invocation: Invocation, messages: MessageTable): ArgumentsSection {
  const { hold } = invocation
  const preview = hold?.preview
  const heading = hold?.state === 'pending' && preview !== undefined ? messages.argumentsToRun : messages.arguments
  const reading = readArguments(hold?.edit?.approved ?? hold?.arguments ?? invocation.arguments)
  const lines =
    preview !== undefined
      ? argumentLines(preview.arguments, messages)
      : reading.ok
        ? argumentLines(toArgumentNode(reading.value), messages)
        : streamedLines(reading.text)
  return {
    kind: 'arguments',
    heading,
    lines,
    long: lines.length > MOST_ARGUMENT_LINES,
    streaming: !reading.ok && preview === undefined,
    hidden: lines.some(({ key, text }) => /⟦U\+/.test(key ?? '') || /⟦U\+/.test(text)),
    value: reading.ok ? reading.value : null,
    copy: reading.ok ? copyOf(reading.value, lines) : reading.text,
  }
}

type Reading = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly text: string }

/** Text is JSON text, complete or still arriving; a call's arguments are never a plain string. */
function readArguments(value: JsonValue | undefined): Reading {
  if (value === undefined || value === null) return { ok: true, value: {} }
  if (typeof value !== 'string') return { ok: true, value }
  const read = readJson(value)
  return read === undefined ? { ok: false, text: value } : { ok: true, value: read }
}

function streamedLines(text: string): readonly ArgumentLine[] {
  return visible(text)
    .split('\n')
    .map((line) => ({ depth: 0, key: null, text: line, kind: 'text' }))
}

function copyOf(value: JsonValue, lines: readonly ArgumentLine[]): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return lines.map(plainLine).join('\n')
  }
}
