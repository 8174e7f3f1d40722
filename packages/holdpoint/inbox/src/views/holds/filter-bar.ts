/** Search, filters, grouping and saved views. All of it stands in the address. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Inbox } from '../../model/inbox.ts'
import { isFiltered, NO_FILTER, readRoute, toAddress } from '../../model/route.ts'
import type { Filter } from '../../model/route.ts'
import { readViews, writeViews } from '../../model/settings.ts'
import { fill } from '@holdpoint/card/presentation'
import { showInOneLine } from '../../words/one-line.ts'
import type { Words } from '../../words/words.ts'
import { icon } from '../parts/icons.ts'
import { drawOptions } from '../parts/options.ts'
import { followAddress } from '../parts/page-link.ts'

const SEARCH_AFTER_MS = 250
let typing: ReturnType<typeof setTimeout> | undefined
/**
 * What stands in the field: the search is made without its outer spaces, and they stay for the word that may follow.
 */
let typed = { page: '', text: '' }

export function drawFilterBar(inbox: Inbox): TemplateResult {
  const { words, route } = inbox.state()
  const { filter, page } = route
  const states = Object.entries(words.states).filter(
    ([state]) => (page === 'history') !== (state === 'pending' || state === 'unknown'),
  )
  return html`<div class="filters" role="search" aria-label=${words.filters}>
      ${drawSearch(inbox, words.search, words.searchPlaceholder)}
      ${drawChoice(inbox, 'risk', words.risk, Object.entries(words.risks))}
      ${drawChoice(inbox, 'state', words.state, states)} ${drawServerChoice(inbox)}
      ${
        page === 'waiting'
          ? html`<label class="choice"
              ><span>${words.groupBy}</span>
              <select
                @change=${(event: Event) => inbox.filter({ group: (event.target as HTMLSelectElement).value as Filter['group'] })}
              >
                ${drawOptions(
                  (['agent', 'server', 'none'] as const).map((group) => [group, words.groups[group]]),
                  filter.group,
                )}
              </select></label
            >`
          : nothing
      }
    </div>
    ${drawViews(inbox)}`
}

/** What is typed stands in the address a moment later. */
export function drawSearch(inbox: Inbox, label: string, placeholder: string): TemplateResult {
  const { filter, page } = inbox.state().route
  const search = (event: Event): void => {
    typed = { page, text: (event.target as HTMLInputElement).value }
    clearTimeout(typing)
    typing = setTimeout(() => {
      typing = undefined
      if (inbox.state().route.page === page) inbox.filter({ q: typed.text.trim() })
    }, SEARCH_AFTER_MS)
  }
  const keepsTyped = typed.page === page && (typing !== undefined || typed.text.trim() === filter.q)
  return html`<label class="search">
    ${icon('search')}
    <input
      id="search"
      type="search"
      .value=${live(keepsTyped ? typed.text : filter.q)}
      placeholder=${placeholder}
      aria-label=${label}
      @input=${search}
    />
  </label>`
}

/** Of the servers that were seen, and one that the address names. */
export function drawServerChoice(inbox: Inbox): TemplateResult | typeof nothing {
  const { words, route } = inbox.state()
  const { server } = route.filter
  const names = (inbox.servers.value()?.servers ?? []).map(({ name }) => name)
  const options = [...new Set([...names, ...(server === '' ? [] : [server])])]
  if (options.length === 0) return nothing
  return drawChoice(
    inbox,
    'server',
    words.server,
    options.map((name) => [name, showInOneLine(name)]),
  )
}

export function drawChoice(
  inbox: Inbox,
  name: 'risk' | 'state' | 'server' | 'since',
  label: string,
  options: readonly (readonly [string, string])[],
): TemplateResult {
  const { words, route } = inbox.state()
  const value = route.filter[name]
  return html`<label class="choice ${value === '' ? '' : 'set'}"
    ><span>${label}</span>
    <select @change=${(event: Event) => inbox.filter({ [name]: (event.target as HTMLSelectElement).value })}>
      ${drawOptions([['', words.all], ...options], value)}
    </select></label
  >`
}

function drawViews(inbox: Inbox): TemplateResult | typeof nothing {
  const { words, route } = inbox.state()
  const views = readViews()
  const address = toAddress(route)
  const filtered = isFiltered(route.filter)
  const isSaved = views.some((view) => view.address === address)
  if (views.length === 0 && !filtered) return nothing
  const save = (): void => {
    writeViews([...views, { address }])
    inbox.toast(words.viewSaved, 'plain')
  }
  const forget = (): void => {
    writeViews(views.filter((view) => view.address !== address))
    inbox.change({})
  }
  return html`<div class="views" role="group" aria-label=${words.savedViews}>
    ${views.map(
      (view) =>
        html`<a
          class="view-chip ${view.address === address ? 'current' : ''}"
          href=${view.address}
          @click=${followAddress(inbox, view.address)}
          >${showInOneLine(viewName(view.address, words))}</a
        >`,
    )}
    ${
      filtered && !isSaved
        ? html`<button type="button" class="chip-button" @click=${save}>${icon('star')}${words.saveView}</button>`
        : nothing
    }
    ${isSaved ? html`<button type="button" class="chip-button" @click=${forget}>${words.forgetView}</button>` : nothing}
    ${
      filtered
        ? html`<button
            type="button"
            class="chip-button"
            @click=${() => inbox.filter({ ...NO_FILTER, group: route.filter.group })}
            aria-label=${fill(words.clearFilters, {})}
          >
            ${words.clear}
          </button>`
        : nothing
    }
  </div>`
}

/** Made anew each time, so that it is in the language of the page. */
function viewName(address: string, words: Words): string {
  const { page, filter } = readRoute(new URL(address, location.origin))
  const where = page === 'history' ? words.pages.history : ''
  const risk = named(words.risks, filter.risk)
  const state = named(words.states, filter.state)
  return [where, filter.q, risk, state, filter.server, filter.tool].filter((part) => part !== '').join(' · ')
}

/** An address may name anything, also what every object has. */
function named(labels: Words['risks'], id: string): string {
  return Object.hasOwn(labels, id) ? (labels[id] ?? id) : id
}
