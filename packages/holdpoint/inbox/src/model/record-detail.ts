/** What a record of the log tells beside its kind, in the language of the page. Some tell it in the words of an agent. */
import type { RecordView } from '../api/answers.ts'
import { said } from '../words/said.ts'
import type { Words } from '../words/words.ts'

const IN_OTHER_WORDS: ReadonlySet<string> = new Set(['hold-joined', 'feedback-submitted', 'definition-pinned'])

/** Several sentences in a row. */
const LISTS: ReadonlySet<string> = new Set(['policy-loosening-waits', 'definition-accepted'])

export function recordDetail({ kind, detail }: RecordView, words: Words): string | null {
  if (detail === null || IN_OTHER_WORDS.has(kind)) return detail
  if (!LISTS.has(kind)) return said(detail, words)
  return detail
    .split('; ')
    .map((sentence) => said(sentence, words))
    .join('; ')
}
