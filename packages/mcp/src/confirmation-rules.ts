/** What an author says of one tool beside what the SDK wants to know of it. */
import type { JsonValue } from '@holdpoint/core'

export interface ConfirmationRules<Arguments> {
  /** `medium`: a person may allow it for the session. `high`: each call is asked. */
  readonly risk: 'medium' | 'high'
  /** A person is told so, and acts twice. */
  readonly irreversible?: boolean
  /** Looked at before anybody is asked, and again before it runs. `notFound`, `notPossible`: nobody is asked. Absent: people see the arguments alone. */
  readonly preview?: (args: Arguments) => Promise<PreviewAnswer> | PreviewAnswer
  /** Takes back what ran, once a person wants that. `before` is what the last preview gave as `before`, else its details; without a preview there is no way back. */
  readonly undo?: (before: never) => unknown
  /** `true`: a call is a preview unless it says `preview: false`; an agent asks for it in a second call, after the person said yes on the card. */
  readonly previewFirst?: boolean
}

export interface ToolPreview {
  /** A plain question: "Delete Oak chair?" */
  readonly title: string
  /** Name, code, status …: what the thing is. */
  readonly details?: { readonly [label: string]: JsonValue }
  /** What goes with it: associated records, money. */
  readonly impact?: readonly { readonly label: string; readonly value: string }[]
  /** What `undo` gets. Default: the details. */
  readonly before?: JsonValue
}

export interface NotFound {
  readonly notFound: string
}

/** The thing is there, and this cannot be done with it. */
export interface NotPossible {
  readonly notPossible: string
}

export type PreviewAnswer = ToolPreview | NotFound | NotPossible

/** There is nothing to act on: nobody is asked, and the agent is told this. */
export function notFound(what: string): NotFound {
  return { notFound: `${what} was not found.` }
}

/** It cannot be done as things are: nobody is asked, and the agent is told why. */
export function notPossible(why: string): NotPossible {
  return { notPossible: why }
}
