/**
 * The result of a call, item by item in its order. It judges what may be drawn and what stays text; it draws nothing.
 */
import type { JsonValue } from '@holdpoint/core'
import type { Invocation, InvocationContent } from '../invocation.ts'
import { asText } from './as-text.ts'
import type { WithItems } from './content-items.ts'
import { readLinkTarget } from './link-target.ts'
import type { Media } from './media.ts'
import { readAudio, readImage, readText, sizeOf } from './media.ts'
import type { MessageTable } from './message-table.ts'
import { fill } from './message-table.ts'
import { lazily } from './lazily.ts'
import { readJson } from './read-json.ts'
import { formatSize, isLong, shortLine, startOf, visible } from './visible.ts'

/** `text` is Markdown, `code` is shown letter by letter. */
export interface TextItem {
  readonly kind: 'text' | 'code'
  readonly label: string | null
  readonly text: string
  /** Over 2,000 characters. */
  readonly long: boolean
  /** Characters as the server sent them. */
  readonly size: number
  /** Of long text: its first 30 lines or so, and what follows them. */
  readonly start: string
  readonly rest: string
}

export type ResultItem = ShownItem & {
  /** All of it as JSON, where a label had to be cut. */
  readonly whole?: TextItem
}

export type ShownItem =
  | TextItem
  /** `label`: which resource it is, where it is one; `thumbnail`: over 500 KB. */
  | { readonly kind: 'image'; readonly label: string | null; readonly media: Media; readonly thumbnail: boolean }
  | { readonly kind: 'audio'; readonly label: string | null; readonly media: Media }
  | {
      readonly kind: 'link'
      readonly label: string
      readonly address: string
      readonly about: string
      /** `null`: only the host application can open it. */
      readonly href: string | null
      readonly host: string
    }
  | { readonly kind: 'note'; readonly text: string }

export interface ResultSection {
  readonly kind: 'result'
  readonly heading: string
  /** Whose words these are. */
  readonly about: string
  readonly items: readonly ResultItem[]
  /** The same one by one, made when they are asked for: there can be very many. */
  readonly count: number
  readonly itemAt: (index: number) => ResultItem
  /** Structured content as JSON, where it tells more than the items do; without any it is one of them. */
  readonly structured: TextItem | null
  /** Opens by itself. */
  readonly open: boolean
  readonly copy: string
}

export const MOST_TEXT_CHARACTERS = 2000
export const MOST_IMAGE_BYTES: number = 500 * 1024
/** Blank lines between paragraphs are drawn as none. */
const FIRST_LINES = /^\n*(?:[^\n]+\n+){30}/
/** Enough for thirty lines of the widest card. */
const CHARACTERS_AT_FIRST = 8000

/** What is shown of an item in one line. */
const LABELS = ['type', 'mimeType', 'uri', 'name', 'title', 'description']
const PROSE = /^text\/(?:plain|markdown|x-markdown)\b/
/** What a blob may be read as. */
const TEXT = /^(?:text\/|application\/json\b)/

/** A reason that a narrow card cannot show on its one line. */
const MOST_OF_A_LINE = 40

export function presentResult(invocation: WithItems, server: string, messages: MessageTable): ResultSection | null {
  const { content, structuredContent, state, hold } = invocation
  if (state === 'pending' || state === 'running') return null
  const reason = state === 'error' ? wholeReason(invocation) : ''
  // The person who resolved it as run does not know what it returned.
  const isEmptyShown = state === 'success' && hold?.state !== 'resolved'
  if (content.length === 0 && structuredContent === undefined && reason === '' && !isEmptyShown) return null
  const isStructured = structuredContent !== undefined && !repeats(content, structuredContent)
  const structured = isStructured ? asText(structuredContent, 2) : ''
  const data = isStructured ? textItem('code', structured, messages.structured) : null
  const first: ShownItem[] = reason === '' ? [] : [textItem('code', reason, null)]
  const isBare = content.length + first.length === 0
  if (isBare) first.push(data ?? { kind: 'note', text: messages.emptyResult })
  const count = first.length + content.length
  const made: ResultItem[] = [...first]
  const itemAt = (index: number): ResultItem =>
    (made[index] ??= presentWhole(content[index - first.length] as InvocationContent, messages))
  // The host's, or ours: no words of the server.
  const isReason = content.length === 0 && reason !== ''
  const section = {
    kind: 'result' as const,
    heading: isReason ? messages.error : messages.result,
    about: isReason ? '' : fill(messages.resultOf, { server }),
    count,
    structured: isBare ? null : data,
    open: state === 'success',
  }
  // Not enumerable: copies and comparisons see plain data.
  Object.defineProperties(section, { itemAt: { value: itemAt } })
  return lazily(section as typeof section & { readonly itemAt: typeof itemAt }, {
    items: () => Array.from({ length: count }, (_, index) => itemAt(index)),
    copy: () => [reason, ...content.map(copyOf), structured].filter((text) => text !== '').join('\n\n'),
  })
}

/** What the host says of a failure. */
export function errorMessage(error: Invocation['error']): string {
  return asText((typeof error === 'string' ? error : error?.message) || '')
}

/** Of a failure, where its line cannot tell all of it and the server's own words do not either; else empty. */
function wholeReason({ error, content }: WithItems): string {
  const reason = errorMessage(error)
  const isShort = reason.length <= MOST_OF_A_LINE && !reason.includes('\n')
  return isShort || content.some((item) => item['text'] === reason) ? '' : reason
}

function presentWhole(item: InvocationContent, messages: MessageTable): ResultItem {
  const parts = [item, Object(item['resource']) as InvocationContent]
  const isCut = parts.some((part) => LABELS.some((label) => isLong(part[label])))
  const shown = presentItem(item, messages)
  return isCut ? Object.assign(shown, { whole: unknownItem(item, messages) }) : shown
}

function presentItem(item: InvocationContent, messages: MessageTable): ShownItem {
  switch (item.type) {
    case 'text':
      return typeof item['text'] === 'string' ? textItem('text', item['text'], null) : unknownItem(item, messages)
    case 'image':
    case 'audio':
      return presentMedia(item['data'], item['mimeType'], null, messages)
    case 'resource_link':
      return typeof item['uri'] === 'string' ? presentLink(item, item['uri'], messages) : unknownItem(item, messages)
    case 'resource':
    case 'embedded_resource':
      return presentResource(item, messages)
    default:
      return unknownItem(item, messages)
  }
}

function presentMedia(data: unknown, type: unknown, label: string | null, messages: MessageTable): ShownItem {
  const image = readImage(data)
  if (image !== null) return { kind: 'image', label, media: image, thumbnail: image.bytes > MOST_IMAGE_BYTES }
  const media = readAudio(data, type)
  if (media !== null) return { kind: 'audio', label, media }
  const named = shortLine(textOf(type) ?? 'application/octet-stream')
  const text = fill(messages.notDrawn, { type: named, size: formatSize(sizeOf(data)) })
  return { kind: 'note', text: label === null ? text : `${label} · ${text}` }
}

function presentLink(item: InvocationContent, uri: string, messages: MessageTable): ShownItem {
  const target = readLinkTarget(uri)
  return {
    kind: 'link',
    label: shortLine(textOf(item['title']) ?? textOf(item['name']) ?? messages.resource),
    address: uri,
    about: shortLine(textOf(item['description']) ?? ''),
    href: target?.href ?? null,
    host: shortLine(target?.host ?? uri),
  }
}

/** Some servers nest the resource, some spread it over the item. */
function presentResource(item: InvocationContent, messages: MessageTable): ShownItem {
  const nested = item['resource']
  const resource = (typeof nested === 'object' && nested !== null ? nested : item) as {
    readonly [key: string]: unknown
  }
  const { blob } = resource
  const type = textOf(resource['mimeType']) ?? (blob === undefined ? 'text/plain' : '')
  const label = shortLine(textOf(resource['uri']) ?? messages.resource)
  const text = textOf(resource['text']) ?? (TEXT.test(type) ? readText(blob) : null)
  if (text !== null)
    return PROSE.test(type) ? textItem('text', text, label) : textItem('code', text, `${label} · ${shortLine(type)}`)
  return blob === undefined ? unknownItem(item, messages) : presentMedia(blob, type, label, messages)
}

function isLongText(text: string): boolean {
  // No character takes more than two places, so further on there is nothing to count.
  return Array.from(text.slice(0, MOST_TEXT_CHARACTERS * 2 + 1)).length > MOST_TEXT_CHARACTERS
}

/** Making a megabyte of hidden characters visible takes longer than painting it, so it is done when it is asked for. */
function textItem(kind: TextItem['kind'], text: string, label: string | null): TextItem {
  return lazily(
    { kind, label, size: text.length },
    {
      long: () => isLongText(text),
      start: () => visible(firstPart(text)),
      rest: () => visible(text.slice(firstPart(text).length)),
      text: () => visible(text),
    },
  )
}

function firstPart(text: string): string {
  const first = text.slice(0, CHARACTERS_AT_FIRST)
  let cut = FIRST_LINES.exec(first)?.[0].length ?? first.length
  // What cannot be seen becomes several characters each.
  while (visible(text.slice(0, cut)).length > CHARACTERS_AT_FIRST) cut >>= 1
  return startOf(text, cut)
}

function unknownItem(item: InvocationContent, messages: MessageTable): TextItem {
  return textItem('code', asText(item, 2), fill(messages.unknownContent, { type: shortLine(item.type) }))
}

function copyOf(item: InvocationContent): string {
  return item.type === 'text' && typeof item['text'] === 'string' ? item['text'] : asText(item, 2)
}

/** Whether one of the items says just that. */
function repeats(content: readonly InvocationContent[], structured: JsonValue): boolean {
  const spelled = asText(structured)
  return content.some((item) => {
    const parsed = item.type === 'text' ? readJson(item['text'] as string) : undefined
    return parsed !== undefined && asText(parsed) === spelled
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
