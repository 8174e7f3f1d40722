/**
 * One call, in lines: the whole of its card, then what may be answered, then the code that decides. Nothing is offered
 * that could not count; a person who types it all the same is told why not.
 */
import { approvedDigest, listSecrets, needsSecondAct, SCOPE_GRANT, readGrantWords } from '@holdpoint/core'
import type { Hold, GrantRequest } from '@holdpoint/core'
import { drawConfirmationCode } from '../confirmation-code.ts'
import { judgeCode, SOONEST_YES_MS } from '../judge-code.ts'
import type { EditArguments } from './edit-arguments.ts'
import { APPROVE } from './inbox-backend.ts'
import type { InboxBackend, InboxVoice, InboxWish } from './inbox-backend.ts'
import {
  firstAnswers,
  NO_EFFECT,
  whyNotAllowed,
  whyNotAskedAgain,
  whyNotApproved,
  whyNotEdited,
  whyNotRefused,
  askForWords,
  IN_WORDS,
  offeredArguments,
  offeredLengths,
  whyNotBeside,
} from './offered.ts'
import type { KeyChoice, StandingChoice } from './offered.ts'
import { offerOf } from './plain-talk.ts'
import type { Answers, PlainTalk } from './plain-talk.ts'

export interface PlainCallAbout {
  readonly backend: InboxBackend
  readonly talk: PlainTalk
  /** The words that the list is filtered by. */
  readonly words: () => string
  readonly randomInteger: (limit: number) => number
  /** A clock that only moves forward, in milliseconds. */
  readonly now: () => number
  readonly editArguments: EditArguments
}

const USUAL_COLUMNS = 80
/** What cannot be undone is not run by an answer to a question of long ago. A code that is read out takes longer than one that is seen. */
const HEARD_WITHIN_MS = 60_000

type PendingAnswer = 'reveal' | 'approve' | 'scope' | 'decline' | 'more' | 'cancel' | 'edit' | 'allow' | 'refuse'

const PLAIN_YES: KeyChoice<PendingAnswer> = { key: 'a', words: 'approve', value: 'approve' }
const MORE: KeyChoice<PendingAnswer> = { key: 'm', words: 'more', value: 'more' }
const REVEAL: KeyChoice<PendingAnswer> = { key: 'v', words: 'show a masked secret', value: 'reveal' }
const CANCEL: KeyChoice<PendingAnswer> = { key: 'c', words: 'cancel', value: 'cancel' }
const ANSWERS = { scope: 'scope', once: 'approve', no: 'decline' } as const
const EDIT: KeyChoice<PendingAnswer> = { key: 'e', words: 'edit', value: 'edit' }
const ALLOW_FOR: KeyChoice<PendingAnswer> = { key: 'f', words: 'allow for a while', value: 'allow' }
const REFUSE_FOR: KeyChoice<PendingAnswer> = { key: 'r', words: 'refuse for a while', value: 'refuse' }
const HAPPENED: Answers<boolean> = {
  offered: [
    { key: 'y', words: 'yes', value: true },
    { key: 'n', words: 'no', value: false },
  ],
}

/** A no of either kind, before its reason. */
type Unreasoned =
  | Omit<InboxWish & { readonly kind: 'decline' }, 'reason'>
  | Omit<InboxWish & { readonly kind: 'cancel' }, 'reason'>

/** Opens a call that was listed, and stays with it until something was decided or left alone. */
export function createPlainCall(about: PlainCallAbout): (listed: { readonly id: string }) => Promise<void> {
  const { backend, talk, words, now } = about
  const { say, print, ask, pick } = talk

  async function openCall(listed: { readonly id: string }): Promise<void> {
    const contents = await backend.load(words(), listed.id)
    const hold = contents.opened
    if (hold === null) return say('It is no longer there.')
    print('', ...drawn(hold, contents.now), '')
    switch (hold.state) {
      case 'pending':
        return await askAboutPending(hold, contents.voice)
      case 'approved':
        return await askToTakeBack(hold)
      case 'unknown':
        return await askWhatHappened(hold)
      default:
        if (whyNotAskedAgain(hold, contents.voice) === null) await askToAskAgain(hold)
    }
  }

  async function askToAskAgain(hold: Hold): Promise<void> {
    const offered = [{ key: 't', words: 'ask again', value: true }]
    const again = await pick(`${NO_EFFECT} t asks again, Enter goes back:`, { offered })
    if (again !== true) return
    const asked = await backend.askAgain(hold)
    say(asked.text)
    if (asked.ok) await openCall({ id: asked.id })
  }

  function drawn(hold: Hold, at: number): readonly string[] {
    return backend
      .draw(hold, at, { width: talk.width() ?? USUAL_COLUMNS, expanded: true, details: true, takeBack: 'undo' })
      .map(({ text }) => text)
  }

  /** One at a time, each asked for. */
  async function showSecrets(hold: Hold): Promise<void> {
    for (const { place, text } of listSecrets(hold.preview.arguments)) {
      print(`${place}:`, ...text.split('\n').map((line) => `│ ${line}`))
      const next = await pick('v shows the next one, Enter goes back:', { offered: [REVEAL] })
      if (next !== 'reveal') return
    }
    say('There is no other.')
  }

  async function askAboutPending(hold: Hold, voice: InboxVoice | null): Promise<void> {
    const notApproved = whyNotApproved(hold, voice)
    const notEdited = notApproved ?? whyNotEdited(hold)
    const notAllowed = notApproved ?? whyNotAllowed(hold)
    const notRefused = whyNotRefused(hold)
    const first = firstAnswers(hold)
      .filter(({ value }) => notApproved === null || value.answer === 'decline')
      .map(({ key, words: said, value }): KeyChoice<PendingAnswer> => ({
        key,
        words: said,
        value: ANSWERS[value.name],
      }))
    const more: readonly KeyChoice<PendingAnswer>[] = [
      ...(notEdited === null ? [EDIT] : []),
      ...(notAllowed === null ? [ALLOW_FOR] : []),
      ...(notRefused === null ? [REFUSE_FOR] : []),
      ...(voice === null || listSecrets(hold.preview.arguments).length === 0 ? [] : [REVEAL]),
      CANCEL,
    ]
    // A key that is not offered is understood too, and answered with why not.
    const taken = [...first, MORE, PLAIN_YES, EDIT, ALLOW_FOR, REFUSE_FOR, CANCEL]
    const offered = [...first, MORE]
    const picked = await pick(offerOf(offered), { offered, taken })
    switch (picked === 'more' ? await pick(offerOf(more), { offered: more, taken }) : picked) {
      case 'reveal':
        await showSecrets(hold)
        return await askAboutPending(hold, voice)
      case 'approve':
        return await settle({ ...APPROVE, hold })
      case 'scope':
        return await settle({ ...APPROVE, hold, grant: SCOPE_GRANT })
      case 'decline':
        return await askWhy({ kind: 'decline', hold, grant: null }, 'Why not?')
      case 'cancel':
        return await askWhy({ kind: 'cancel', hold }, 'Why need it not happen?')
      case 'edit': {
        if (notEdited !== null) return say(notEdited)
        const edited = await talk.suspend(async () => await about.editArguments(hold))
        return edited.text === null ? say(edited.message) : await settle({ ...APPROVE, hold, edit: edited.text })
      }
      case 'allow':
        return notAllowed === null ? await askHowLong(hold, 'approve') : say(notAllowed)
      case 'refuse':
        return notRefused === null ? await askHowLong(hold, 'decline') : say(notRefused)
      case 'more':
      case null:
        return say('It goes on waiting.')
    }
  }

  async function askWhy(no: Unreasoned, why: string): Promise<void> {
    const reason = await ask(`${why} The agent is told. Enter alone gives no reason:`)
    if (reason !== null) await settle({ ...no, reason: reason === '' ? null : reason })
  }

  async function askToTakeBack(hold: Hold): Promise<void> {
    const offered = [{ key: 'undo', words: 'take it back', value: true }]
    const back = await pick('Type undo to take it back, Enter goes back:', { offered })
    if (back === true) return await settle({ kind: 'cancel', hold, reason: null })
    say('It stays approved.')
  }

  async function askHowLong(hold: Hold, answer: StandingChoice['answer']): Promise<void> {
    const { voice } = await backend.load(words(), hold.id)
    const grant = await askStanding(talk, { hold, answer, assurance: voice?.assurance ?? 'host' })
    if (grant === null) return say('It goes on waiting.')
    if (answer === 'approve') return await settle({ ...APPROVE, hold, grant })
    await askWhy({ kind: 'decline', hold, grant }, 'Why not?')
  }

  async function askWhatHappened(hold: Hold): Promise<void> {
    const executed = await pick('Look at the server. Did the call happen? y yes, n no, Enter goes back:', HAPPENED)
    if (executed === null) return say('It stays unknown.')
    const note = (await ask('How do you know? It is kept with the record:')) ?? ''
    if (note === '') return say('Nothing was recorded: say how you know.')
    await settle({ kind: 'resolve', hold, executed, note })
  }

  async function settle(wish: InboxWish): Promise<void> {
    const prepared = await backend.prepare(wish)
    if (!prepared.ok) return say(prepared.message)
    // Other arguments than those that were printed, by whomever: print these.
    if (approvedDigest(prepared.hold) !== approvedDigest(wish.hold)) {
      print('', ...drawn(prepared.hold, (await backend.load(words(), null)).now), '')
    }
    if (prepared.standing !== null) say(prepared.standing)
    // The word that was typed for it is answer enough.
    if (prepared.atOnce) return say((await prepared.bring()).text)
    const code = drawConfirmationCode(about.randomInteger)
    const key = prepared.code ? code : 'Y'
    const shownAt = now()
    const isFinal = wish.kind === 'approve' && needsSecondAct(prepared.hold.ruling)
    const lapses = isFinal ? `; it lapses in ${HEARD_WITHIN_MS / 1000} s` : ''
    const typed = await ask(
      `Type ${prepared.code ? code : 'y'} to ${prepared.purpose}, Enter alone decides nothing${lapses}:`,
    )
    if (isFinal && typed !== null && now() - shownAt >= HEARD_WITHIN_MS) {
      return say('That took too long; nothing was decided.')
    }
    if (!prepared.code && now() - shownAt < SOONEST_YES_MS) {
      return say(`That came within ${SOONEST_YES_MS} ms, faster than anybody reads; nothing was decided.`)
    }
    if (judgeCode(key, typed ?? '').kind !== 'confirmed') return say('Nothing was decided.')
    const receipt = await prepared.bring()
    say(receipt.text)
    if (receipt.ok && wish.kind === 'approve') await offerToTakeBack(wish.hold)
  }

  /** At once: the seconds that are left would not suffice to find the call in the list again. */
  async function offerToTakeBack({ id }: Hold): Promise<void> {
    const { opened, now: at } = await backend.load(words(), id)
    if (opened?.state === 'approved' && (opened.runAfter ?? at) > at) await askToTakeBack(opened)
  }

  return openCall
}

/** `null`: nothing shall stand, and nothing was decided. */
async function askStanding(talk: PlainTalk, offer: StandingChoice): Promise<GrantRequest | null> {
  const inWords: KeyChoice<'words'> = { ...IN_WORDS, value: 'words' }
  const lengths = [...offeredLengths(offer), inWords]
  const lasting = await talk.choose<GrantRequest['for'] | 'words'>('For how long?', lengths)
  if (lasting === null) return null
  if (lasting === 'words') return await askInWords(talk, offer)
  const covered = await talk.choose('Which calls?', offeredArguments(offer))
  return covered === null ? null : { for: lasting, arguments: covered }
}

/** Asked until it is understood and may stand, or nothing is said. */
async function askInWords(talk: PlainTalk, offer: StandingChoice): Promise<GrantRequest | null> {
  for (;;) {
    const typed = (await talk.ask(`${askForWords(offer)} Enter alone goes back:`)) ?? ''
    if (typed === '') return null
    const reading = readGrantWords(typed)
    const why = reading.ok ? whyNotBeside(offer, reading.request) : reading.message
    if (reading.ok && why === null) return reading.request
    talk.say(`Nothing was decided: ${why}`)
  }
}
