/** What the inbox says around a decision, in both languages. `{name}` stands for a value. */
export interface DecidingWords {
  readonly armed: string
  readonly pauseTitle: string
  readonly notRunSoFar: string
  readonly askAgain: string
  readonly askAgainMeans: string
  readonly askedAnew: string
}

export const ENGLISH_DECIDING: DecidingWords = {
  armed: 'This cannot be undone. Enter or a click runs it, Esc leaves it. Lapses in {n} s.',
  pauseTitle: 'Pause everything above low risk?',
  notRunSoFar: 'It is known that this had no effect.',
  askAgain: 'Ask again',
  askAgainMeans: 'This makes a new question about the same call. It runs only after a new yes.',
  askedAnew: 'Asked again. Decide on it here.',
}

export const CHINESE_DECIDING: DecidingWords = {
  armed: '此操作无法撤销。按 Enter 或点击即执行，按 Esc 则不执行。{n} 秒后失效。',
  pauseTitle: '要暂停低风险以上的一切调用吗？',
  notRunSoFar: '已知此调用没有产生任何影响。',
  askAgain: '再次询问',
  askAgainMeans: '这会就同一调用提出一个新问题；再次批准之后才会执行。',
  askedAnew: '已再次询问，请在此决定。',
}
