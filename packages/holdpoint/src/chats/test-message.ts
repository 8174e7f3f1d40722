/**
 * The message that a set-up sends to see that a place can be written to. It says that it is a test, asks about no call, and its
 * button means nothing but that it was pressed. In English and in Simplified Chinese.
 */
import type { ChannelMessage } from '@holdpoint/channels'
import { otherLanguage } from '@holdpoint/core/sentence'

const WORDS = {
  title: ['Holdpoint: a test', 'Holdpoint：测试消息'],
  explains: [
    'This is a test of the set-up. It asks about no call, and nothing is approved by it.',
    '这是一条用于设置的测试消息。它不涉及任何调用，也不会批准任何操作。',
  ],
  press: ['Press the button to see that buttons work here.', '请按下按钮，以确认按钮在此可用。'],
  button: ['I see it', '我看到了'],
  pressed: ['The button works. The set-up goes on in the terminal.', '按钮可用。请在终端中继续设置。'],
  notTaken: [
    'Holdpoint is being set up, and your answer was not taken. Write it again in a few minutes.',
    'Holdpoint 正在设置中，您的答复未被采纳。请几分钟后重新回复。',
  ],
  over: ['The test is over.', '测试已结束。'],
} as const

export function testWord(locale: string, name: keyof typeof WORDS): string {
  return WORDS[name][otherLanguage(locale) === null ? 0 : 1]
}

/** `button`: its random id; `null`: the platform draws none here. */
export function testMessage(locale: string, button: string | null): ChannelMessage {
  const lines = button === null ? ['explains' as const] : ['explains' as const, 'press' as const]
  return {
    ...message(locale, lines),
    buttons:
      button === null ? [] : [{ id: button, text: testWord(locale, 'button'), tone: 'approve', asksReason: null }],
  }
}

/** What stands in its place afterwards, without a button. */
export function endedTestMessage(locale: string, how: 'pressed' | 'over'): ChannelMessage {
  return message(locale, ['explains', how])
}

function message(locale: string, lines: readonly (keyof typeof WORDS)[]): ChannelMessage {
  return {
    title: testWord(locale, 'title'),
    risk: null,
    parts: lines.map((name) => ({ kind: 'line', tone: 'plain', text: testWord(locale, name) })),
    buttons: [],
    link: null,
  }
}
