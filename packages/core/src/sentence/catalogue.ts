/** Every sentence of ours that travels as text from where it is made to where people read it. */
import { CALL_SENTENCES } from './call-sentences.ts'
import { ENDING_SENTENCES } from './ending-sentences.ts'
import { GRANT_SENTENCES } from './grant-sentences.ts'
import { PREVIEW_SENTENCES } from './preview-sentences.ts'
import { RATING_SENTENCES } from './rating-sentences.ts'
import { RECORD_SENTENCES } from './record-sentences.ts'
import { REFUSAL_SENTENCES } from './refusal-sentences.ts'
import { SERVICE_SENTENCES } from './service-sentences.ts'
import { SQL_SENTENCES } from './sql-sentences.ts'
import { VERDICT_SENTENCES } from './verdict-sentences.ts'
import { WORDS } from './words.ts'

type Catalogue = typeof WORDS &
  typeof RATING_SENTENCES &
  typeof SQL_SENTENCES &
  typeof PREVIEW_SENTENCES &
  typeof ENDING_SENTENCES &
  typeof VERDICT_SENTENCES &
  typeof REFUSAL_SENTENCES &
  typeof GRANT_SENTENCES &
  typeof CALL_SENTENCES &
  typeof RECORD_SENTENCES &
  typeof SERVICE_SENTENCES

export const CATALOGUE: Catalogue = {
  ...WORDS,
  ...RATING_SENTENCES,
  ...SQL_SENTENCES,
  ...PREVIEW_SENTENCES,
  ...ENDING_SENTENCES,
  ...VERDICT_SENTENCES,
  ...REFUSAL_SENTENCES,
  ...GRANT_SENTENCES,
  ...CALL_SENTENCES,
  ...RECORD_SENTENCES,
  ...SERVICE_SENTENCES,
}

export type SentenceName = keyof Catalogue

/** `verb` of `The verb "{verb}" only reads.`; a slot for another sentence is written `{=why}`. */
type SlotsOf<Template extends string> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `=${infer Name}` ? Name : Slot) | SlotsOf<Rest>
  : never

export type ValuesOf<Name extends SentenceName> = {
  readonly [slot in SlotsOf<Catalogue[Name][0]>]: string | number
}
