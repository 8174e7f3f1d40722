/** What Slack refuses of blocks, by the limits of its reference (docs.slack.dev, reference/block-kit). */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { jsonText } from './json-text.ts'

/** All blocks of a message as JSON. Slack documents no such limit; people meet one near this (slackapi/bolt-js, issue 2509). */
const MOST_OF_ALL = 13_200

export interface BlockFaults {
  /** `null`: Slack takes them. */
  readonly error: 'invalid_blocks' | 'invalid_blocks_format' | 'msg_blocks_too_long' | null
  readonly messages: readonly string[]
}

export function checkBlocks(json: string, most: 50 | 100): BlockFaults {
  const blocks = parse(json)
  if (!Array.isArray(blocks)) return { error: 'invalid_blocks_format', messages: [] }
  const faults: string[] = []
  if (blocks.length > most) faults.push(`no more than ${most} items allowed [json-pointer:/blocks]`)
  blocks.forEach((block, index) => checkBlock(block, `/blocks/${index}`, faults))
  if (faults.length > 0) return { error: 'invalid_blocks', messages: faults.map((fault) => `[ERROR] ${fault}`) }
  return { error: JSON.stringify(blocks).length > MOST_OF_ALL ? 'msg_blocks_too_long' : null, messages: [] }
}

function checkBlock(block: JsonValue, at: string, faults: string[]): void {
  if (!isJsonObject(block)) return void faults.push(`must be an object [json-pointer:${at}]`)
  const { type, text, fields, elements } = block
  switch (type) {
    case 'header':
      return checkText(text, 150, ['plain_text'], `${at}/text`, faults)
    case 'section':
      if (text === undefined && fields === undefined) faults.push(`missing required field: text [json-pointer:${at}]`)
      if (text !== undefined) checkText(text, 3000, ['plain_text', 'mrkdwn'], `${at}/text`, faults)
      return checkList(fields ?? [], 1, 10, `${at}/fields`, faults, (field, where) =>
        checkText(field, 2000, ['plain_text', 'mrkdwn'], where, faults),
      )
    case 'context':
      return checkList(elements, 1, 10, `${at}/elements`, faults, (element, where) =>
        checkText(element, 3000, ['plain_text', 'mrkdwn'], where, faults),
      )
    case 'actions': {
      const ids = Array.isArray(elements)
        ? elements.map((element) => isJsonObject(element) && element['action_id'])
        : []
      if (new Set(ids).size < ids.length) faults.push(`action_id must be unique [json-pointer:${at}/elements]`)
      return checkList(elements, 1, 25, `${at}/elements`, faults, (element, where) =>
        checkButton(element, where, faults),
      )
    }
    case 'input':
      return checkText(block['label'], 2000, ['plain_text'], `${at}/label`, faults)
    case 'divider':
      return
    default:
      faults.push(`unsupported type: ${jsonText(type)} [json-pointer:${at}/type]`)
  }
}

function checkButton(button: JsonValue, at: string, faults: string[]): void {
  if (!isJsonObject(button) || button['type'] !== 'button')
    return void faults.push(`unsupported type [json-pointer:${at}]`)
  checkText(button['text'], 75, ['plain_text'], `${at}/text`, faults)
  checkLength(button['action_id'], 255, `${at}/action_id`, faults)
  checkLength(button['value'], 2000, `${at}/value`, faults)
  checkLength(button['url'], 3000, `${at}/url`, faults)
  if (typeof button['url'] === 'string' && !URL.canParse(button['url']))
    faults.push(`invalid url [json-pointer:${at}/url]`)
  if (![undefined, 'primary', 'danger'].includes(button['style'] as string | undefined))
    faults.push(`must be a valid enum value [json-pointer:${at}/style]`)
}

function checkText(
  text: JsonValue | undefined,
  most: number,
  types: readonly string[],
  at: string,
  faults: string[],
): void {
  if (!isJsonObject(text) || typeof text['text'] !== 'string')
    return void faults.push(`missing text [json-pointer:${at}]`)
  if (!types.includes(jsonText(text['type'])))
    faults.push(`unsupported type: ${jsonText(text['type'])} [json-pointer:${at}]`)
  if (text['text'].length === 0) faults.push(`must be more than 0 characters [json-pointer:${at}/text]`)
  checkLength(text['text'], most, `${at}/text`, faults)
}

function checkLength(text: JsonValue | undefined, most: number, at: string, faults: string[]): void {
  if (typeof text === 'string' && text.length > most)
    faults.push(`must be less than ${most + 1} characters [json-pointer:${at}]`)
}

function checkList(
  list: JsonValue | undefined,
  fewest: number,
  most: number,
  at: string,
  faults: string[],
  each: (item: JsonValue, at: string) => void,
): void {
  if (!Array.isArray(list)) return void faults.push(`must be a list [json-pointer:${at}]`)
  if (list.length > 0 && list.length < fewest) faults.push(`no fewer than ${fewest} items allowed [json-pointer:${at}]`)
  if (list.length > most) faults.push(`no more than ${most} items allowed [json-pointer:${at}]`)
  list.forEach((item, index) => each(item, `${at}/${index}`))
}

/** A view of `views.open`. */
export function checkView(view: JsonObject): readonly string[] {
  const faults: string[] = []
  if (view['type'] !== 'modal') faults.push('must be a modal [json-pointer:/view/type]')
  for (const name of ['title', 'submit', 'close'])
    if (view[name] !== undefined || name === 'title') checkText(view[name], 24, ['plain_text'], `/view/${name}`, faults)
  checkLength(view['private_metadata'], 3000, '/view/private_metadata', faults)
  checkLength(view['callback_id'], 255, '/view/callback_id', faults)
  const { messages } = checkBlocks(JSON.stringify(view['blocks'] ?? null), 100)
  return [...faults.map((fault) => `[ERROR] ${fault}`), ...messages]
}

function parse(json: string): JsonValue {
  try {
    return JSON.parse(json) as JsonValue
  } catch {
    return null
  }
}
