/**
 * One invocation as plain data that every surface can draw: the card, the inbox, a terminal, a chat channel. Every text
 * in it is visible already and safe to place as plain text. It knows no DOM and decides nothing.
 */
import type { Invocation } from '../invocation.ts'
import { chooseMessages } from './message-table.ts'
import type { CardPresentation, CardSection, PresentOptions } from './present-card.ts'
import { presentCard } from './present-card.ts'

export interface Presentation extends CardPresentation {
  /** The card in a few lines, for surfaces with little room. */
  readonly lines: readonly string[]
}

export function present(
  invocation: Invocation,
  now: number,
  locale: string,
  options: PresentOptions = {},
): Presentation {
  const card = presentCard(invocation, now, locale, options)
  const { badge, name, origin, sections } = card
  const { from } = chooseMessages(locale, options.messages)
  const lines = [
    `${badge.icon} ${badge.text} · ${name}`,
    `${from} ${origin.name} (${[origin.trustText, origin.stateText].filter((text) => text !== '').join(', ')})`,
    ...sections.flatMap(headLine),
  ]
  return { ...card, lines }
}

function headLine(section: CardSection): readonly string[] {
  switch (section.kind) {
    case 'question':
      return [`${section.riskText}: ${section.title}`, ...section.warnings.map((warning) => `⚠ ${warning}`)]
    case 'verdict':
      return [section.about === '' ? section.text : `${section.text} · ${section.about}`]
    case 'error':
      return [section.text]
    case 'arguments':
    case 'result':
      return []
  }
}
