/**
 * The language of the view. English is in it; Chinese is asked of the gateway, once, when the host turns out to speak
 * it: until it arrives, and in a host that passes nothing on, the words stay English, marked as English for screen
 * readers.
 */
import type { ToolCard } from '@holdpoint/card/element'
import { isChinese, takeChinese } from './words.ts'

export type TakeLocale = (locale: unknown) => void

/** @param draw anew, with all that was said before the words were there */
export function createLanguage(card: ToolCard, askForWords: () => Promise<unknown>, draw: () => void): TakeLocale {
  let wanted = ''
  let hasAsked = false
  let hasChinese = false

  function speak(): void {
    const isSpoken = /^en\b/i.test(wanted) || (hasChinese && isChinese(wanted))
    document.documentElement.lang = card.locale = isSpoken ? wanted : 'en'
  }

  async function ask(): Promise<void> {
    hasAsked = true
    const words = await askForWords()
    if (typeof words !== 'string') return
    takeChinese(words)
    hasChinese = true
    speak()
    draw()
  }

  return (locale) => {
    if (typeof locale !== 'string' || locale === '') return
    wanted = locale
    speak()
    if (isChinese(locale) && !hasAsked) ask().catch(() => {})
  }
}
