/** A long list of cards with what stands around it: what came since, what is at its end, and its four states. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { problemText } from '../../model/inbox.ts'
import type { Inbox } from '../../model/inbox.ts'
import type { PagedLog } from '../../model/paged-log.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine } from '../../words/one-line.ts'
import { drawLoading, drawProblem } from './empty.ts'
import { whenChanged } from './when-changed.ts'

export function drawPaged<Item>(
  inbox: Inbox,
  about: {
    readonly log: PagedLog<Item>
    readonly label: string
    /** The class of the lists. */
    readonly list: string
    readonly keyOf: (item: Item) => string
    readonly drawItem: (item: Item) => TemplateResult
    readonly empty: () => TemplateResult
  },
): TemplateResult {
  const { words } = inbox.state()
  const { log } = about
  const pages = log.pages()
  const problem = log.problem()
  if (pages.length === 0) {
    return problem === null ? drawLoading(words) : drawProblem(problem, words, () => void log.load())
  }
  if (log.end() === 'reached' && pages.every(({ items }) => items?.length === 0)) return about.empty()
  return html`${drawFresh(inbox, log)}
    <paged-cards
      .pages=${whenChanged(pages)}
      .label=${about.label}
      .list=${about.list}
      .keyOf=${about.keyOf}
      .drawItem=${about.drawItem}
      @pages-near=${({ detail }: CustomEvent<ReadonlySet<string>>) => log.near(detail)}
      @pages-end=${() => {
        if (log.end() === 'more') void log.loadMore()
      }}
    ></paged-cards>
    ${drawEnd(inbox, log)}`
}

function drawFresh<Item>(inbox: Inbox, log: PagedLog<Item>): TemplateResult | typeof nothing {
  const n = log.fresh()
  if (n === 0) return nothing
  const show = async (): Promise<void> => {
    await log.renew()
    const main = document.getElementById('main')
    main?.scrollTo(0, 0)
    main?.focus({ preventScroll: true })
  }
  return html`<div class="fresh-bar">
    <button type="button" class="fresh" @click=${() => void show()}>
      ↑ ${fill(inbox.state().words.freshCount, { n })}
    </button>
  </div>`
}

function drawEnd<Item>(inbox: Inbox, log: PagedLog<Item>): TemplateResult {
  const { words } = inbox.state()
  const end = log.end()
  if (end === 'reached') return html`<p class="list-end quiet-text">${words.nothingOlder}</p>`
  if (end === 'loading' || end === 'more') return html`<p class="list-end quiet-text">${words.loadingOlder}</p>`
  return html`<p class="list-end" role="alert">
    <span>${keepInOneLine(problemText(end, words))}</span>
    <button type="button" @click=${() => void log.loadMore()}>${words.tryAgain}</button>
  </p>`
}
