/**
 * What decides a call, in as few lines as it takes: what is done and where, every byte of the arguments, what cannot be
 * undone, warnings. A dialog that shows only its first lines shows these, or it cannot approve. It shortens nothing:
 * where that does not fit, the question belongs on a surface that has the room. What a yes opens beside the call is
 * said by the words of that choice.
 */
import { describeMasked } from '../secret/describe-masked.ts'
import { maskPreview } from '../secret/mask-preview.ts'
import { describeCall, partOf } from './call-description.ts'
import { contentLines, plainContentLine } from './draw-content.ts'
import type { Preview, PreviewNode } from './preview.ts'
import { say } from '../sentence/say.ts'
import { keepInOneLine } from './visible-text.ts'
import { wrapColumns } from './wrap-columns.ts'

/** How much a dialog shows without scrolling or opening anything. */
export interface DialogSize {
  readonly lines: number
  readonly columns: number
}

/** Whether a surface of this size shows every byte of what would run: the one rule of who may approve there. */
export function showsEveryByte(preview: Preview, dialog: DialogSize): boolean {
  // A text of many lines takes more room than its characters: each line end counts as wide as the mark of a hidden one.
  return drawDecisive(preview, dialog.columns, LINE_END_MARK).length <= dialog.lines
}

/** Broken by us, so that a dialog has nothing left to break: no line is longer than `columns`. */
export function decisiveLines(preview: Preview, columns: number): readonly string[] {
  return drawDecisive(preview, columns, '\\n')
}

const LINE_END_MARK = '⟦U+000A⟧'

function drawDecisive(preview: Preview, columns: number, lineEnd: string): readonly string[] {
  const description = describeMasked(preview)
  const { tool, server, risk } = description.facts
  const marks = [`${risk} risk`, ...(description.consequence === 'irreversible' ? ['cannot be undone'] : [])].join(', ')
  const fields = partOf(description, 'fields')
  const sent = partOf(description, 'arguments')
  const about = fields === null ? [] : [`⚠️ ${fields.title}`]
  const start = about.length === 0 ? '⚠️ ' : ''
  const said = [
    ...about,
    `${start}${say('callOn', { tool, server: server.name })} (${marks})`,
    ...(sent === null ? [] : argumentsInline(sent.root, lineEnd)),
    ...description.warnings.map((warning) => `⚠ ${warning}`),
  ]
  return said.flatMap((line) => wrapColumns(keepInOneLine(line), columns))
}

/**
 * The whole question for a dialog that has room: what will happen, where and how grave, what it is about part by part, what
 * was read of it, warnings. Broken by the dialog, not by us. The agent's claim is not among it: the host's person sees facts.
 */
export function questionLines(preview: Preview): readonly string[] {
  const masked = maskPreview(preview)
  const description = describeCall(masked)
  const { tool, server, risk } = description.facts
  const marks = [`${risk} risk`, ...(description.consequence === 'irreversible' ? ['cannot be undone'] : [])].join(', ')
  const call = `${say('callOn', { tool, server: server.name })} (${marks}).`
  const title = /[?？]$/.test(description.title) ? description.title : `${description.title}?`
  const lines = [
    `⚠️ ${title}`,
    [call, ...description.reasons].join(' '),
    ...contentLines(preview).map(plainContentLine),
    ...factLines(preview),
    ...description.warnings.map((warning) => `⚠ ${warning}`),
  ]
  return lines.map(keepInOneLine)
}

/** What was read: the thing itself on one line, what hangs on it on another. None where nothing was. */
export function factLines(preview: Preview): readonly string[] {
  const { fields = [], impact = [] } = maskPreview(preview).entity ?? {}
  const facts = fields.map(
    ({ label, before, after }) => `${label}: ${after === null ? before : `${before} → ${after}`}`,
  )
  const hanging = impact.map(({ label, value }) => `${label}: ${value}`)
  return [facts, hanging].flatMap((row) => (row.length === 0 ? [] : [keepInOneLine(row.join('; '))]))
}

function argumentsInline(root: PreviewNode, lineEnd: string): readonly string[] {
  if (root.kind === 'object' && root.entries.length === 0) return []
  const said = root.kind === 'object' ? membersInline(root.entries, lineEnd) : nodeInline(root, lineEnd)
  return [said]
}

function membersInline(entries: ObjectEntries, lineEnd: string): string {
  const said = entries.map(({ key, value }) => {
    const name = PLAIN_KEY.test(key) ? key : quoted(key, lineEnd)
    return `${name}: ${nodeInline(value, lineEnd)}`
  })
  return said.join(', ')
}

type ObjectEntries = Extract<PreviewNode, { readonly kind: 'object' }>['entries']

function nodeInline(node: PreviewNode, lineEnd: string): string {
  switch (node.kind) {
    case 'literal':
      return node.text
    case 'text':
    case 'blob':
      return quoted(node.text, lineEnd)
    case 'array':
      return `[${node.items.map((item) => nodeInline(item, lineEnd)).join(', ')}]`
    case 'object':
      return `{${membersInline(node.entries, lineEnd)}}`
  }
}

/** A key that looks like a word needs no quotes; any other could imitate our own punctuation. */
const PLAIN_KEY = /^[\p{L}\p{N}_$.-]+$/u

/** Arguments stand beside each other on a line: a quote inside one must not seem to end it. What is hidden was marked before. */
function quoted(text: string, lineEnd: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', lineEnd)}"`
}
