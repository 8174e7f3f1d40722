/**
 * Chooses, for one question, the best rail that the caller's client can carry: by what it declares, what the rule
 * allows and demands, and what has failed to reach a person before. One rail asks at a time; what a person leaves
 * undecided on it goes to the page, never to the next dialog. Where no person can have seen it, the next rail is tried.
 */
import { isSpent, whyNotByHost } from '@holdpoint/core'
import type { Call, ClientIdentity, Hold, Rail, Sha256 } from '@holdpoint/core'
import type { Caller } from '../calls/caller.ts'
import type { FailedRails } from './failed-rails.ts'
import { QUESTION_KEY } from './elicitation/elicitation-rail.ts'
import type { ElicitationRail } from './elicitation/elicitation-rail.ts'
import type { HostProfile } from './host-profiles.ts'
import type { Asked, HostRail, RailQuestion } from './rail.ts'
import { NOT_OURS, openState } from './request-state.ts'
import type { Seal } from './seal.ts'
import { isByItself } from './rail.ts'
import { agreedToOpen, notOpened } from './url/url-rail.ts'

export interface RailChoiceOptions {
  readonly elicitation: ElicitationRail
  /** Best first, `elicitation` among them. */
  readonly rails: readonly HostRail[]
  readonly failedRails: FailedRails
  readonly profileOf: (client: ClientIdentity) => HostProfile | null
  /** Whether this host was started without a person, as far as its environment tells. */
  readonly isHeadless: (client: ClientIdentity) => boolean
  readonly seal: Seal
  readonly now: () => number
  readonly holdOf: (id: string) => Promise<Hold | null>
  /** The newest hold of this very call. */
  readonly newestOf: (call: Call) => Promise<Hold | null>
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

/** An answer that came back with the state we gave out. */
export type TakenBack =
  | { readonly kind: 'foreign' }
  | { readonly kind: 'refused'; readonly message: string }
  /** The person went to the page to decide. */
  | { readonly kind: 'opened'; readonly hold: string }
  /** Their answer; it is brought once its caller waits for the outcome, so that the call runs for them. */
  | { readonly kind: 'answered'; readonly hold: string; readonly bring: BringAnswer }

/** What became of it; `null`: it decides nothing here, and nothing more is asked. */
export type BringAnswer = (question: Pick<RailQuestion, 'hold' | 'decided' | 'approvalUrl'>) => Promise<Asked | null>

export interface RailChoice {
  /** `null`: no rail of this host can ask. */
  ask(question: RailQuestion): Promise<Asked | null>
  takeBack(caller: Pick<Caller, 'client' | 'round'>, call: Call): Promise<TakenBack>
}

/** Rails on which the host itself says what its person answered. */
const HOSTS_WORD: readonly Rail[] = ['elicitation', 'card']

const ANSWERED = 'This question was answered before, and nothing was decided. Call again without requestState.'

export function createRailChoice(options: RailChoiceOptions): RailChoice {
  /** Whether the server waits for an answer with exactly this state, in the round that this very call has come to. */
  async function isServers(state: string, call: Call): Promise<boolean> {
    const newest = await options.newestOf(call)
    return newest?.state === 'dispatching' && newest.attempt?.awaitingInput?.state === options.sha256(state)
  }

  function whyNot(
    rail: HostRail,
    { hold, caller }: Pick<RailQuestion, 'hold' | 'caller'>,
    failed: ReadonlyMap<Rail, string>,
  ): string | null {
    const { rails, assurance, quorum, approvers } = hold.ruling
    const { name } = rail
    if (rails !== null && !rails.includes(name)) return `the rule asks via ${rails.join(', ')}`
    // Asked in vain is worse than not asked: the person would answer, and their answer would be refused.
    const refused = HOSTS_WORD.includes(name) ? whyNotByHost(hold, name) : null
    if (refused === 'assurance') return `the rule demands assurance "${assurance}"`
    if (refused === 'quorum') return `${quorum} people have to decide`
    if (refused === 'approvers') return `the rule is decided by ${approvers?.join(', ')}`
    if (options.profileOf(caller.client)?.avoid.includes(name) === true) return 'the host is known not to show it'
    if (options.isHeadless(caller.client)) return 'the host runs without a person'
    const failure = failed.get(name)
    return failure === undefined ? rail.unusable({ hold, caller }) : `it is doubtful for this client: ${failure}`
  }

  return {
    async ask(question) {
      const skipped: string[] = []
      const { hold, caller } = question
      const failed = new Map(await options.failedRails.of({ ...hold.call, client: caller.client }))
      for (const rail of options.rails) {
        const why = whyNot(rail, question, failed)
        if (why !== null) {
          skipped.push(`${rail.name}: ${why}`)
          continue
        }
        options.log(`${hold.id} is asked via ${rail.name}${skipped.length === 0 ? '' : ` (not ${skipped.join('; ')})`}`)
        question.begun?.(rail.name)
        const asked = await rail.ask(question)
        if (asked.kind !== 'not-reached') return asked
        skipped.push(`${rail.name}: ${asked.why}`)
        failed.set(rail.name, asked.why)
      }
      options.log(`${hold.id} cannot be asked in the host (${[...new Set(skipped)].join('; ')})`)
      return null
    },
    async takeBack(caller, call) {
      if (caller.round === null) return { kind: 'foreign' }
      // Taken now: an answer that waits for a busy store has not been read any longer for that.
      const arrivedAt = options.now()
      // Before the state is read: a server may ask under our key, and one that is a gateway like this seals like this.
      if (await isServers(caller.round.state, call)) return { kind: 'foreign' }
      const opened = openState(options.seal, caller.round.state, call, arrivedAt)
      // An answer to our question needs the state that came with it; a state that is not ours would be dropped in
      // silence.
      if (opened.kind === 'foreign' && QUESTION_KEY in caller.round.responses) {
        return { kind: 'refused', message: NOT_OURS }
      }
      if (opened.kind !== 'ours') return opened
      const { state } = opened
      const hold = await options.holdOf(state.hold)
      if (hold === null) return { kind: 'refused', message: 'The question that this answers no longer exists.' }
      if (isSpent(hold, state.revision)) return { kind: 'refused', message: ANSWERED }
      if (hold.attempt !== null && hold.attempt.awaitingInput !== null) {
        return { kind: 'refused', message: 'This answer belongs to another round of the call.' }
      }
      const answer = caller.round.responses[QUESTION_KEY]
      if (state.rail === 'elicitation') {
        const bring: BringAnswer = () => options.elicitation.takeBack(hold, caller, { ...state, arrivedAt }, answer)
        return { kind: 'answered', hold: hold.id, bring }
      }
      if (agreedToOpen(answer)) return { kind: 'opened', hold: hold.id }
      const afterMs = arrivedAt - state.askedAt
      const bring: BringAnswer = async () =>
        isByItself(afterMs) ? await notOpened(options.failedRails, hold, caller) : null
      return { kind: 'answered', hold: hold.id, bring }
    },
  }
}
