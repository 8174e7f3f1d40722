/** The rows at the bottom: what just happened, and what the keys do or what is being asked. */
import type { Hold } from '@holdpoint/core'
import { textWidth } from '../text-width.ts'
import { breakText } from './break-text.ts'
import type { InboxVoice } from './inbox-backend.ts'
import { isRead, assuranceHere } from './inbox-state.ts'
import type { ConfirmPrompt, InboxState, OpenCard, Prompt, StandingPrompt } from './inbox-state.ts'
import {
  askForWords,
  firstAnswers,
  IN_WORDS,
  isOnlyDeclined,
  offeredArguments,
  offeredLengths,
  whyNotAllowed,
  whyNotApproved,
  whyNotAskedAgain,
  whyNotEdited,
  whyNotRefused,
} from './offered.ts'
import type { KeyChoice, StandingChoice } from './offered.ts'
import { guardText, textLine } from './screen-line.ts'
import type { ScreenLine } from './screen-line.ts'
import { isArmed, standsFor } from './second-act.ts'
import { viewHelp } from './view-help.ts'

export interface Footer {
  readonly lines: readonly ScreenLine[]
  /** Column on the last row where text is being typed. */
  readonly cursor: number | null
}

const MOST_MESSAGE_ROWS = 4
const LEAST_TYPING_CELLS = 24
const HELP_KEYS = 'Space ↑ ↓ scroll  any other key goes back'

export function viewFooter(state: InboxState): Footer {
  const { message, columns } = state
  const said =
    message === null
      ? []
      : breakText(message.text, columns)
          .slice(0, MOST_MESSAGE_ROWS)
          .map((text) => textLine(text, message.tone))
  const asked = askedText(state)
  const rule = textLine(ruleText(state), 'quiet')
  if (asked.typed === null) {
    const rows = rowsOf(asked.text, columns).map((text) => textLine(text, state.prompt === null ? 'quiet' : 'strong'))
    return { lines: [rule, ...said, ...rows], cursor: null }
  }
  const room = Math.max(8, columns - 1)
  const rows = rowsOf(asked.text, room)
  // Where little room is left behind the question, what is typed gets a row of its own.
  const label = rows.at(-1) ?? ''
  const beside = room - textWidth(label) - 1 >= LEAST_TYPING_CELLS
  const before = beside ? `${label} ` : '> '
  const line = before + lastCells(guardText(asked.typed), room - textWidth(before))
  const above = (beside ? rows.slice(0, -1) : rows).map((text) => textLine(text, 'strong'))
  return { lines: [rule, ...said, ...above, textLine(line, 'strong')], cursor: textWidth(line) }
}

/** The rule under a card, or under the help, says how much of it there is. */
function ruleText({ card, columns, help }: InboxState): string {
  if (help !== null) return ruled(viewHelp(columns).length, '', columns)
  if (card === null) return '─'.repeat(columns)
  const where = isRead(card) || card.hold.state !== 'pending' ? '' : ' not yet shown to its end: Space scrolls on ─'
  return ruled(card.lines.length, where, columns)
}

function ruled(lines: number, where: string, columns: number): string {
  const text = `─ ${lines} lines ─${where}`
  return text + '─'.repeat(Math.max(0, columns - textWidth(text)))
}

interface AskedText {
  /** Several: keys with what they do, each of which stays together as long as a row has room for it. */
  readonly text: string | readonly string[]
  /** `null`: single keys answer. */
  readonly typed: string | null
}

function rowsOf(text: AskedText['text'], columns: number): readonly string[] {
  if (typeof text === 'string') return breakText(text, columns)
  const rows: string[] = []
  for (const group of text) {
    const last = rows.at(-1)
    const beside = last === undefined ? group : `${last}  ${group}`
    if (last !== undefined && textWidth(beside) <= columns) rows[rows.length - 1] = beside
    else rows.push(...breakText(group, columns))
  }
  return rows
}

function askedText(state: InboxState): AskedText {
  const { prompt, card, help } = state
  if (help !== null) return { text: HELP_KEYS, typed: null }
  if (prompt !== null) return promptText(prompt, state)
  return { text: card === null ? listKeys(state) : cardKeys(card, state.contents?.voice ?? null), typed: null }
}

function listKeys({ contents }: InboxState): readonly string[] {
  const approve = contents !== null && isOnlyDeclined(contents) ? [] : ['a approve']
  return ['j k move', 'Enter open', ...approve, 'd decline', '/ filter', 'g refresh', '? help', 'q leave']
}

function cardKeys(card: OpenCard, voice: InboxVoice | null): readonly string[] {
  const { hold, lines, revealed, more } = card
  const isMasked = revealed !== null || lines.some(({ text }) => /⟦(?!U\+)/.test(text))
  const isAsked = hold.state === 'pending'
  return [
    ...answerKeys(card, voice),
    ...(isAsked ? [] : ['Enter more/less']),
    card.details ? 'i hide details' : 'i details',
    'Space ↑ ↓ scroll',
    ...(isMasked ? ['v show secret'] : []),
    'j k next',
    more && isAsked ? 'Esc back' : 'Esc list',
    '? help',
    'q leave',
  ]
}

function answerKeys({ hold, more }: OpenCard, voice: InboxVoice | null): readonly string[] {
  switch (hold.state) {
    case 'pending':
      return pendingKeys(hold, more, whyNotApproved(hold, voice) === null)
    case 'approved':
      return ['u take it back']
    case 'unknown':
      return ['s say what happened']
    default:
      return whyNotAskedAgain(hold, voice) === null ? ['t ask again'] : []
  }
}

/** The first answers in their words, or what stands behind `m`. */
function pendingKeys(hold: Hold, more: boolean, canApprove: boolean): readonly string[] {
  if (!more) {
    const answers = firstAnswers(hold).filter(({ value }) => canApprove || value.answer === 'decline')
    const keys = answers.map(({ key, words }) => `${key} ${words}`)
    return [...keys, ...(canApprove ? [] : ['a says why it cannot be approved here']), 'm more']
  }
  return [
    ...(canApprove && whyNotEdited(hold) === null ? ['e edit'] : []),
    ...(canApprove && whyNotAllowed(hold) === null ? ['f allow for…'] : []),
    ...(whyNotRefused(hold) === null ? ['r refuse for…'] : []),
    'c cancel',
  ]
}

function promptText(prompt: Prompt, state: InboxState): AskedText {
  switch (prompt.kind) {
    case 'filter':
      return { text: 'Only calls with (Enter shows, Esc shows all):', typed: prompt.text }
    case 'reason':
      return {
        text: `${REASON_FOR[prompt.answer]} The agent is told. Enter goes on, Esc leaves it waiting:`,
        typed: prompt.text,
      }
    case 'standing':
      return { text: standingText(prompt, state), typed: null }
    case 'words': {
      const offer = offerOf(prompt.answer, state)
      return { text: offer === null ? '' : `${askForWords(offer)} Enter goes on, Esc back:`, typed: prompt.text }
    }
    case 'executed':
      return { text: 'Look at the server. Did the call happen? y yes  n no  Esc back', typed: null }
    case 'note':
      return {
        text: `It ${prompt.executed ? 'DID' : 'did NOT'} run. How do you know? Enter goes on:`,
        typed: prompt.text,
      }
    case 'confirm':
      return confirmText(prompt, state.card)
    case 'busy':
      return { text: prompt.text, typed: null }
  }
}

const REASON_FOR = { decline: 'Why not?', cancel: 'Why need it not happen?' } as const

function standingText({ answer, lasting }: StandingPrompt, state: InboxState): string {
  const offer = offerOf(answer, state)
  if (offer === null) return ''
  const listed = (choices: readonly Omit<KeyChoice<unknown>, 'value'>[]): string =>
    [...choices.map(({ key, words }) => `${key} ${words}`), 'Esc back'].join('  ')
  if (lasting !== null) return `Which calls? ${listed(offeredArguments(offer))}`
  const what = answer === 'approve' ? 'Approve, and allow' : 'Decline, and refuse'
  return `${what} further calls for: ${listed([...offeredLengths(offer), IN_WORDS])}`
}

function offerOf(answer: StandingChoice['answer'], state: InboxState): StandingChoice | null {
  return state.card === null ? null : { hold: state.card.hold, answer, assurance: assuranceHere(state) }
}

function confirmText(prompt: ConfirmPrompt, card: OpenCard | null): AskedText {
  const { wish, prepared, code, typed, since } = prompt
  if (since === null) {
    const what = wish.kind === 'approve' && wish.edit !== null ? 'your changes' : 'the call'
    return { text: `Read ${what} to the end first: Space or ↓ scrolls on, Esc leaves it waiting.`, typed: null }
  }
  const further = wish.kind === 'decline' ? ' and refuse' : ' and allow'
  const standing = card === null || card.standing === null ? '' : further
  const leave = `Esc leaves it ${wish.hold.state === 'pending' ? 'waiting' : 'as it is'}`
  if (isArmed(prompt)) {
    const lapses = `lapses in ${standsFor(prompt) / 1000} s`
    return prepared.code
      ? { text: `This cannot be undone. Type ${code} to ${prepared.purpose} (${leave}; ${lapses}):`, typed }
      : { text: `This cannot be undone. Press Enter to ${prepared.purpose}, ${leave}; ${lapses}.`, typed: null }
  }
  if (!prepared.code) return { text: `Press y to ${prepared.purpose}${standing}, ${leave}.`, typed: null }
  return { text: `Type ${code} to ${prepared.purpose}${standing} (${leave}):`, typed }
}

/** The end of a long text, which is where the typing goes on. */
function lastCells(text: string, cells: number): string {
  const characters = Array.from(text).slice(-cells)
  let from = 0
  while (from < characters.length && textWidth(characters.slice(from).join('')) > cells) from++
  return characters.slice(from).join('')
}
