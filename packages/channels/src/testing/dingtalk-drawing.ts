/**
 * What a person reads of a message in DingTalk: a card by the template of docs/channels/dingtalk.md, and markdown as its clients read
 * it. Markdown is read the wide way: what any reader of it might act on is named as live.
 */
export interface DrawnDingTalkCard {
  readonly text: string
  readonly buttons: readonly DrawnDingTalkButton[]
  readonly link: string | null
}

export interface DrawnDingTalkButton {
  readonly text: string
  /** What the button sends back. */
  readonly params: { readonly press: string; readonly reason?: string }
  readonly asksReason: boolean
}

type Values = { readonly [variable: string]: string }

export function drawDingTalkCard(values: Values): DrawnDingTalkCard {
  const bodies = Object.keys(values).filter((name) => /^body\d+$/.test(name) && values[name] !== '')
  const text = [values['title'] ?? '', ...bodies.map((name) => values[name] ?? '')].join('\n')
  const buttons = ['approve', 'decline'].flatMap((name): readonly DrawnDingTalkButton[] => {
    if (values[`can_${name}`] !== 'true') return []
    const asksReason = name === 'decline' && values['asks_reason'] === 'true'
    return [{ text: values[`${name}_text`] ?? '', params: { press: values[`${name}_press`] ?? '' }, asksReason }]
  })
  return { text, buttons, link: values['has_link'] === 'true' ? (values['link_url'] ?? '') : null }
}

export interface DrawnDingTalkMarkdown {
  readonly text: string
  readonly live: readonly LiveMarkdown[]
}

export interface LiveMarkdown {
  readonly kind: 'heading' | 'quotation' | 'list' | 'rule' | 'table' | 'code' | 'emphasis' | 'link' | 'image' | 'html'
  /** The text that it is made of; of a link or an image its address. */
  readonly of: string
  /** The line it stands in, from 0. */
  readonly line: number
}

export function drawDingTalkMarkdown(markdown: string): DrawnDingTalkMarkdown {
  const live: LiveMarkdown[] = []
  const lines = markdown.split('\n').map((line, number) => drawLine(line, number, live))
  return { text: lines.join('\n'), live }
}

const BLOCKS: readonly (readonly [LiveMarkdown['kind'], RegExp])[] = [
  ['heading', /^ {0,3}#{1,6}(?: +|$)/],
  ['quotation', /^ {0,3}> ?/],
  ['rule', /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,}|=+ *|-+ *)$/],
  ['list', /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: +|$)/],
  ['code', /^(?: {4,}| {0,3}(?:`{3,}|~{3,}))/],
  ['table', /^ {0,3}\|/],
]

const INLINE: readonly (readonly [LiveMarkdown['kind'], RegExp])[] = [
  ['image', /!\[(?:\\.|[^\]\\])*\]\(([^)]*)\)/y],
  ['link', /\[((?:\\.|[^\]\\])*)\]\(([^)]*)\)/y],
  ['link', /\[((?:\\.|[^\]\\])*)\](?:\[[^\]]*\]|:)/y],
  ['html', /<(?:[a-z][^>]*|\/[a-z][^>]*|!--|[!?][^>]*)>/iy],
  ['link', /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:|tel:)[^\s]+/iy],
  ['link', /[\w.+-]+@[\w-]+\.[\w.-]+/y],
  ['code', /(`+)[^`]+\1/y],
  ['emphasis', /(\*{1,3}|_{1,3}|~{1,2})(?=\S)((?:\\.|[^\\])+?)\1/y],
]

/** The line as it is read; what is live in it is added to the list. */
function drawLine(line: string, number: number, live: LiveMarkdown[]): string {
  let rest = line
  for (const [kind, pattern] of BLOCKS) {
    const found = pattern.exec(rest)
    if (found === null) continue
    live.push({ kind, of: rest, line: number })
    rest = rest.slice(found[0].length)
  }
  return drawInline(rest, number, live)
}

function drawInline(text: string, number: number, live: LiveMarkdown[]): string {
  let drawn = ''
  for (let at = 0; at < text.length;) {
    const escape = /\\([!-/:-@[-`{-~])|&(amp|lt|gt|quot|#\d+|#x[\da-f]+);/iy
    escape.lastIndex = at
    const escaped = escape.exec(text)
    if (escaped !== null) {
      drawn += escaped[1] ?? decodeEntity(escaped[2] ?? '')
      at += escaped[0].length
      continue
    }
    const [kind, found] = findInline(text, at) ?? []
    if (kind === undefined || found === undefined) {
      drawn += text.charAt(at)
      at += 1
      continue
    }
    const inner = kind === 'emphasis' ? found[2] : kind === 'link' && found[2] !== undefined ? found[1] : undefined
    live.push({ kind, of: (kind === 'link' ? found[2] : undefined) ?? found[1] ?? found[0], line: number })
    drawn += inner === undefined ? found[0] : drawInline(inner, number, live)
    at += found[0].length
  }
  return drawn
}

function findInline(text: string, at: number): readonly [LiveMarkdown['kind'], RegExpExecArray] | null {
  // An address begins a word: in the middle of one it was looked for from its beginning.
  const inWord = /\w/.test(text.charAt(at - 1)) && /\w/.test(text.charAt(at))
  for (const [kind, pattern] of INLINE) {
    if (inWord && kind === 'link') continue
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) return [kind, found]
  }
  return null
}

function decodeEntity(name: string): string {
  const known: { readonly [entity: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"' }
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return known[name.toLowerCase()] ?? String.fromCodePoint(code)
}
