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

/** A length that was set, in the largest unit that says it exactly. */
export function exactSpan(milliseconds: number, words: Words): string {
  const seconds = Math.round(milliseconds / 1000)
  const [unit, length] = (
    [
      [words.days, 86_400],
      [words.hours, 3600],
      [words.minutes, 60],
    ] as const
  ).find(([, each]) => seconds >= each && seconds % each === 0) ?? [words.seconds, 1]
  return fill(unit, { n: seconds / length })
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

/** The day of a moment by this computer's clock and time zone: `2026-11-18`. */
export function dayOf(moment: number): string {
  const date = new Date(moment)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Today, yesterday, else the date; the year only where it is another one. */
export function dayName(moment: number, words: Words): string {
  const now = new Date(serverNow())
  const today = dayOf(now.getTime())
  const day = dayOf(moment)
  if (day === today) return words.today
  // By the calendar: a day of a clock change has no 24 hours.
  if (day === dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime())) return words.yesterday
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const form = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const dated = isThisYear ? form : ({ ...form, year: 'numeric' } as const)
  return new Intl.DateTimeFormat(words.language, dated).format(moment)
}

/** `14:05`, in the reader's time zone. */
export function timeOfDay(moment: number, words: Words): string {
  return new Intl.DateTimeFormat(words.language, { timeStyle: 'short' }).format(moment)
}
