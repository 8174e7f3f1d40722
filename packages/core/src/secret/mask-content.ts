/**
 * What a call is about, part by part, with its secrets masked. It is given what is not masked: a difference is found by
 * the characters as they are, and what changes within a secret is seen to change. Each line of a text stays a line.
 */
import { contentOf } from '../description/content.ts'
import type { ContentPart, ContentRow } from '../description/content.ts'
import type { DifferenceRun } from '../description/line-difference.ts'
import type { Preview } from '../preview/preview.ts'
import { findSecrets } from './find-secrets.ts'
import { createMasker, maskText, withMasks } from './mask-text.ts'
import type { Masker } from './mask-text.ts'
import { isSecretName, NAMES_IN_PAIRS } from './secret-names.ts'
import type { SecretSpan } from './secret-span.ts'

/** `preview`: as it is stored, never one that is masked already. */
export function maskedContent(
  { arguments: root, entity }: Pick<Preview, 'arguments' | 'entity'>,
  locale: string = 'en',
): readonly ContentPart[] {
  const masker = createMasker(locale)
  const parts = contentOf(root, entity?.compared)
  const values = valuesOfSecrets(parts)
  const named: Named = (label) => values.has(label) || isNamed(label)
  return parts.map((part) => maskPart(part, named, masker))
}

/** Whether what stands under that label is a secret. */
type Named = (label: string) => boolean

function maskPart(part: ContentPart, named: Named, masker: Masker): ContentPart {
  switch (part.kind) {
    case 'fields':
      return { ...part, rows: part.rows.map((row) => maskRow(row, named, masker)) }
    case 'difference':
      return { ...part, label: maskText(part.label, masker), runs: maskRuns(part.runs, named(part.label), masker) }
    case 'text':
    case 'command':
    case 'sql':
    case 'code':
    case 'address':
    case 'blob':
      return { ...part, label: maskText(part.label, masker), text: maskText(part.text, masker, named(part.label)) }
  }
}

/** `headers.Authorization`, `tokens 2`: the last name counts. */
function isNamed(label: string): boolean {
  return isSecretName(label.replace(/ \d+$/, '').split('.').at(-1) ?? label)
}

/** `key: API_KEY` and `value: …` on rows of their own: the labels of such values. */
function valuesOfSecrets(parts: readonly ContentPart[]): ReadonlySet<string> {
  const rows = parts.flatMap((part) => (part.kind === 'fields' ? part.rows : []))
  return new Set(
    rows.flatMap(({ label, value }) => {
      const [, within = '', name = ''] = /^(.*\.)?([^.]*)$/.exec(label) ?? []
      return NAMES_IN_PAIRS.test(name) && isSecretName(value) ? [`${within}value`] : []
    }),
  )
}

/** `name: API_KEY, value: …` on one row. */
const PAIR = /^(.*\b(?:name|key|variable|header|env): "?([\w.-]+)"?, value: )(\S+)$/

function maskRow({ label, value }: ContentRow, named: Named, masker: Masker): ContentRow {
  const shown = maskText(label, masker)
  if (named(label)) {
    const masked = value.split(', ').map((item) => (isUncounted(item) ? item : maskText(item, masker, true)))
    return { label: shown, value: masked.join(', ') }
  }
  const [, start = '', name = '', last = ''] = PAIR.exec(value) ?? []
  return {
    label: shown,
    value: isSecretName(name) ? maskText(start, masker) + maskText(last, masker, true) : maskText(value, masker),
  }
}

/** Short numbers under such a name count something. */
function isUncounted(item: string): boolean {
  return /^\d{1,5}$/.test(item)
}

/** Both sides are looked at whole, since a private key has many lines; what is a secret on either side is one on both. */
function maskRuns(runs: readonly DifferenceRun[], named: boolean, masker: Masker): readonly DifferenceRun[] {
  const spans = runs.map(({ lines }) => lines.map((): SecretSpan[] => []))
  for (const left of ['removed', 'added'] as const) findInSide(runs, left, named, spans)
  return runs.map((run, index) => ({
    ...run,
    lines: run.lines.map((line, at) => withMasks(line, joined(spans[index]?.[at] ?? []), masker)),
  }))
}

function findInSide(
  runs: readonly DifferenceRun[],
  leftOut: DifferenceRun['kind'],
  named: boolean,
  found: readonly (readonly SecretSpan[][])[],
): void {
  const places: { readonly start: number; readonly end: number; readonly spans: SecretSpan[] }[] = []
  let text = ''
  for (const [index, { kind, lines }] of runs.entries()) {
    if (kind === leftOut) continue
    for (const [at, line] of lines.entries()) {
      const start = text.length
      text += `${line}\n`
      places.push({ start, end: start + line.length, spans: found[index]?.[at] ?? [] })
    }
  }
  let next = 0
  for (const { start, end, isRest } of findSecrets(text, named)) {
    while ((places[next]?.end ?? Number.POSITIVE_INFINITY) < start) next++
    for (let at = next; at < places.length; at++) {
      const place = places[at]
      if (place === undefined || place.start >= end) break
      const from = Math.max(start, place.start)
      const to = Math.min(end, place.end)
      if (from >= to) continue
      // The ends of each line of a key would add up.
      const isPiece = isRest === true || from > start || to < end
      place.spans.push({ start: from - place.start, end: to - place.start, ...(isPiece ? { isRest: true } : {}) })
    }
  }
}

/** In their order, each character once: a kept line was looked at twice. */
function joined(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = spans.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const apart: SecretSpan[] = []
  for (const span of sorted) {
    const last = apart.at(-1)
    if (last === undefined || span.start >= last.end) apart.push(span)
    else if (span.end > last.end) apart[apart.length - 1] = { ...last, end: span.end }
  }
  return apart
}
