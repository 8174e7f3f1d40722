/** One call on the screen: drawing it for the width, and keeping track of whether its end has been there. */
import { approvedDigest, listSecrets } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { breakText } from './break-text.ts'
import type { CardLine, InboxBackend } from './inbox-backend.ts'
import { databaseNow, isRead } from './inbox-state.ts'
import type { InboxState, OpenCard } from './inbox-state.ts'
import { bodyRows } from './view-inbox.ts'

/** Cards are drawn at least this wide; on a narrower screen their lines are cut, so nothing there counts as shown. */
export const LEAST_COLUMNS = 40
const LINES_ABOVE = 2

export function openCard(hold: Hold, state: InboxState, draw: InboxBackend['draw']): OpenCard {
  const card: OpenCard = {
    hold,
    shown: hold,
    standing: null,
    lines: [],
    top: 0,
    seen: null,
    expanded: false,
    revealed: null,
    details: false,
    more: false,
  }
  return drawCard(card, state, draw)
}

export function drawCard(card: OpenCard, state: InboxState, draw: InboxBackend['draw']): OpenCard {
  const { shown, standing, expanded, revealed, details } = card
  const lines = draw(shown, databaseNow(state), { width: state.columns, expanded, revealed, details, takeBack: 'u' })
  return { ...card, lines: [...lines, ...standingLines(standing, state.columns)] }
}

/** Shows the next of its secrets, and behind the last one none. */
export function revealNext(card: OpenCard, state: InboxState, draw: InboxBackend['draw']): InboxState {
  if (state.contents?.voice === null)
    return { ...state, message: { text: 'Only who may decide may see what is masked.', tone: 'caution' } }
  const secrets = listSecrets(card.shown.preview.arguments)
  if (secrets.length === 0) return { ...state, message: { text: 'Nothing is masked here.', tone: 'caution' } }
  const next = card.revealed === null ? 0 : card.revealed + 1
  const secret = secrets[next]
  const drawn = drawCard({ ...card, revealed: secret === undefined ? null : next, expanded: true }, state, draw)
  const text =
    secret === undefined
      ? 'All secrets are masked again.'
      : `Secret ${next + 1} of ${secrets.length} is shown: ${secret.place}. v shows the next, and behind the last none.`
  const at = drawn.lines.findIndex((line, index) => line.text !== card.lines[index]?.text)
  // To where it stands, with a little above it.
  const top = secret === undefined || at < 0 ? card.top : Math.max(0, at - LINES_ABOVE)
  return { ...state, card: { ...drawn, top }, message: { text, tone: 'plain' } }
}

/** Opens them, or closes them. A call that was not read to its end stays where it is: nothing of it is skipped for them. */
export function toggleDetails(card: OpenCard, state: InboxState, draw: InboxBackend['draw']): InboxState {
  const drawn = drawCard({ ...card, details: !card.details }, state, draw)
  const at = drawn.lines.findIndex((line, index) => line.text !== card.lines[index]?.text)
  const isBelow = drawn.details && drawn.lines.length > card.top + bodyRows(state)
  if (!isBelow) return { ...state, card: drawn }
  if (isRead(card)) return { ...state, card: { ...drawn, top: Math.max(card.top, at - LINES_ABOVE) } }
  const text = 'The details stand at the end, behind all that would run: Space scrolls on.'
  return { ...state, card: drawn, message: { text, tone: 'plain' } }
}

/** Keeps what is shown within the card, and notes when its end is on the screen. */
export function settleCard(card: OpenCard, state: InboxState): OpenCard {
  const room = bodyRows(state)
  const top = Math.max(0, Math.min(card.top, card.lines.length - room))
  const atEnd = state.help === null && room > 0 && state.columns >= LEAST_COLUMNS && top + room >= card.lines.length
  return { ...card, top, seen: atEnd ? approvedDigest(card.shown) : card.seen }
}

/** Whatever was being asked is not asked any more; the card shows the hold as it is. */
export function closePrompt(state: InboxState, draw: InboxBackend['draw']): InboxState {
  const { card } = state
  const plain = card === null ? null : drawCard({ ...card, shown: card.hold, standing: null }, state, draw)
  return { ...state, prompt: null, card: plain }
}

function standingLines(standing: string | null, columns: number): readonly CardLine[] {
  if (standing === null) return []
  return ['', ...breakText(standing, columns)].map((text) => ({ text, tone: 'caution' }))
}
