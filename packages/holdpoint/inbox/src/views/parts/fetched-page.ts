/** The frame of a page that shows something fetched: title, what it is about, and its four states. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Inbox } from '../../model/inbox.ts'
import type { Remote } from '../../model/remote.ts'
import { drawLoading, drawProblem } from './empty.ts'

export function drawFetched<Value>(
  inbox: Inbox,
  about: {
    readonly title: string
    readonly lead: string
    readonly remote: Remote<Value>
    readonly actions?: TemplateResult
    readonly body: (value: Value) => TemplateResult
  },
): TemplateResult {
  const { words } = inbox.state()
  const value = about.remote.value()
  const problem = about.remote.problem()
  return html`<section class="page" aria-labelledby="view-title" aria-busy=${about.remote.loading()}>
    <header class="view-head">
      <h1 id="view-title">${about.title}</h1>
      ${about.actions ?? nothing}
    </header>
    <p class="lead">${about.lead}</p>
    ${
      value !== null
        ? about.body(value)
        : problem === null
          ? drawLoading(words)
          : drawProblem(problem, words, () => void about.remote.load())
    }
  </section>`
}
