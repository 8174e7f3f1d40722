/** The result of a call, item by item in its order. It judges what may be drawn and what stays text; it draws nothing. */
import type { JsonValue } from '@holdpoint/core'
import type { InvocationContent } from '../invocation.ts'
import { asText } from './as-text.ts'
import type { WithItems } from './content-items.ts'
import { readLinkTarget } from './link-target.ts'
import type { Media } from './media.ts'
import { readAudio, readImage, sizeOf } from './media.ts'
import type { MessageTable } from './message-table.ts'
import { fill } from './message-table.ts'
import { formatSize, oneLine, visible } from './visible.ts'

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

export type ResultItem =
  | TextItem
  /** `thumbnail`: over 500 KB. */
  | { readonly kind: 'image'; readonly label: string; readonly media: Media; readonly thumbnail: boolean }
  | { readonly kind: 'audio'; readonly label: string; readonly media: Media }
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
  /** Structured content as JSON text, where it tells more than the items do. */
  readonly structured: string | null
  /** Opens by itself. */
  readonly open: boolean
  readonly copy: string
}

export const MOST_TEXT_CHARACTERS = 2000
export const MOST_IMAGE_BYTES: number = 500 * 1024
const LINES_AT_FIRST = 30
/** Enough for thirty lines of the widest card. */
const CHARACTERS_AT_FIRST = 8000

const PROSE = /^text\/(?:plain|markdown|x-markdown)\b/

export function presentResult(invocation: WithItems, messages: MessageTable): ResultSection | null {
  const { content, structuredContent, state, hold } = invocation
  if (state === 'pending' || state === 'running') return null
  // Whoever found out that it ran knows nothing of what it returned.
  const isTold = state === 'success' && hold?.state !== 'resolved'
  if (content.length === 0 && structuredContent === undefined && !isTold) return null
  const items = content.map((item) => presentItem(item, messages))
  const structured = structuredContent === undefined ? null : asText(structuredContent, 2)
  const repeated = structured !== null && content.some((item) => isSameJson(item, structuredContent as JsonValue))
  return {
    kind: 'result',
    heading: messages.result,
    about: fill(messages.resultOf, { server: oneLine(invocation.server.name) }),
    items: items.length === 0 && structured === null ? [{ kind: 'note', text: messages.emptyResult }] : items,
    structured: structured === null || repeated ? null : visible(structured),
    open: state === 'success',
    copy: [...content.map(copyOf), ...(structured === null || repeated ? [] : [structured])].join('\n\n'),
  }
}

export function isLongText(text: string): boolean {
  // No character takes more than two places, so further on there is nothing to count.
  return Array.from(text.slice(0, MOST_TEXT_CHARACTERS * 2 + 1)).length > MOST_TEXT_CHARACTERS
}

function presentItem(item: InvocationContent, messages: MessageTable): ResultItem {
  switch (item.type) {
    case 'text':
      return typeof item['text'] === 'string' ? prose(item['text'], null) : unknownItem(item, messages)
    case 'image':
      return presentImage(item['data'], item['mimeType'], messages)
    case 'audio': {
      const media = readAudio(item['data'], item['mimeType'])
      return media === null
        ? notDrawn(item['data'], item['mimeType'], messages)
        : { kind: 'audio', label: messages.audio, media }
    }
    case 'resource_link':
      return typeof item['uri'] === 'string' ? presentLink(item, item['uri'], messages) : unknownItem(item, messages)
    case 'resource':
    case 'embedded_resource':
      return presentResource(item, messages)
    default:
      return unknownItem(item, messages)
  }
}

function presentImage(data: unknown, type: unknown, messages: MessageTable): ResultItem {
  const media = readImage(data)
  if (media === null) return notDrawn(data, type, messages)
  return { kind: 'image', label: messages.image, media, thumbnail: media.bytes > MOST_IMAGE_BYTES }
}

function presentLink(item: InvocationContent, uri: string, messages: MessageTable): ResultItem {
  const target = readLinkTarget(uri)
  return {
    kind: 'link',
    label: oneLine(textOf(item['title']) ?? textOf(item['name']) ?? messages.resource),
    address: uri,
    about: oneLine(textOf(item['description']) ?? ''),
    href: target?.href ?? null,
    host: oneLine(target?.host ?? uri),
  }
}

/** Some servers nest the resource, some spread it over the item. */
function presentResource(item: InvocationContent, messages: MessageTable): ResultItem {
  const nested = item['resource']
  const resource = (typeof nested === 'object' && nested !== null ? nested : item) as {
    readonly [key: string]: unknown
  }
  const type = textOf(resource['mimeType']) ?? 'text/plain'
  const label = oneLine(textOf(resource['uri']) ?? messages.resource)
  const text = textOf(resource['text'])
  if (text !== null) {
    return PROSE.test(type) ? prose(text, label) : textItem('code', text, `${label} · ${oneLine(type)}`)
  }
  if (resource['blob'] === undefined) return unknownItem(item, messages)
  const audio = readAudio(resource['blob'], type)
  if (audio !== null) return { kind: 'audio', label, media: audio }
  return presentImage(resource['blob'], type, messages)
}

/** Making a megabyte of hidden characters visible takes longer than painting it, so it is done when somebody asks. */
function textItem(kind: TextItem['kind'], text: string, label: string | null): TextItem {
  const cut = firstPart(text)
  let whole: string | undefined
  let rest: string | undefined
  return {
    kind,
    label,
    long: isLongText(text),
    size: text.length,
    start: visible(text.slice(0, cut)),
    get text() {
      return (whole ??= visible(text))
    },
    get rest() {
      return (rest ??= visible(text.slice(cut)))
    },
  }
}

function firstPart(text: string): number {
  let end = 0
  for (let line = 0; line < LINES_AT_FIRST && end >= 0 && end < CHARACTERS_AT_FIRST; line++)
    end = text.indexOf('\n', end) + 1 || -1
  let cut = Math.min(end < 0 ? text.length : end, CHARACTERS_AT_FIRST)
  // What cannot be seen becomes several characters each.
  while (visible(text.slice(0, cut)).length > CHARACTERS_AT_FIRST) cut >>= 1
  // Not between the halves of a character.
  return /[\udc00-\udfff]/.test(text.charAt(cut)) ? cut - 1 : cut
}

function prose(text: string, label: string | null): ResultItem {
  return textItem('text', text, label)
}

function notDrawn(data: unknown, type: unknown, messages: MessageTable): ResultItem {
  const named = oneLine(textOf(type) ?? 'application/octet-stream')
  return { kind: 'note', text: fill(messages.notDrawn, { type: named, size: formatSize(sizeOf(data)) }) }
}

function unknownItem(item: InvocationContent, messages: MessageTable): ResultItem {
  return textItem('code', asText(item, 2), fill(messages.unknownContent, { type: oneLine(item.type) }))
}

function copyOf(item: InvocationContent): string {
  return item.type === 'text' && typeof item['text'] === 'string' ? item['text'] : asText(item, 2)
}

function isSameJson(item: InvocationContent, structured: JsonValue): boolean {
  if (item.type !== 'text' || typeof item['text'] !== 'string' || !/^\s*[{[]/.test(item['text'])) return false
  try {
    return JSON.stringify(JSON.parse(item['text'])) === JSON.stringify(structured)
  } catch {
    return false
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
