/** The languages that sentences are said in beside English, as they are named to hosts and browsers. */
export const OTHER_LANGUAGES: readonly ['zh-CN'] = ['zh-CN']

/** Simplified Chinese for every Chinese locale; `null`: English. */
export function otherLanguage(locale: string): (typeof OTHER_LANGUAGES)[number] | null {
  return /^zh\b/i.test(locale) ? 'zh-CN' : null
}
