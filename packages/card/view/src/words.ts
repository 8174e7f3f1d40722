/**
 * What the view says beside the card: in English, and in Simplified Chinese where the host speaks it. The built view
 * carries English alone; the gateway tells it the rest.
 */
const WORDS = {
  pending: ['Approved · Pending…', '已批准 · 处理中…'],
  call: ['Tool call', '工具调用'],
  tooLong: ['Too long: see the page.', '参数过长，请在页面上查看全部。'],
  notHere: ['Decide this on the page.', '无法在此决定，请在页面上决定。'],
  openPage: ['Open the page', '打开页面'],
  notPassed: ['It still waits: nothing was passed on.', '仍在等待：宿主尚未转达。'],
  say: ['Say this to the agent:', '请对智能体说：'],
  link: ['A link of the server:', '服务器的链接，宿主未打开：'],
  rest: ['The rest: on the page', '其余结果在页面上'],
  again: ['Ask again', '再次询问'],
  tell: ['Tell the agent', '告知智能体'],
  silent: ['This host does not answer.', '宿主没有应答。'],
} as const

export function word(name: keyof typeof WORDS): string {
  return WORDS[name][isChinese() ? 1 : 0]
}

/** What our gateway said, in the host's language where it was said in that too. */
export function inWords<Said extends { readonly said?: OtherWords } | null | undefined>(text: Said): Said {
  return text && { ...text, ...(isChinese() && text.said?.zh) }
}

/** Of the built view: all Chinese words, the card's and these. */
// oxlint-disable-next-line no-unused-vars -- the build reads it
declare let CHINESE: string

export function takeChinese(words: string): void {
  CHINESE = words
}

/** The same members in another language. */
export interface OtherWords {
  readonly zh?: object
}

export function isChinese(locale: string = document.documentElement.lang): boolean {
  return /^zh\b/i.test(locale)
}
