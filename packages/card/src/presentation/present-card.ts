/** One invocation as plain data: who, what, in which state, and its sections in the order they are shown. */
import type { Invocation, InvocationServer, InvocationState } from '../invocation.ts'
import type { ArgumentsSection } from './arguments-section.ts'
import { presentArguments } from './arguments-section.ts'
import { asText } from './as-text.ts'
import type { WithItems } from './content-items.ts'
import { contentItems } from './content-items.ts'
import { readDataImage } from './media.ts'
import type { MessageTable } from './message-table.ts'
import { chooseMessages, fill } from './message-table.ts'
import type { Audience, QuestionSection } from './question-section.ts'
import { presentQuestion } from './question-section.ts'
import type { ResultSection } from './result-section.ts'
import { errorMessage, presentResult } from './result-section.ts'
import type { VerdictSection } from './verdict-section.ts'
import { presentVerdict } from './verdict-section.ts'
import { heldWords } from './held-words.ts'
import { checkedLine, oneLine, shortLine } from './visible.ts'

export interface CardPresentation {
  readonly id: string
  readonly name: string
  /** The server's own title, in words that say so. */
  readonly serverTitle: string | null
  readonly icon: { readonly kind: 'text' | 'image'; readonly text: string }
  readonly region: string
  readonly origin: OriginPresentation
  readonly badge: BadgePresentation
  readonly progress: { readonly share: number | null; readonly text: string } | null
  /** In the order they are shown. */
  readonly sections: readonly CardSection[]
}

export interface OriginPresentation {
  readonly name: string
  readonly trust: InvocationServer['trust']
  readonly state: InvocationServer['state']
  readonly trustText: string
  /** Empty where the state is not known. */
  readonly stateText: string
}

export interface BadgePresentation {
  readonly state: InvocationState
  readonly icon: string
  readonly text: string
}

export interface ErrorSection {
  readonly kind: 'error'
  /** One line. */
  readonly text: string
  readonly retry: 'run' | 'ask' | 'never'
}

export type CardSection = QuestionSection | ArgumentsSection | VerdictSection | ErrorSection | ResultSection

export interface PresentOptions {
  readonly audience?: Audience
  readonly messages?: Partial<MessageTable>
}

const BADGE_ICONS: { readonly [state in InvocationState]: string } = {
  pending: '⏳',
  running: '⚙',
  success: '✓',
  error: '✗',
  cancelled: '⊘',
}
const FALLBACK_ICON = '🔧'
/** A longer text is none, and an address is not shown for one. */
const SHORT_ICON = /^[^:]{1,8}$/

export function presentCard(
  given: Invocation,
  now: number,
  locale: string,
  options: PresentOptions = {},
): CardPresentation {
  const messages = chooseMessages(locale, options.messages)
  const invocation = { ...given, content: contentItems(given.content) }
  const preview = given.hold?.preview
  const name = lineOf(given.tool, preview?.tool)
  const title = preview?.toolTitle ? shortLine(preview.toolTitle, checkedLine) : shortLine(given.title ?? '')
  // A host may leave out members that the type demands.
  const server: Partial<InvocationServer> = given.server ?? {}
  const origin = presentOrigin(server, lineOf(server.name, preview?.server.name), messages)
  const sections = [
    presentQuestion(invocation, now, options.audience ?? 'approver', messages),
    presentArguments(invocation, messages),
    presentVerdict(invocation, locale, messages),
    presentError(invocation, messages),
    presentResult(invocation, origin.name, messages),
  ].filter((section) => section !== null)
  return {
    id: invocation.id,
    name,
    serverTitle: plain(title) === plain(name) || title === '' ? null : fill(messages.serverTitle, { title }),
    icon: presentIcon(invocation.icon),
    region: fill(messages.region, { name }),
    origin,
    badge: presentBadge(invocation.state, messages, heldText(invocation, messages)),
    progress: presentProgress(invocation),
    sections,
  }
}

/** `write_file` and "Write File" are one name: the server says nothing more with it. */
function plain(name: string): string {
  return name.replace(/[ _-]/g, '').toLowerCase()
}

export function presentBadge(
  state: InvocationState,
  messages: MessageTable,
  text: string = messages[state],
): BadgePresentation {
  return { state, icon: BADGE_ICONS[state], text }
}

/** How a hold stands says more than the state that the card has for it. */
function heldText({ state, hold }: WithItems, messages: MessageTable): string | undefined {
  const stands = hold?.state ?? ''
  // What runs does so, and what was approved has come further, however old the news of the hold are.
  const isOld = state === 'running' || (stands === 'approved' && state !== 'pending')
  return isOld ? undefined : heldWords(messages)[stands]
}

/** The section of a kind, or `null`. */
export function sectionOf<Kind extends CardSection['kind']>(
  presentation: CardPresentation,
  kind: Kind,
): Extract<CardSection, { readonly kind: Kind }> | null {
  const found = presentation.sections.find((section) => section.kind === kind)
  return (found as Extract<CardSection, { readonly kind: Kind }> | undefined) ?? null
}

/** A host may give the name as the preview shows it: it is visible already. */
function lineOf(name: string | undefined, shown: string | undefined): string {
  return shortLine(name ?? '?', name === shown ? checkedLine : oneLine)
}

function presentOrigin(
  { trust = 'unknown', state = null }: Partial<InvocationServer>,
  name: string,
  messages: MessageTable,
): OriginPresentation {
  return {
    name,
    trust,
    state,
    trustText: messages[trust] ?? messages.unknown,
    stateText:
      state === null ? '' : state === 'error' ? messages.serverError : (messages[state] ?? messages.disconnected),
  }
}

function presentIcon(given: unknown): CardPresentation['icon'] {
  const icon = typeof given === 'string' ? given : ''
  const image = readDataImage(icon)
  if (image !== null) return { kind: 'image', text: image.source }
  return { kind: 'text', text: SHORT_ICON.test(icon) ? oneLine(icon) : FALLBACK_ICON }
}

function presentProgress({ progress, state }: Invocation): CardPresentation['progress'] {
  if (!progress || state !== 'running') return null
  const { total } = progress
  const known = total !== undefined && total > 0
  return {
    share: known ? Math.min(1, Math.max(0, progress.progress / total)) || 0 : null,
    text: shortLine(progress.message ?? (known ? `${progress.progress} / ${total}` : String(progress.progress))),
  }
}

function presentError({ error, state, content }: WithItems, messages: MessageTable): ErrorSection | null {
  if (state !== 'error') return null
  const { code, retry } = typeof error === 'string' ? { code: '', retry: undefined } : (error ?? {})
  const reason = errorMessage(error) || asText(content.find((item) => item.type === 'text')?.['text'] || '')
  // One line of several: the whole stands in the result. Other hidden characters stay marked.
  const text = shortLine(reason.trimStart(), (said) => oneLine(said.replace(/[ \t\r\n]+/g, ' ').trim()))
  return {
    kind: 'error',
    text: (code ? `${shortLine(code)}: ` : '') + (text || messages.failed),
    retry: retry ?? 'run',
  }
}
