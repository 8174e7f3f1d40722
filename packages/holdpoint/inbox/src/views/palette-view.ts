/**
 * The command palette: one field, and a list of what it finds. It follows the pattern of a combobox with a list box: the
 * focus stays in the field, the arrows move through the list, Enter goes there. It refuses to decide anything.
 */
import { shownTitle } from '../words/shown-title.ts'
import { fill } from '@holdpoint/card/presentation'
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { needsPerson } from '../model/holds/approval-row.ts'
import type { Inbox } from '../model/inbox.ts'
import { findEntries, stepThrough } from '../model/palette-entries.ts'
import type { PaletteEntry } from '../model/palette-entries.ts'
import { NO_FILTER, PAGES } from '../model/route.ts'
import { icon } from './parts/icons.ts'
import { modal } from './parts/modal.ts'
import { chooseDensity, chooseTheme, DENSITIES, LANGUAGES, THEMES } from './preferences.ts'

const GROUPS: readonly PaletteEntry['group'][] = ['holds', 'pages', 'actions']

let typed = ''
/** By its key: what waits may change while the list is open, and Enter must not mean another. */
let active: string | null = null

export function openPalette(inbox: Inbox): void {
  typed = ''
  active = null
  inbox.change({ dialog: 'palette' })
}

export function drawPalette(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  const { found, current } = lookUp(inbox)
  const close = (): void => inbox.change({ dialog: 'none' })
  const go = (entry: PaletteEntry | null): void => {
    if (entry === null) return
    close()
    entry.go()
  }
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    // Keys may come faster than frames: each goes on from what the last one changed, drawn or not.
    const now = lookUp(inbox)
    if (event.key === 'Enter') {
      event.preventDefault()
      return go(now.current)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    active = stepThrough(now.found, now.current?.key ?? null, event.key === 'ArrowDown' ? 1 : -1)
    inbox.change({})
    requestAnimationFrame(() =>
      document.querySelector('.palette [aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    )
  }
  const type = (event: Event): void => {
    typed = (event.target as HTMLInputElement).value
    active = null
    inbox.change({})
  }
  return html`<dialog class="dialog palette" aria-label=${words.palette} ${modal} @close=${close}>
    <div class="palette-field">
      ${icon('search')}
      <input
        type="text"
        role="combobox"
        autofocus
        autocomplete="off"
        spellcheck="false"
        aria-label=${words.paletteLabel}
        aria-expanded=${found.length > 0}
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant=${current === null ? nothing : idOf(current)}
        placeholder=${words.paletteLabel}
        .value=${live(typed)}
        @input=${type}
        @keydown=${press}
      />
      <button type="button" class="icon-button" aria-label=${words.close} @click=${close}>${icon('close')}</button>
    </div>
    <div id="palette-list" class="palette-list" role="listbox" aria-label=${words.palette}>
      ${GROUPS.map((group) => drawGroup(inbox, group, found, current, go))}
    </div>
    <p class="quiet" role="status">
      ${found.length === 0 ? words.paletteNothing : fill(words.paletteFound, { n: found.length })}
    </p>
    ${found.length === 0 ? html`<p class="palette-empty" aria-hidden="true">${words.paletteNothing}</p>` : nothing}
    <p class="quiet-text">${words.paletteHint}</p>
  </dialog>`
}

function lookUp(inbox: Inbox): { readonly found: readonly PaletteEntry[]; readonly current: PaletteEntry | null } {
  const found = findEntries(entriesOf(inbox), typed)
  return { found, current: found.find(({ key }) => key === active) ?? found[0] ?? null }
}

function drawGroup(
  inbox: Inbox,
  group: PaletteEntry['group'],
  found: readonly PaletteEntry[],
  current: PaletteEntry | null,
  go: (entry: PaletteEntry) => void,
): TemplateResult | typeof nothing {
  const { words } = inbox.state()
  const entries = found.filter((entry) => entry.group === group)
  if (entries.length === 0) return nothing
  return html`<div role="group" aria-labelledby="palette-${group}">
    <div class="palette-group" id="palette-${group}" role="presentation">${words.paletteGroups[group]}</div>
    ${entries.map(
      (entry) =>
        html`<div
          class="palette-entry"
          role="option"
          id=${idOf(entry)}
          aria-selected=${entry === current}
          @click=${() => go(entry)}
        >
          <span class="palette-text">${entry.text}</span>
          ${entry.about === '' ? nothing : html`<span class="palette-about">${entry.about}</span>`}
        </div>`,
    )}
  </div>`
}

function idOf({ key }: PaletteEntry): string {
  return `palette ${key}`.replaceAll(/\s/g, '-')
}

function entriesOf(inbox: Inbox): readonly PaletteEntry[] {
  const { words } = inbox.state()
  const holds = inbox.waiting
    .rows()
    .filter(needsPerson)
    .map((row): PaletteEntry => {
      const about = `${row.tool} · ${row.server}`
      const go = (): void => inbox.navigate({ page: 'hold', id: row.id, filter: NO_FILTER })
      return { key: `hold ${row.id}`, group: 'holds', text: shownTitle(row.titles, words), about, go }
    })
  const pages = PAGES.map((page): PaletteEntry => {
    const go = (): void => inbox.navigate({ page, filter: NO_FILTER })
    return { key: `page ${page}`, group: 'pages', text: fill(words.goTo, { page: words.pages[page] }), about: '', go }
  })
  const action = (key: string, text: string, go: () => void): PaletteEntry => ({
    key,
    group: 'actions',
    text,
    about: '',
    go,
  })
  return [
    ...holds,
    ...pages,
    ...THEMES.map((theme) =>
      action(`theme ${theme}`, fill(words.useTheme, { theme: words.themeNames[theme] }), () =>
        chooseTheme(inbox, theme),
      ),
    ),
    ...DENSITIES.map((density) =>
      action(`density ${density}`, fill(words.useDensity, { density: words.densities[density] }), () =>
        chooseDensity(inbox, density),
      ),
    ),
    ...LANGUAGES.map(([locale, name]) => action(`language ${locale}`, name, () => inbox.setLocale(locale))),
    action('keys', words.keys, () => inbox.change({ dialog: 'help' })),
  ]
}
