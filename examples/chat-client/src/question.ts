/**
 * From the form of a server to the question on a card, and from what a person pressed to the answer of the form. It takes forms that ask for one decision among a few, the last of which is the no, as Holdpoint's are;
 * any other form is none of a card's, and is cancelled.
 */
import type { HoldVerdictDetail, InvocationHold } from '@holdpoint/card'
import { toArgumentNode } from '@holdpoint/card/presentation'
import { showHiddenCharacters, showInOneLine } from '@holdpoint/core'
import type { JsonValue } from '@holdpoint/core'

export interface Form {
  readonly message: string
  readonly choices: readonly string[]
}

export interface Asked {
  readonly tool: string
  readonly server: string
  readonly arguments: JsonValue
  readonly destructive: boolean
}

export type FormResult =
  | { readonly action: 'accept'; readonly content: { readonly [field: string]: string } }
  | { readonly action: 'cancel' }

/** `null`: no form of one decision. */
export function readForm(params: unknown): Form | null {
  const { message, requestedSchema } = params as { readonly message?: unknown; readonly requestedSchema?: Schema }
  const choices = requestedSchema?.properties?.['decision']?.enum ?? []
  return typeof message === 'string' && choices.length >= 2 && choices.length <= 3 ? { message, choices } : null
}

interface Schema {
  readonly properties?: { readonly [field: string]: { readonly enum?: readonly string[] } }
}

export function toHold(id: string, { message, choices }: Form, asked: Asked): InvocationHold {
  const no = choices.length - 1
  const [, said] = /\((low|medium|high) risk\)/.exec(message) ?? []
  const risk = said === 'low' || said === 'medium' ? said : asked.destructive || said === 'high' ? 'high' : 'medium'
  const { rationale } = Object(asked.arguments) as { readonly rationale?: unknown }
  const server = { name: showInOneLine(asked.server), identity: '', display: showInOneLine(asked.server) }
  return {
    id,
    state: 'pending',
    risk,
    decide_by: '',
    editable: false,
    choices: choices.map((words, index) => {
      if (index === no) return { name: 'no', answer: 'decline', words, grant: null }
      const once = index === no - 1
      return {
        name: once ? 'once' : 'scope',
        answer: 'approve',
        words,
        grant: once ? null : { for: 'session', arguments: 'scope' },
      }
    }),
    preview: {
      title: showInOneLine(message.split('\n')[0] ?? ''),
      tool: showInOneLine(asked.tool),
      toolTitle: null,
      server,
      risk,
      why: '',
      rule: '',
      askedBy: { principal: '', client: '' },
      arguments: toArgumentNode(asked.arguments),
      rationale: typeof rationale === 'string' ? showHiddenCharacters(rationale).text : null,
      irreversible: false,
      warnings: [],
    },
  }
}

export function toFormResult({ choices }: Form, { answer, grant, reason }: HoldVerdictDetail): FormResult {
  if (answer === 'cancel') return { action: 'cancel' }
  const no = choices.length - 1
  const decision = choices[answer === 'decline' ? no : grant === null ? no - 1 : 0] ?? ''
  return { action: 'accept', content: { decision, ...(reason === null ? {} : { reason }) } }
}
