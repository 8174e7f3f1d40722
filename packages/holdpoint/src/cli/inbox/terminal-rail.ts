/**
 * Asks the person at the terminal of `serve` or `demo`. Their answer counts as the host's, so only what the host may
 * decide is asked here; they see everything else on the page.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import {
  approvedDigest,
  decide,
  describeMasked,
  describeGrant,
  findAfterApproval,
  isWhole,
  noteShown,
} from '@holdpoint/core'
import type { Decision, Grant, Hold, Store } from '@holdpoint/core'
import { seeProcess } from '@holdpoint/store/process'
import { approvedWords } from '../holds/approved-words.ts'
import { keepInOneLine } from '../one-line.ts'
import { createTerminalQuestions } from '../../terminal/terminal-questions.ts'
import type { TerminalQuestion, TerminalVerdict } from '../../terminal/terminal-questions.ts'
import type { Log } from '../../home/log.ts'
import { PRESENCE_LASTS_MS, announceTerminal, cannotDecide } from '@holdpoint/core'
import type { TerminalDecider } from '@holdpoint/core'
import { describeOffers, offersOf, readStanding } from './terminal-standing.ts'
import { startedAs } from '../../home/started-as.ts'

export interface TerminalRail {
  close(): Promise<void>
}

interface HeldQuestion extends TerminalQuestion {
  readonly hold: Hold
}

const MOST_SHOWN = 50
const USUAL_COLUMNS = 80

/** `null`: there is no terminal, so no person can be asked. */
export function openTerminalRail(store: Store, instance: string, log: Log): TerminalRail | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null
  const by = `local:${userInfo().username}`
  const voice: TerminalDecider = { by, via: 'terminal', assurance: 'host' }
  const questions = createTerminalQuestions<HeldQuestion>({
    input: process.stdin,
    output: process.stdout,
    randomInteger: (limit) => randomInt(limit),
    opened: ({ hold }) =>
      void noteShown(store, hold, 'terminal').catch((error: unknown) =>
        log(`what the terminal showed is not on record: ${String(error)}`),
      ),
    decide: async (verdict) => await bring(store, by, verdict),
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
    left: () => void leave(),
  })

  async function look(): Promise<void> {
    const listed = (await store.holds.inState('pending', MOST_SHOWN)).filter(
      (hold) => cannotDecide(hold, voice) === null,
    )
    // A large hold is read only when it is the first to be asked.
    const [first] = listed
    const asked = first === undefined || isWhole(first) ? null : await store.holds.get(first.id)
    const pending = [...(asked === null ? [] : [asked]), ...listed.filter(isWhole)]
    questions.show(pending.length === 0 ? [] : await toQuestions(pending, await store.now()))
  }

  const lookSafely = (): void => void look().catch((error: unknown) => log(`the terminal cannot ask: ${String(error)}`))
  const place = `terminal-${instance}`
  let announced: Promise<void> = Promise.resolve()
  // One after the other: "a person is here" must never arrive after "the person has left".
  const tell = async (whose: TerminalDecider | null): Promise<void> => {
    announced = announced.then(() => announceTerminal(store, place, whose)).catch(() => {})
    await announced
  }
  // Every record this process writes is a change too; only holds are worth a look.
  const unwatch = store.watch(({ hold }) => {
    if (hold !== null) lookSafely()
  })
  const announcing = setInterval(() => void tell(voice), PRESENCE_LASTS_MS / 2).unref()

  async function leave(): Promise<void> {
    clearInterval(announcing)
    unwatch()
    await tell(null)
  }

  void tell(voice)
  lookSafely()
  return {
    async close() {
      questions.close()
      await leave()
    },
  }
}

/** The card is the one that `show` prints; it is loaded when there is one to draw. */
async function toQuestions(holds: readonly Hold[], at: number): Promise<readonly HeldQuestion[]> {
  const { questionCard } = await import('../holds/describe-card.ts')
  const lookedAt = performance.now()
  return holds.map((hold) => ({
    id: hold.id,
    title: describeMasked(hold.preview).callTitle,
    shown: () => {
      const drawing = { width: process.stdout.columns || USUAL_COLUMNS, expanded: true }
      const lines = questionCard(hold, at + (performance.now() - lookedAt), drawing)
      return lines.map(({ text }) => text).join('\n')
    },
    offers: offersOf(hold),
    hold,
  }))
}

async function bring(
  store: Store,
  by: string,
  { question, answer, reason, standing }: TerminalVerdict<HeldQuestion>,
): Promise<string> {
  const { hold, offers } = question
  const said = readStanding(standing, answer, hold)
  if (!said.ok) return keepInOneLine(`Nothing was decided: ${said.message} ${describeOffers(offers, answer)}`)
  const decision = await decide(store, {
    hold: hold.id,
    tenant: null,
    verdict: { answer, by, via: 'terminal', assurance: 'host', reason: reason ?? said.reason },
    shown: approvedDigest(hold),
    ...(said.grant === null ? {} : { grant: { id: randomUUID(), request: said.grant } }),
  })
  return await receipt(store, decision, answer, () => describeOffers(offers, answer))
}

async function receipt(
  store: Store,
  decision: Decision,
  answer: 'approve' | 'decline',
  allowed: () => string,
): Promise<string> {
  switch (decision.kind) {
    case 'decided': {
      const words = answer === 'approve' ? await sayApproved(store, decision.hold) : 'Declined; nothing runs.'
      return `${words}${grantWords(decision.grant)}`
    }
    case 'receipt':
      return 'That was said before; it stands.'
    case 'not-found':
      return 'It is no longer there.'
    case 'refused': {
      const { code } = decision.refusal
      const message = keepInOneLine(decision.refusal.message)
      return code === 'NOT_GRANTABLE'
        ? `Nothing was decided: ${message} ${allowed()}`
        : `Nothing was changed: ${message}`
    }
  }
}

async function sayApproved(store: Store, hold: Hold): Promise<string> {
  const { id, runAfter, decidedAt } = hold
  const after = await findAfterApproval(store, hold, seeProcess)
  if (after !== 'now') return `Approved. ${approvedWords(hold, after, startedAs('anywhere'))}`
  if (runAfter === null) return 'Approved; it runs once.'
  const seconds = Math.ceil((runAfter - (decidedAt ?? runAfter)) / 1000)
  return `Approved; it runs once, in ${seconds} s. Until then this takes it back: ${startedAs('anywhere')} cancel ${id}.`
}

function grantWords(grant: Grant | null): string {
  return grant === null
    ? ''
    : ` From now on: ${describeGrant(grant)}. End it: ${startedAs('anywhere')} grants revoke ${grant.id}`
}
