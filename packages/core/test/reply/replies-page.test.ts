/** docs/reference/replies.md names the words that are read and no others, and its examples are read as it says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchReply } from '../../src/reply/match-reply.ts'
import { readChatMessage, readReply } from '../../src/reply/read-reply.ts'
import { REPLY_WORDS } from '../../src/reply/reply-words.ts'

const PAGE = readFileSync(new URL('../../../../docs/reference/replies.md', import.meta.url), 'utf8')
const spelledIn = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
const between = (from: string, to: string): string => PAGE.split(from)[1]?.split(to)[0] ?? ''

test('[S3.2] [X13.2] the words of the page are the words that are read', () => {
  expect(spelledIn(between('<!-- words: confirm -->', '<!-- words: cancel -->'))).toEqual(REPLY_WORDS.confirm)
  expect(spelledIn(between('<!-- words: cancel -->', '<!-- words: end -->'))).toEqual(REPLY_WORDS.cancel)
})

test('[X13.2] the shapes of the page are read, and what it calls no decision is none', () => {
  const shapes = PAGE.split('\n').flatMap((line) =>
    /^\| `(?:word|code)[ `]/.test(line) ? spelledIn(line).slice(1) : [],
  )
  expect(shapes.length).toBeGreaterThanOrEqual(8)
  for (const text of shapes) expect(readReply(text, { mention: 'Holdpoint' }).kind, text).not.toBe('none')
  const none = spelledIn(between('No decision, among others:', 'letters of other scripts'))
  expect(none.length).toBeGreaterThanOrEqual(9)
  for (const text of none) expect(readReply(text).kind, text).toBe('none')
  for (const text of spelledIn(between('A negation before', 'No decision')))
    expect(readReply(text).kind, text).toBe('cancel')
})

test('[X13.2] the example of the page comes out as it says', () => {
  const message = { text: '@Orders 确认 7f3k', origin: 'typed' } as const
  const reading = readChatMessage(message, { mention: 'Orders', words: { confirm: ['好的'] } })
  expect(reading).toEqual({ kind: 'confirm', code: '7F3K' })
  const hold = { code: '7F3K', needsCode: false, id: 'hold-1' }
  expect(matchReply(reading, [hold])).toEqual({ kind: 'confirm', hold })
  expect(PAGE).toContain(`const message = { text: '${message.text}', origin: 'typed' } as const`)
})
