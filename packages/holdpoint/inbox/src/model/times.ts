/** Times as people say them. */
import { serverNow } from '../api/clock.ts'
import { fill } from '@holdpoint/card/presentation'
import type { Words } from '../words/words.ts'

export function span(milliseconds: number, words: Words): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return fill(words.seconds, { n: seconds })
  if (seconds < 3600) return fill(words.minutes, { n: Math.floor(seconds / 60) })
  if (seconds < 86_400) return fill(words.hours, { n: Math.floor(seconds / 3600) })
  return fill(words.days, { n: Math.floor(seconds / 86_400) })
}

export function ago(at: number, words: Words): string {
  const passed = serverNow() - at
  return passed < 1500 ? words.justNow : fill(words.ago, { time: span(passed, words) })
}

export function left(at: number, words: Words): string {
  const remaining = at - serverNow()
  return remaining <= 0 ? words.noTimeLeft : fill(words.timeLeft, { time: span(remaining, words) })
}

export function clock(moment: string | number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(moment))
}

/** Counting down: a second that has begun counts, so that nothing says "0 s" before it is over. */
export function countdown(milliseconds: number, words: Words): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  if (seconds < 100) return fill(words.seconds, { n: seconds })
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
