/**
 * The form of an elicitation, its text, and what its answers mean. There is no default and no way to say yes by doing
 * nothing: an accept without the decision, or one faster than anybody reads, decides nothing, and what no person can
 * have given is no answer at all. What is offered depends on the hold and on what the host's dialog can carry, and an
 * answer is compared with what was offered for that very hold: the words of another one's form mean nothing here.
 */
import {
  isJsonObject,
  clipVisible,
  say,
  decisiveLines,
  describeMasked,
  factLines,
  questionLines,
  showsEveryByte,
  wrapColumns,
} from '@holdpoint/core'
import type { GrantRequest, Hold, JsonObject, JsonValue, DialogSize, Preview } from '@holdpoint/core'
import { choiceOf, decisionField } from './form-choices.ts'
import type { FormShape } from './form-choices.ts'
import { isByItself } from '../rail.ts'

/** No person reads a question, chooses and confirms faster. */
const FASTEST_ACCEPT_MS = 400
const LONGEST_REASON = 500

export type FormAnswer =
  | {
      readonly kind: 'verdict'
      readonly answer: 'approve' | 'decline' | 'cancel'
      readonly reason: string | null
      /** What the chosen answer says stands beside the call; `null`: nothing. */
      readonly grant: GrantRequest | null
    }
  /** `byItself`: the host refuses faster than anybody reads, so no person will see its next form either. */
  | { readonly kind: 'no-decision'; readonly why: string; readonly byItself: boolean }
  /** The person wants to decide where the call is shown whole. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'unknown'; readonly why: string }

/** `elsewhere`: where everything else can be answered. */
export function decisionForm(message: string, hold: Hold, shape: FormShape, elsewhere: string): JsonObject {
  const reason = { type: 'string', title: 'Reason', description: 'Told to the agent.', maxLength: LONGEST_REASON }
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: { decision: decisionField(hold, shape, elsewhere), ...(shape.fields === 'all' ? { reason } : {}) },
      required: ['decision'],
    },
  }
}

/** `afterMs`: how long the client took. */
export function readFormAnswer(
  hold: Hold,
  result: JsonValue | undefined,
  afterMs: number,
  shape: FormShape,
): FormAnswer {
  const action = isJsonObject(result) ? result['action'] : undefined
  // Whatever it says, a no as well: a host that answers by itself speaks for no person.
  if (action !== 'accept' && isByItself(afterMs)) {
    const n = Math.max(0, Math.round(afterMs) || 0)
    const answer = action === 'decline' || action === 'cancel' ? action : 'unknown'
    return { kind: 'no-decision', why: say('answeredByItself', { answer, n }), byItself: true }
  }
  if (!isJsonObject(result)) return { kind: 'unknown', why: say('answerNoObject') }
  const content = isJsonObject(result['content']) ? result['content'] : {}
  switch (action) {
    case 'accept':
      // No time at all is too fast too.
      if (!(afterMs >= FASTEST_ACCEPT_MS)) return noDecision(say('answerTooFast'))
      return readAccept(hold, content, shape)
    case 'decline':
    case 'cancel':
      return { kind: 'verdict', answer: action, reason: readReason(content['reason']), grant: null }
    default:
      return { kind: 'unknown', why: say('answerNoAction') }
  }
}

function noDecision(why: string): FormAnswer {
  return { kind: 'no-decision', why, byItself: false }
}

function readAccept(hold: Hold, content: JsonObject, shape: FormShape): FormAnswer {
  const { decision } = content
  if (decision === undefined || decision === null || decision === '') return noDecision(say('formWithoutDecision'))
  const choice = choiceOf(hold, shape, decision)
  if (choice === undefined) return { kind: 'unknown', why: say('decisionNotOffered') }
  if (choice === 'elsewhere') return { kind: 'elsewhere' }
  const { answer, grant } = choice
  return { kind: 'verdict', answer, reason: readReason(content['reason']), grant }
}

function readReason(reason: JsonValue | undefined): string | null {
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim().slice(0, LONGEST_REASON) : null
}

/** No dialog is known that shows more. */
const LONGEST = 6_000
const SHORTEST_DISPLAY = 16
/** As much of an id as people type. */
export const SHORT_ID = 8

/**
 * The question for a dialog of this size; `null`: it does not fit. Where the dialog shows all of it, what will happen in
 * words and what it is about, part by part; where it is smaller, an edit without the text around it; smaller still, what
 * decides comes first, and the rest for those who scroll. The agent's rationale stays out: the host's person sees facts.
 */
export function questionText({ preview }: Hold, dialog: DialogSize): string | null {
  if (!showsEveryByte(preview, dialog)) return null
  const end = [runsOn(preview, dialog.columns), 'Run it?']
  for (const about of [preview, withoutSurroundings(preview)]) {
    const whole = [...questionLines(about), ...end]
    const shown = whole.reduce((count, line) => count + wrapColumns(line, dialog.columns).length, 0)
    const text = whole.join('\n')
    if (shown <= dialog.lines && text.length <= LONGEST) return text
  }
  const decisive = decisiveLines(preview, dialog.columns)
  return (decisive.length < dialog.lines ? [...decisive, '', ...factLines(preview), ...end] : decisive).join('\n')
}

/** What was read around an edit is no part of the call; every byte of the edit itself stays. */
function withoutSurroundings(preview: Hold['preview']): Hold['preview'] {
  const { entity } = preview
  if (entity?.compared?.how !== 'edits') return preview
  const { compared: _compared, ...rest } = entity
  return { ...preview, entity: rest }
}

/** On one line of the dialog: a long command must not push out what is asked; the identity stays whole. */
function runsOn(preview: Preview, columns: number): string {
  const { display, identity } = describeMasked(preview).facts.server
  const room = columns - `Runs on  · ${identity}`.length - ELLIPSES
  return `Runs on ${clipCommand(display, Math.max(SHORTEST_DISPLAY, room))} · ${identity}`
}

/** Two of them, where a terminal may draw each two columns wide. */
const ELLIPSES = 2

/** A command says by its end what it starts, and with what: of a long one the program's name and the end stay. */
function clipCommand(command: string, longest: number): string {
  if (command.length <= longest) return command
  const [program = ''] = command.split(' ', 1)
  const name = program.slice(program.search(/[^/\\]*$/))
  const start = `${clipVisible(name === program ? name : `…/${name}`, Math.floor(longest / 3))} …`
  const pieces = Array.from(command.slice(program.length).matchAll(/⟦[^⟦⟧]{1,48}⟧|[^]/gu), ([piece]) => piece)
  let end = ''
  for (const piece of pieces.toReversed()) {
    if (start.length + end.length + piece.length > longest) break
    end = piece + end
  }
  return start + end
}

/** For a dialog that is too small to approve: what waits, and where it can be decided. */
export function pointerText(
  { id, preview }: Hold,
  approvalUrl: string,
  { columns }: DialogSize,
  program: string | null,
): string {
  const { tool, server } = describeMasked(preview).facts
  const what = say('callOn', { tool, server: server.name })
  const tooLong = `⚠️ ${what} is too long for this dialog. Decide it at`
  const short = tooLong.length <= columns ? tooLong : '⚠️ A call that is too long for this dialog waits. Decide it at'
  const command = program === null ? '' : `\nor run: ${program} open ${id.slice(0, SHORT_ID)}`
  return `${short}\n${approvalUrl}${command}`
}
