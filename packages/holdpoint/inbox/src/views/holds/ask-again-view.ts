/** Asking again about a call that is known to have had no effect. It makes a new question, which is then on the screen; it runs nothing. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ApprovalDetail, ApprovalView } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { problemText } from '../../model/inbox.ts'
import type { Inbox } from '../../model/inbox.ts'
import { NO_FILTER } from '../../model/route.ts'

/** The page of each such call says what is known; of a failed one the card offers it too. */
export function drawAskAgain(inbox: Inbox, approval: ApprovalDetail): TemplateResult | typeof nothing {
  const { words, session } = inbox.state()
  if (!approval.may_ask_again || session?.can_decide !== true) return nothing
  return html`<div class="said again" id="ask-again">
    <p>${words.notRunSoFar} ${words.askAgainMeans}</p>
    <button
      type="button"
      ?disabled=${underway === approval.id}
      @click=${(event: Event) => press(inbox, approval.id, event)}
    >
      ${words.askAgain}
    </button>
  </div>`
}

let underway: string | null = null

function press(inbox: Inbox, id: string, event: Event): void {
  if (event.isTrusted) void askAgain(inbox, id)
}

export async function askAgain(inbox: Inbox, id: string): Promise<void> {
  if (underway !== null) return
  underway = id
  inbox.change({})
  const answer = await request<ApprovalView>('POST', `/admin/approvals/${encodeURIComponent(id)}/ask-again`, {})
  underway = null
  const { words, route } = inbox.state()
  if (!answer.ok) {
    inbox.toast(problemText(answer.problem, words), 'bad')
    return inbox.change({})
  }
  const asked = answer.body.id
  // Whoever looks elsewhere by now stays there; the new question waits in the list like any other.
  if (route.page === 'hold' && route.id === id) inbox.navigate({ page: 'hold', id: asked, filter: NO_FILTER })
  else if (inbox.state().focus === id) inbox.navigate({ page: 'waiting', filter: NO_FILTER })
  if (inbox.state().route.page === 'waiting') inbox.open(asked)
  inbox.toast(words.askedAnew, 'plain', { hold: asked, during: ['pending'] })
}
