/** Whom a record of the log is about and its detail, in the language of the page where the words are ours. */
import type { ShownRecord } from '../api/answers.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import type { Words } from '../words/words.ts'
import { surfaceText } from './holds/surfaces.ts'

/** An agent's claim and feedback, and the names that a server gave its tools. */
const IN_OTHER_WORDS: ReadonlySet<string> = new Set([
  'hold-joined',
  'feedback-submitted',
  'definition-pinned',
  'definition-drifted',
])
/** Which configuration it is about. */
const HASHED = /^([0-9a-f]{64}: )?([^]*)$/
/** Several sentences in a row. */
const LISTS: ReadonlySet<string> = new Set(['policy-loosening-waits', 'policy-accepted', 'definition-accepted'])

export function recordWho({ actor, principal }: ShownRecord, words: Words): string | null {
  return actor === null ? principal : inPageLanguage(actor, 'actor', words)
}

export function recordDetail({ kind, detail, client }: ShownRecord, words: Words): string | null {
  if (kind === 'question-shown') return surfaceText(detail, client, words)
  if (detail === null || IN_OTHER_WORDS.has(kind)) return detail
  if (!LISTS.has(kind)) return inPageLanguage(detail, 'detail', words)
  const [, hash = '', sentences = ''] = HASHED.exec(detail) ?? []
  return hash + inRow(sentences, words)
}

function inRow(sentences: string, words: Words): string {
  return sentences
    .split('; ')
    .map((sentence) => inPageLanguage(sentence, 'loosening', words))
    .join('; ')
}
