/** The result of a call, item by item in its order. It judges what may be drawn and what stays text; it draws nothing. */
import type { JsonValue } from '@holdpoint/core'
import type { InvocationContent } from '../invocation.ts'
import { asText } from './as-text.ts'
import type { WithItems } from './content-items.ts'
import { readLinkTarget } from './link-target.ts'
import type { Media } from './media.ts'
import { readAudio, readImage, readText, sizeOf } from './media.ts'
import type { MessageTable } from './message-table.ts'
import { fill } from './message-table.ts'
import { readJson } from './read-json.ts'
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
  /** Structured content as JSON text, where it tells more than the items do. */
  readonly structured: string | null
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

const PROSE = /^text\/(?:plain|markdown|x-markdown)\b/
/** What a blob may be read as. */
const TEXT = /^(?:text\/|application\/json\b)/

export function presentResult(invocation: WithItems, server: string, messages: MessageTable): ResultSection | null {
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
    about: fill(messages.resultOf, { server }),
    items: items.length === 0 && structured === null ? [{ kind: 'note', text: messages.emptyResult }] : items,
    structured: structured === null || repeated ? null : visible(structured),
    open: state === 'success',
    copy: [...content.map(copyOf), ...(structured === null || repeated ? [] : [structured])].join('\n\n'),
  }
}

function isLongText(text: string): boolean {
  // No character takes more than two places, so further on there is nothing to count.
  return Array.from(text.slice(0, MOST_TEXT_CHARACTERS * 2 + 1)).length > MOST_TEXT_CHARACTERS
}

function presentItem(item: InvocationContent, messages: MessageTable): ResultItem {
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

function presentMedia(data: unknown, type: unknown, label: string | null, messages: MessageTable): ResultItem {
  const image = readImage(data)
  if (image !== null) return { kind: 'image', label, media: image, thumbnail: image.bytes > MOST_IMAGE_BYTES }
  const media = readAudio(data, type)
  if (media !== null) return { kind: 'audio', label, media }
  const named = oneLine(textOf(type) ?? 'application/octet-stream')
  const text = fill(messages.notDrawn, { type: named, size: formatSize(sizeOf(data)) })
  return { kind: 'note', text: label === null ? text : `${label} · ${text}` }
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
  const { blob } = resource
  const type = textOf(resource['mimeType']) ?? (blob === undefined ? 'text/plain' : '')
  const label = oneLine(textOf(resource['uri']) ?? messages.resource)
  const text = textOf(resource['text']) ?? (TEXT.test(type) ? readText(blob) : null)
  if (text !== null)
    return PROSE.test(type) ? textItem('text', text, label) : textItem('code', text, `${label} · ${oneLine(type)}`)
  return blob === undefined ? unknownItem(item, messages) : presentMedia(blob, type, label, messages)
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
  const first = text.slice(0, CHARACTERS_AT_FIRST)
  let cut = FIRST_LINES.exec(first)?.[0].length ?? first.length
  // What cannot be seen becomes several characters each.
  while (visible(text.slice(0, cut)).length > CHARACTERS_AT_FIRST) cut >>= 1
  // Not between the halves of a character.
  return /[\udc00-\udfff]/.test(text.charAt(cut)) ? cut - 1 : cut
}

function unknownItem(item: InvocationContent, messages: MessageTable): ResultItem {
  return textItem('code', asText(item, 2), fill(messages.unknownContent, { type: oneLine(item.type) }))
}

function copyOf(item: InvocationContent): string {
  return item.type === 'text' && typeof item['text'] === 'string' ? item['text'] : asText(item, 2)
}

function isSameJson(item: InvocationContent, structured: JsonValue): boolean {
  const told = item.type === 'text' ? readJson(item['text'] as string) : undefined
  return told !== undefined && JSON.stringify(told) === JSON.stringify(structured)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
