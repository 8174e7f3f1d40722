import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const FETCH_WORDS: PackWords = {
  pack: 'fetch',
  get tools(): PackWords['tools'] {
    return {
      fetch: titled('Fetch {url|site}', '获取 {url|site}', 'opensAddress'),
    }
  },
}
