/**
 * Passes a press on to the gateway, tells the agent, and keeps the card as the store has the hold, also when another
 * person decided elsewhere. It speaks in the person's name only after the person's press.
 */
import type { HoldVerdictDetail } from '@holdpoint/card'
import type { ToolCard } from '@holdpoint/card/element'
import type { BelowItem, BelowCard } from './below-card.ts'
import type { Bridge } from './bridge.ts'
import type { ShownCall } from './call.ts'
import { toInvocation } from './to-invocation.ts'
import { questionOf, holdStatusOf, textOf } from './received.ts'
import type { ReceivedQuestion, HoldStatus, ToolResult } from './received.ts'
import { inWords, word } from './words.ts'

export interface ViewTools {
  readonly pending: string
  readonly status: string
  readonly decide: string
}

export interface CardController {
  draw(): void
  /** Says what stands around the card: anew, where the host's language is another. */
  speak(): void
  takeQuestion(question: ReceivedQuestion): void
  takeResult(result: ToolResult): void
  answer(detail: HoldVerdictDetail): Promise<void>
  /** One that stands in the server's words. */
  openLink(url: string): Promise<void>
  /** Asks how the hold stands, where there may be news. */
  look(): Promise<void>
}

const MAY_CHANGE = ['pending', 'approved', 'dispatching', 'unknown']
const CONFIRMED = ['approved', 'dispatching', 'succeeded', 'failed']
const REFUSED = ['declined', 'cancelled']
const MESSAGE_WITHIN_MS = 15_000
/** A countdown must not jump with the time that each look takes. */
const SAME_MOMENT_MS = 2000

export function createCardController(
  card: ToolCard,
  below: BelowCard,
  bridge: Bridge,
  tools: ViewTools,
  call: ShownCall,
): CardController {
  let isBusy = false
  let answered: HoldVerdictDetail['answer'] | null = null
  let hasToldAgent = false
  /** Asked again once: what comes of it is another call's card. */
  let hasRetried = false
  /** What the person has to do by hand, since the host would not. */
  let byHand: (() => BelowItem) | null = null
  /** The address of a link in the result that the host did not open: the server's, and said so. */
  let link: string | null = null
  let notice = nothingToSay
  let drawnAt = 0
  let lookedAt = 0

  const isQuestion = (): boolean => call.question !== null && call.result === null
  /** Of a failed call the host may tell as of a result, and only the hold says whether it had an effect. */
  const mayHaveNews = (): boolean => call.result === null || call.result.isError === true

  function draw(): void {
    // The person waits for it here: an approval that has not run yet says so.
    card.messages = { approved: word('pending') }
    card.invocation = toInvocation(call)
    speak()
  }

  function speak(): void {
    card.notice = notice()
    const items = [(byHand ?? nextItem)()]
    const { question, standing } = call
    if (question !== null && isQuestion() && standing?.is_cut === true) items.push(pageButton(question, word('rest')))
    if (link !== null) items.push({ kind: 'text', id: 'link', label: word('link'), text: link })
    below.show(items)
  }

  function pageButton({ hold, page }: ReceivedQuestion, text: string): BelowItem {
    return { kind: 'button', id: 'page', about: hold, text, press: () => void openPage(page) }
  }

  function nextItem(): BelowItem {
    const { question, standing } = call
    if (question === null || standing === null || !mayHaveNews()) return { kind: 'nothing' }
    if (call.isPageOnly && standing.state === 'pending') {
      return pageButton(question, word('openPage'))
    }
    // Decided elsewhere: the agent does not know yet.
    const mayTell =
      isQuestion() && CONFIRMED.includes(standing.state) && !standing.delivered && answered === null && !call.isOpen
    // It had no effect, and the agent knows: its next call is a new question, never a silent second run.
    const mayRetry = standing.again && standing.delivered && !hasRetried
    if (!(mayTell || mayRetry) || question.apply === null) return { kind: 'nothing' }
    const press = (): void => {
      answered = 'approve'
      hasToldAgent = false
      hasRetried = mayRetry === true
      void tellAgent()
    }
    return { kind: 'button', id: 'tell', about: question.hold, text: mayRetry ? word('again') : word('tell'), press }
  }

  function takeStatus(standing: HoldStatus): void {
    const endsAt = Date.now() + standing.ttl_seconds * 1000
    if (Math.abs(endsAt - call.endsAt) > SAME_MOMENT_MS) call.endsAt = endsAt
    call.standing = standing
    draw()
  }

  function leadToPage(why: () => string | null): void {
    call.isPageOnly = true
    notice = () => word('notHere') + (why() ?? '').replace(/(.+?)[.。]?$/s, ' ($1)')
  }

  function takeQuestion(question: ReceivedQuestion): void {
    const isSame = call.question?.hold === question.hold
    // The call is over already: hosts send again what they kept.
    if (isSame && !isQuestion()) return
    if (!isSame) {
      answered = null
      hasToldAgent = false
      byHand = link = null
      drawnAt = Date.now()
    }
    // A question that is on the screen stays as it was read; only how it stands is news.
    if (!isSame || call.question?.nonce === null) {
      call.question = question
      call.isPageOnly = false
      notice = nothingToSay
      if (question.nonce === null) leadToPage(() => inWords(question).cannot_decide)
    }
    call.result = null
    // A decided call is never asked again, however late the host passes the question on.
    if (isSame && question.state === 'pending' && call.standing?.state !== 'pending') draw()
    else takeStatus(question)
    if (!call.isOpen && answered !== null) void tellAgent()
  }

  async function answer({ hold, answer: given, ...said }: HoldVerdictDetail): Promise<void> {
    const { question } = call
    if (isBusy || bridge.ended() || question === null || question.hold !== hold || question.nonce === null) return
    isBusy = true
    notice = nothingToSay
    speak()
    const more = Object.entries(said).filter(([, value]) => value !== null)
    const sent = { hold, nonce: question.nonce, answer: given, ...Object.fromEntries(more) }
    let isLost = false
    const reply = await bridge.callTool(tools.decide, sent).catch(() => {
      // It may have been decided all the same: how the hold stands tells.
      isLost = true
      return askStatus(question).catch(() => ({}))
    })
    isBusy = false
    // The card shows another question by now, which this reply is not about.
    if (call.question?.hold !== hold) return draw()
    const about = holdStatusOf(reply)
    const fresh = about?.hold === hold ? about : undefined
    // The call may have returned its result first, and the card shows that already: what is left to tell is who
    // decided.
    if (!isQuestion()) {
      if (fresh === undefined) return
      call.standing = fresh
      return draw()
    }
    if (isLost && fresh === undefined) leadToPage(() => word('silent'))
    else if (isLost && fresh?.state === 'pending') notice = () => word('notPassed')
    else if (fresh === undefined || fresh.refused !== undefined) {
      const why = (): string => inWords(about)?.refused?.message ?? textOf(reply)
      // Perhaps only the edit or the grant was refused: a plain answer is still possible.
      const staysOpen = (fresh?.state ?? 'pending') === 'pending' && (said.edits !== null || said.grant !== null)
      if (staysOpen) notice = why
      else leadToPage(why)
      // Where the answer was lost, another person may have decided otherwise: then nothing is said in this person's
      // name.
    } else if (!isLost || (given === 'approve' ? CONFIRMED : REFUSED).includes(fresh.state)) answered = given
    if (fresh === undefined) draw()
    else takeStatus(fresh)
    if (answered !== null && !call.isOpen) await tellAgent()
  }

  async function tellAgent(): Promise<void> {
    const text = answered === 'approve' ? call.question?.apply : call.question?.cancel
    if (hasToldAgent || typeof text !== 'string') return
    hasToldAgent = true
    draw()
    const content = [{ type: 'text', text }]
    try {
      const { isError } = await bridge.ask('ui/message', { role: 'user', content }, MESSAGE_WITHIN_MS)
      if (isError !== true) return
    } catch {
      // The person says it, below.
    }
    // A host may keep it for the agent's next turn; the person still has to say it.
    bridge.ask('ui/update-model-context', { content }).catch(() => {})
    byHand = () => ({ kind: 'text', id: 'say', label: word('say'), text })
    draw()
  }

  /** Whether the host opened it. */
  async function open(url: string): Promise<boolean> {
    try {
      return (await bridge.ask('ui/open-link', { url })).isError !== true
    } catch {
      return false
    }
  }

  async function openPage(url: string): Promise<void> {
    if (await open(url)) return
    byHand = () => ({ kind: 'text', id: 'address', label: word('openPage'), text: url })
    speak()
  }

  const askStatus = ({ hold, nonce, look_nonce }: ReceivedQuestion): Promise<ToolResult> =>
    bridge.callTool(tools.status, { hold, nonce: nonce ?? look_nonce })

  return {
    draw,
    speak,
    takeQuestion,
    answer,
    async openLink(url) {
      const { result } = call
      if ((await open(url)) || call.result !== result) return
      link = url
      speak()
    },
    takeResult(result) {
      call.isOpen = false
      const question = questionOf(result)
      if (question !== undefined) return takeQuestion(question)
      call.result = result
      byHand = link = null
      draw()
    },
    async look() {
      const { question, standing } = call
      if (!mayHaveNews() || question === null || standing === null || isBusy) return
      // Whether there can be news: the state may change, or the agent may hear of it without us.
      if (!MAY_CHANGE.includes(standing.state) && !standing.again && nextItem().kind === 'nothing') return
      // Often at first, seldom later: a card may stay on the screen for a day.
      const age = Date.now() - drawnAt
      const pause = age < 60_000 ? 2000 : age < 600_000 ? 15_000 : 60_000
      if (document.visibilityState !== 'visible' || bridge.ended() || Date.now() - lookedAt < pause) return
      lookedAt = Date.now()
      try {
        const fresh = holdStatusOf(await askStatus(question))
        const isNews = fresh?.hold === call.question?.hold && !isBusy && mayHaveNews()
        if (!isNews || fresh === undefined || !differs(fresh, call.standing)) return
        // Where to decide is no longer the question.
        if (fresh.state !== 'pending') notice = nothingToSay
        takeStatus(fresh)
      } catch {
        // The host may be busy; the next look tells.
      }
    },
  }
}

function nothingToSay(): string | null {
  return null
}

/** The card keeps what a person is doing with it, so it is given only what is news. */
function differs(one: HoldStatus, other: HoldStatus | null): boolean {
  const changing = ({ state, decided_by, result, delivered, reason, note, edit }: HoldStatus): string =>
    JSON.stringify([state, decided_by, result, delivered, reason, note, edit])
  return other === null || changing(one) !== changing(other)
}
