/** What the lists of calls say in both languages. */
export interface ListWords {
  readonly today: string
  readonly yesterday: string
}

export const ENGLISH_LISTS: ListWords = {
  today: 'Today',
  yesterday: 'Yesterday',
}

export const CHINESE_LISTS: ListWords = {
  today: '今天',
  yesterday: '昨天',
}
