/**
 * Reads what an agent sent as feedback. Every problem is named in one answer, with what is allowed, so that the next
 * try succeeds. The caller checks the rationale: it knows whether one is demanded.
 */
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { FEEDBACK_SEVERITIES } from './feedback.ts'
import type { FeedbackReport, FeedbackSeverity } from './feedback.ts'

export const LONGEST_FEEDBACK = 4000
export const LONGEST_TOOL_CALLED = 256
const SHOWN = 40

interface Field {
  readonly name: string
  readonly required: boolean
  readonly longest: number
}

const TEXTS: readonly Field[] = [
  { name: 'attempted_action', required: true, longest: LONGEST_FEEDBACK },
  { name: 'expected_outcome', required: true, longest: LONGEST_FEEDBACK },
  { name: 'actual_outcome', required: true, longest: LONGEST_FEEDBACK },
  { name: 'tool_called', required: false, longest: LONGEST_TOOL_CALLED },
  { name: 'error_seen', required: false, longest: LONGEST_FEEDBACK },
]

/** `preview` and `confirm` may come with any call of ours and mean nothing here. */
const IGNORED: ReadonlySet<string> = new Set(['rationale', 'preview', 'confirm'])

const NAMES: readonly string[] = [...TEXTS.map(({ name }) => name), 'severity', 'rationale']

export type FeedbackReading =
  | { readonly ok: true; readonly report: Omit<FeedbackReport, 'rationale'> }
  | { readonly ok: false; readonly problems: readonly string[] }

export function readFeedback(sent: JsonObject): FeedbackReading {
  const problems = [
    ...TEXTS.flatMap((field) => checkText(field, own(sent, field.name))),
    ...checkSeverity(own(sent, 'severity')),
    ...checkNames(sent),
  ]
  if (problems.length > 0) return { ok: false, problems }
  return {
    ok: true,
    report: {
      attemptedAction: textOf(sent, 'attempted_action') ?? '',
      expectedOutcome: textOf(sent, 'expected_outcome') ?? '',
      actualOutcome: textOf(sent, 'actual_outcome') ?? '',
      toolCalled: textOf(sent, 'tool_called'),
      errorSeen: textOf(sent, 'error_seen'),
      severity: own(sent, 'severity') as FeedbackSeverity,
    },
  }
}

function checkText({ name, required, longest }: Field, value: JsonValue | undefined): readonly string[] {
  if (value === undefined || value === null) return required ? [`"${name}" is required.`] : []
  if (typeof value !== 'string') return [`"${name}" is to be text.`]
  if (required && value.trim() === '') return [`"${name}" is empty.`]
  return value.length > longest ? [`"${name}" has ${value.length} characters; at most ${longest} are allowed.`] : []
}

function checkSeverity(value: JsonValue | undefined): readonly string[] {
  const allowed = `allowed are ${FEEDBACK_SEVERITIES.join(', ')}.`
  if (value === undefined) return [`"severity" is required; ${allowed}`]
  if ((FEEDBACK_SEVERITIES as readonly JsonValue[]).includes(value)) return []
  const shown = typeof value === 'string' ? `"${shortened(value)}"` : `of the type ${typeof value}`
  return [`"severity" is ${shown}; ${allowed}`]
}

function checkNames(sent: JsonObject): readonly string[] {
  const unknown = Object.keys(sent).filter((name) => !NAMES.includes(name) && !IGNORED.has(name))
  if (unknown.length === 0) return []
  const shown = unknown.slice(0, 5).map((name) => `"${shortened(name)}"`)
  return [`Unknown: ${shown.join(', ')}; the fields are ${NAMES.join(', ')}.`]
}

/** Quoted back only so far as it helps to find the mistake. */
function shortened(text: string): string {
  return clipVisible(showInOneLine(text.slice(0, 2 * SHOWN)), SHOWN)
}

function textOf(sent: JsonObject, name: string): string | null {
  const value = own(sent, name)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Names come from outside: `constructor` must not find what every object has. */
function own(sent: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(sent, name) ? sent[name] : undefined
}
