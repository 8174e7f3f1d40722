/** What the Slack channel itself says to people, in English and in Simplified Chinese. */
import { otherLanguage } from '@holdpoint/core/sentence'

const WORDS = {
  failed: [
    'That did not work: nothing was decided. Please try again, or use the page.',
    '操作未成功：没有作出任何决定。请重试，或使用页面。',
  ],
  formFailed: [
    'The form for the reason did not open: nothing was decided. Please press again.',
    '填写理由的表单未能打开：没有作出任何决定。请重新点击。',
  ],
  back: ['Back', '返回'],
} as const

export function slackWord(locale: string, name: keyof typeof WORDS): string {
  return WORDS[name][otherLanguage(locale) === null ? 0 : 1]
}
