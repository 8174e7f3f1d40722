/**
 * Draws the description of a call as plain text for terminals and text surfaces. Every byte of the arguments is shown;
 * nothing is cut.
 *
 * What comes from outside can never pass for a line of ours: names and keys stay on one line, text of several lines is
 * an indented block behind a gutter (`│ ` for each of its lines, `┊ ` where a line was broken to fit), and control
 * characters are visible. It draws no colours and asks nothing.
 */
import { describeMasked } from '../secret/describe-masked.ts'
import type { CallDescription, DescriptionPart } from './call-description.ts'
import type { Preview, PreviewNode } from './preview.ts'
import { showLeftoverCharacters } from './visible-text.ts'
import { wrapColumns } from './wrap-columns.ts'

const NARROWEST = 40
const LINE_GUTTER = '│ '
const WRAP_GUTTER = '┊ '
/** The bar takes two columns on some terminals. */
const GUTTER_COLUMNS = 3
/** A key that looks like a word needs no quotes; any other could imitate our own punctuation. */
const PLAIN_KEY = /^[\p{L}\p{N}_$.-]+$/u

interface Page {
  readonly width: number
  readonly lines: string[]
}

export interface TextOptions {
  readonly width: number
  /** Whether the agent's claim is among it. */
  readonly rationale?: boolean
}

export function renderPreviewText(preview: Preview, options: TextOptions): string {
  return renderDescription(describeMasked(preview), options)
}

export function renderDescription(description: CallDescription, options: TextOptions): string {
  const page: Page = { width: Math.max(NARROWEST, Math.floor(options.width)), lines: [] }
  const { body, facts } = description
  const { server, askedBy } = facts
  for (const part of body) if (part.kind === 'fields') addFields(page, part)
  addLine(page, 0, description.callTitle)
  page.lines.push('')
  addLine(page, 0, `Risk:      ${facts.risk.toUpperCase()} (${facts.why}; rule: ${facts.rule})`)
  addLine(page, 0, `Tool:      ${facts.tool}`)
  if (facts.toolTitle !== null) addLine(page, 0, `           the server calls it "${facts.toolTitle}"`)
  addLine(page, 0, `Server:    ${server.name}: ${server.display}`)
  addLine(page, 0, `           identity ${server.identity}`)
  addLine(page, 0, `Asked by:  ${askedBy.principal} through ${askedBy.client}`)
  for (const part of body) if (part.kind === 'arguments') addNode(page, 0, 'Arguments', part.root)
  if (options.rationale !== false) addRationale(page, facts.rationale)
  if (description.consequence === 'irreversible') addLine(page, 0, '⚠ This cannot be undone.')
  for (const warning of description.warnings) addLine(page, 0, `⚠ ${warning}`)
  return page.lines.join('\n')
}

/** The question first, then what it is about: labels in one column, what would change as `before → after`. */
function addFields(page: Page, entity: Extract<DescriptionPart, { readonly kind: 'fields' }>): void {
  addLine(page, 0, `⚠️ ${entity.title}`)
  page.lines.push('')
  const rows = [
    ...entity.fields.map(({ label, before, after }) => ({
      label,
      text: after === null ? before : `${before} → ${after}`,
    })),
    ...entity.impact.map(({ label, value }) => ({ label, text: value })),
  ]
  const width = Math.max(0, ...rows.map(({ label }) => label.length)) + 1
  for (const { label, text } of rows) addLine(page, 1, `${`${label}:`.padEnd(width)} ${text}`)
  addLine(page, 1, `(as ${entity.source} of the server tells)`)
  page.lines.push('')
}

function addRationale(page: Page, rationale: string | null): void {
  if (rationale === null) addLine(page, 0, 'The agent gave no reason.')
  else addText(page, 0, 'The agent says', rationale)
}

function addNode(page: Page, depth: number, label: string, node: PreviewNode): void {
  switch (node.kind) {
    case 'literal':
      addLine(page, depth, `${label}: ${node.text}`)
      break
    case 'text':
      addText(page, depth, label, node.text)
      break
    case 'blob':
      addLine(page, depth, `${label}: uninspectable data, ${node.bytes} bytes, SHA-256 of the text ${node.sha256}`)
      addBlock(page, depth + 1, node.text)
      break
    case 'array':
      addLine(page, depth, node.items.length === 0 ? `${label}: []` : `${label}:`)
      for (const [index, item] of node.items.entries()) addNode(page, depth + 1, `[${index}]`, item)
      break
    case 'object':
      addLine(page, depth, node.entries.length === 0 ? `${label}: {}` : `${label}:`)
      for (const { key, value } of node.entries) addNode(page, depth + 1, keyLabel(key), value)
      break
  }
}

/** Quotes are ours exactly at both ends of the line, so text needs no escaping inside them. */
function addText(page: Page, depth: number, label: string, text: string): void {
  const line = `${label}: "${text}"`
  if (!text.includes('\n') && wrapColumns(line, columnsLeft(page, indentOf(page, depth))).length === 1) {
    addLine(page, depth, line)
    return
  }
  const count = text.split('\n').length
  addLine(page, depth, `${label}: text of ${count} ${count === 1 ? 'line' : 'lines'}`)
  addBlock(page, depth + 1, text)
}

function addBlock(page: Page, depth: number, text: string): void {
  const indent = indentOf(page, depth)
  for (const line of text.split('\n')) addWrapped(page, indent, LINE_GUTTER, line)
}

function addLine(page: Page, depth: number, line: string): void {
  addWrapped(page, indentOf(page, depth), '', line.replaceAll('\n', '⟦U+000A⟧'))
}

function addWrapped(page: Page, indent: string, gutter: string, line: string): void {
  const [head = '', ...rest] = wrapColumns(showLeftoverCharacters(line), columnsLeft(page, indent))
  page.lines.push(indent + gutter + head)
  for (const piece of rest) page.lines.push(indent + WRAP_GUTTER + piece)
}

function columnsLeft(page: Page, indent: string): number {
  return page.width - indent.length - GUTTER_COLUMNS
}

/** Deep trees stop moving to the right at half the width; from there on each line says its depth. */
function indentOf(page: Page, depth: number): string {
  const deepest = Math.floor(page.width / 4)
  const label = `(depth ${depth}) `
  return depth <= deepest - label.length / 2 ? '  '.repeat(depth) : label.padStart(deepest * 2)
}

function keyLabel(key: string): string {
  return PLAIN_KEY.test(key) ? key : `"${key}"`
}
