/**
 * The keys. j and k move; a deciding key on a hold that is not open brings it up and does nothing else. On an open one,
 * `a` and `s` count like a press on the yes for this call and on that for the session: vouched for by the browser, no
 * repetition, the card has stood a moment, its button is awake (the end of its arguments was on the screen) and on the
 * screen itself. What cannot be undone a key only arms: Enter or a click on the answer gives it.
 */
import type { ToolCard } from '@holdpoint/card'
import { needsSecondAct } from '@holdpoint/core'
import { needsPerson } from '../../model/holds/approval-row.ts'
import type { Inbox } from '../../model/inbox.ts'
import { NO_FILTER } from '../../model/route.ts'
import { arm, passKey } from '../holds/armed-answer.ts'
import { currentItems } from '../holds/hold-list-view.ts'
import { hasPane, toggleSelected } from '../holds/hold-row-view.ts'
import { heldOnScreen } from '../holds/shown-card.ts'
import { openPalette } from '../palette-view.ts'
import { keyTarget } from '../holds/undo-view.ts'
import { withProgram } from '../../words/program.ts'

export function handleKey(inbox: Inbox, event: KeyboardEvent): void {
  if (isPaletteKey(event)) return togglePalette(inbox, event)
  if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (passKey(event, 'a')) return event.preventDefault()
  const { phase, dialog } = inbox.state()
  const target = event.composedPath()[0]
  if (event.key === 'Escape' && target instanceof HTMLElement && isTyping(target)) {
    // Out of a field, and no further. A card closes its own panels.
    if (!event.defaultPrevented) target.blur()
    return
  }
  if (phase !== 'ready' || dialog !== 'none' || (target instanceof HTMLElement && isTyping(target))) return
  if (event.key === 'Escape') return closeWhatIsOpen(inbox, event)
  const act = actionFor(event.key)
  if (act === null) return
  event.preventDefault()
  if (!event.repeat || act === next || act === previous) void act(inbox)
}

/** Ctrl+K, or Cmd+K, also out of a field: what is typed there stays. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

function togglePalette(inbox: Inbox, event: KeyboardEvent): void {
  const { phase, dialog } = inbox.state()
  if (phase !== 'ready' || (dialog !== 'none' && dialog !== 'palette')) return
  event.preventDefault()
  if (event.repeat) return
  if (dialog === 'palette') inbox.change({ dialog: 'none' })
  else openPalette(inbox)
}

type KeyAction = (inbox: Inbox) => void | Promise<void>

function actionFor(key: string): KeyAction | null {
  switch (key) {
    case 'j':
      return next
    case 'k':
      return previous
    case 'a':
      return (inbox) => approve(inbox, 'once')
    case 's':
      return (inbox) => approve(inbox, 'scope')
    case 'd':
      return (inbox) => openPanel(inbox, 'decline')
    case 'e':
      return (inbox) => openPanel(inbox, 'edit')
    case 'x':
      return select
    case 'o':
      return openPage
    case '/':
      return () => document.getElementById('search')?.focus()
    case '?':
      return (inbox) => inbox.change({ dialog: 'help' })
    case 'u':
      return takeBack
    case 'b':
      return (inbox) => inbox.navigate({ page: 'waiting', filter: NO_FILTER })
    default:
      return null
  }
}

function isTyping(element: HTMLElement): boolean {
  return element.isContentEditable || /^(TEXTAREA|SELECT)$/.test(element.tagName) || isTextField(element)
}

function isTextField(element: HTMLElement): boolean {
  return element instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(element.type)
}

async function next(inbox: Inbox): Promise<void> {
  await move(inbox, 1)
}

async function previous(inbox: Inbox): Promise<void> {
  await move(inbox, -1)
}

async function move(inbox: Inbox, by: 1 | -1): Promise<void> {
  const rows = currentItems(inbox).filter((item) => item.kind === 'hold')
  const { focus, route } = inbox.state()
  if (route.page !== 'waiting' && route.page !== 'history') return
  const at = rows.findIndex(({ key }) => key === focus)
  const chosen = rows[at < 0 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]
  if (chosen !== undefined) await bringUp(inbox, chosen.key)
}

async function bringUp(inbox: Inbox, id: string): Promise<void> {
  inbox.open(id)
  const list = document.querySelector('virtual-rows')
  await list?.show(id)
  const link = [...(list?.querySelectorAll<HTMLElement>('[data-hold]') ?? [])].find(
    ({ dataset }) => dataset['hold'] === id,
  )
  link?.focus({ preventScroll: true })
}

function select(inbox: Inbox): void {
  const { focus, route } = inbox.state()
  const row = inbox
    .list()
    .rows()
    .find(({ id }) => id === focus)
  if (route.page === 'waiting' && row?.state === 'pending') toggleSelected(inbox, row.id)
}

/** Taking back runs nothing, so it needs no second press. */
async function takeBack(inbox: Inbox): Promise<void> {
  const { session, words } = inbox.state()
  const ids = session?.can_decide === true ? keyTarget(inbox) : []
  if (ids.length === 0) inbox.toast(words.nothingToUndo, 'plain')
  else await inbox.decisions.takeBack(ids)
}

function openPage(inbox: Inbox): void {
  const { focus } = inbox.state()
  if (focus !== null) inbox.navigate({ page: 'hold', id: focus, filter: NO_FILTER })
}

/** The card of the hold that is open, where it can be answered. */
async function openCard(inbox: Inbox): Promise<ToolCard | null> {
  const { focus, route, session, words } = inbox.state()
  if (session?.can_decide !== true) {
    inbox.announce(withProgram(words.readOnly))
    return null
  }
  const isShown = route.page === 'hold' || (route.page === 'waiting' && hasPane())
  if (focus === null && route.page === 'waiting') {
    const first = inbox.list().rows().find(needsPerson)
    if (first !== undefined) {
      await bringUp(inbox, first.id)
      inbox.toast(words.lookThenAgain, 'plain', { hold: first.id, during: ['pending', 'unknown'] })
    }
    return null
  }
  if (focus === null) return null
  if (!isShown) {
    if (route.page === 'waiting') inbox.navigate({ page: 'hold', id: focus, filter: NO_FILTER })
    return null
  }
  const cards = [...document.querySelectorAll<ToolCard>('.detail tool-card')]
  return cards.find(({ dataset }) => dataset['hold'] === focus) ?? null
}

async function approve(inbox: Inbox, name: 'once' | 'scope'): Promise<void> {
  const { words } = inbox.state()
  const card = await openCard(inbox)
  if (card === null) return
  const part = name === 'once' ? 'confirm' : 'confirm-scope'
  const confirm = partsOf(card).querySelector<HTMLButtonElement>(`[part~="${part}"]`)
  const asked = card.invocation?.hold
  if (confirm === null || asked?.state !== 'pending') return
  // Advice on how to answer is gone with the question.
  const hint = (text: string): void => inbox.toast(text, 'plain', { hold: asked.id, during: ['pending'] })
  if (confirm.disabled) {
    partsOf(card).querySelector<HTMLElement>('[part~="json"]')?.focus()
    return hint(words.readToTheEnd)
  }
  if (!isOnScreen(confirm)) {
    confirm.scrollIntoView({ block: 'center' })
    return hint(words.lookThenAgain)
  }
  const hold = heldOnScreen(card)
  if (hold === null || hold.state !== 'pending') return
  const { preview } = hold
  if (preview === undefined || needsSecondAct(preview)) return arm(card, confirm, hold.id, () => inbox.change({}))
  // With something typed or chosen in the card, only its own button knows what is meant.
  if (partsOf(card).querySelector('.panel') !== null) return confirm.focus()
  const digest = hold.edit?.digest ?? hold.digest ?? null
  const grant = hold.choices?.find((choice) => choice.name === name)?.grant ?? null
  if ((grant === null) !== (name === 'once')) return
  await inbox.decisions.send({ hold: hold.id, answer: 'approve', reason: null, edits: null, grant, digest })
}

/** Opens a part of the card that asks for more, and puts the cursor there. Opening decides nothing. */
async function openPanel(inbox: Inbox, panel: 'decline' | 'edit'): Promise<void> {
  const card = await openCard(inbox)
  if (card?.invocation?.hold?.state !== 'pending') return
  if (partsOf(card).querySelector('.panel') === null && !card.show(panel)) {
    if (panel === 'edit') inbox.toast(inbox.state().words.notEditable, 'plain')
    return
  }
  await new Promise(requestAnimationFrame)
  partsOf(card).querySelector('.panel')?.scrollIntoView({ block: 'nearest' })
}

/**
 * A card hears only the keys that are pressed in it; a person who clicked beside it means its panel all the same. Where a hold
 * takes the place of its list, it is closed too. Dialogs close by themselves.
 */
function closeWhatIsOpen(inbox: Inbox, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.composedPath().some((at) => at instanceof HTMLDialogElement)) return
  const card = document.querySelector<ToolCard>('.detail tool-card')
  const back = card === null ? null : partsOf(card).querySelector<HTMLElement>('#row [name=back]')
  if (back !== null) {
    event.preventDefault()
    back.click()
  } else if (inbox.state().route.page === 'hold' && !hasPane() && !event.repeat) {
    event.preventDefault()
    inbox.navigate({ page: 'waiting', filter: NO_FILTER })
  }
}

/** The card's own tree is open: what is on the screen can be looked at, not what it knows. */
function partsOf(card: ToolCard): ParentNode {
  return card.shadowRoot ?? card
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
