/**
 * What a key does while something is being asked. Escape leaves it with everything as it was. Only the right code, or
 * `y` (Enter, where the call cannot be undone) of a token's holder, and neither sooner than it could be read, leads to the effect that decides.
 */
import { readGrantWords } from '@holdpoint/core'
import type { GrantRequest, Hold } from '@holdpoint/core'
import { graphemesOf } from '../graphemes.ts'
import { SOONEST_YES_MS, judgeCode } from '../judge-code.ts'
import type { InboxBackend } from './inbox-backend.ts'
import { APPROVE } from './inbox-backend.ts'
import { assuranceHere } from './inbox-state.ts'
import type { ConfirmPrompt, InboxState, Prompt, Reduced, StandingPrompt } from './inbox-state.ts'
import type { Key } from './key.ts'
import { and, BRINGING, only, prepare, withMessage } from './next-state.ts'
import { IN_WORDS, offeredArguments, offeredLengths, whyNotBeside } from './offered.ts'
import { closePrompt } from './open-card.ts'
import { isArmed } from './second-act.ts'
import { scroll, scrollBy } from './scroll-card.ts'
import { bodyRows } from './view-inbox.ts'

const LONGEST_TEXT = 4000

export function answerPrompt(state: InboxState, prompt: Prompt, key: Key, draw: InboxBackend['draw']): Reduced {
  if (prompt.kind === 'busy') return only(state)
  if (key.kind === 'escape') return leavePrompt(state, prompt, draw)
  switch (prompt.kind) {
    case 'filter': {
      if (key.kind !== 'enter') return only({ ...state, prompt: { ...prompt, text: typeInto(prompt.text, key) } })
      return and({ ...state, words: prompt.text.trim(), prompt: null, listTop: 0 }, { do: 'load' })
    }
    case 'reason': {
      if (key.kind !== 'enter') return only({ ...state, prompt: { ...prompt, text: typeInto(prompt.text, key) } })
      const reason = prompt.text.trim()
      const { answer, grant } = prompt
      const said = { reason: reason === '' ? null : reason }
      return withHold(state, (hold) =>
        prepare(state, answer === 'cancel' ? { kind: answer, hold, ...said } : { kind: answer, hold, grant, ...said }),
      )
    }
    case 'note': {
      if (key.kind !== 'enter') return only({ ...state, prompt: { ...prompt, text: typeInto(prompt.text, key) } })
      const note = prompt.text.trim()
      if (note === '') return only(withMessage(state, 'Say how you know; it is kept with the record.'))
      return withHold(state, (hold) => prepare(state, { kind: 'resolve', hold, executed: prompt.executed, note }))
    }
    case 'executed':
      if (key.kind !== 'character' || !/^[yn]$/.test(key.text)) return only(state)
      return only({ ...state, prompt: { kind: 'note', executed: key.text === 'y', text: '' } })
    case 'standing':
      return chooseStanding(state, prompt, key)
    case 'words': {
      if (key.kind !== 'enter') return only({ ...state, prompt: { ...prompt, text: typeInto(prompt.text, key) } })
      return withHold(state, (hold) => takeWords(state, hold, prompt.answer, prompt.text))
    }
    case 'confirm':
      return confirm(state, prompt, key, draw)
  }
}

function chooseStanding(state: InboxState, prompt: StandingPrompt, key: Key): Reduced {
  const { card } = state
  if (card === null || key.kind !== 'character') return only(state)
  const { hold } = card
  const { answer, lasting } = prompt
  const offer = { hold, answer, assurance: assuranceHere(state) }
  if (lasting === null) {
    if (key.text === IN_WORDS.key) return only({ ...state, prompt: { kind: 'words', answer, text: '' } })
    const chosen = offeredLengths(offer).find((choice) => choice.key === key.text)
    return only(chosen === undefined ? state : { ...state, prompt: { ...prompt, lasting: chosen.value } })
  }
  const covered = offeredArguments(offer).find((choice) => choice.key === key.text)
  if (covered === undefined) return only(state)
  return stand(state, hold, answer, { for: lasting, arguments: covered.value })
}

/** Says what is not understood or would be refused; the line stays as it was typed. */
function takeWords(state: InboxState, hold: Hold, answer: StandingPrompt['answer'], text: string): Reduced {
  const reading = readGrantWords(text)
  if (!reading.ok) return only(withMessage(state, reading.message))
  const why = whyNotBeside({ hold, answer, assurance: assuranceHere(state) }, reading.request)
  return why === null ? stand(state, hold, answer, reading.request) : only(withMessage(state, why))
}

function stand(state: InboxState, hold: Hold, answer: StandingPrompt['answer'], grant: GrantRequest): Reduced {
  if (answer === 'approve') return prepare(state, { ...APPROVE, hold, grant })
  return only({ ...state, prompt: { kind: 'reason', answer, text: '', grant } })
}

function confirm(state: InboxState, prompt: ConfirmPrompt, key: Key, draw: InboxBackend['draw']): Reduced {
  const { card } = state
  const reading = prompt.since === null
  const scrolled = card === null ? null : scroll(state, card, key, reading)
  if (scrolled !== null) return only(scrolled)
  if (prompt.since === null) {
    if (card === null || key.kind !== 'character') return only(state)
    return only(withMessage(scrollBy(state, card, bodyRows(state)), 'Read it to the end first.'))
  }
  if (!prompt.prepared.code) {
    const isYes = (key.kind === 'character' && key.text === 'y') || (key.kind === 'enter' && isArmed(prompt))
    if (!isYes) return only(state)
    if (state.clock - prompt.since < SOONEST_YES_MS)
      return only(withMessage(state, 'That came faster than anybody reads. Look, then press it again.'))
    return bring(state, prompt)
  }
  if (key.kind !== 'enter') return only({ ...state, prompt: { ...prompt, typed: typeInto(prompt.typed, key) } })
  if (judgeCode(prompt.code, prompt.typed).kind === 'confirmed') return bring(state, prompt)
  return only(withMessage(closePrompt(state, draw), 'That was not the code; nothing was decided.'))
}

function bring(state: InboxState, { prepared }: ConfirmPrompt): Reduced {
  return and({ ...state, prompt: BRINGING }, { do: 'bring', prepared })
}

function leavePrompt(state: InboxState, prompt: Prompt, draw: InboxBackend['draw']): Reduced {
  if (prompt.kind === 'filter') return and({ ...state, words: '', prompt: null, listTop: 0 }, { do: 'load' })
  return only(withMessage(closePrompt(state, draw), 'Nothing was decided.'))
}

function withHold(state: InboxState, act: (hold: Hold) => Reduced): Reduced {
  return state.card === null ? only({ ...state, prompt: null }) : act(state.card.hold)
}

function typeInto(text: string, key: Key): string {
  switch (key.kind) {
    case 'character':
      return (text + key.text).slice(0, LONGEST_TEXT)
    case 'backspace':
      return [...graphemesOf(text)].slice(0, -1).join('')
    case 'clear':
      return ''
    default:
      return text
  }
}
