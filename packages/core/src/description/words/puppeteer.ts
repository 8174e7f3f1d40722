import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const PUPPETEER_WORDS: PackWords = {
  pack: 'puppeteer',
  get tools(): PackWords['tools'] {
    return {
      puppeteer_navigate: titled('Open {url|site}', '打开 {url|site}', 'opensAddress'),
      puppeteer_click: titled('Click {selector}', '点击 {selector}', 'runsInPage'),
      puppeteer_fill: titled('Fill in {selector}: {value}', '填写 {selector}：{value}', 'runsInPage'),
      puppeteer_select: titled('Choose {value} in {selector}', '在 {selector} 中选择 {value}', 'runsInPage'),
      puppeteer_evaluate: titled('Run JavaScript: {script|command}', '执行 JavaScript：{script|command}', 'runsInPage'),
    }
  },
}
