/** Every sentence of ours that travels as text from where it is made to where people read it. */
import { AUDIT_FAULTS, AUDIT_SOURCES, NOTICES } from './audit-sentences.ts'
import { CALL_ANSWERS, CALL_RECORDS } from './call-sentences.ts'
import { CARD_REFUSALS } from './card-sentences.ts'
import { CHANNELS } from './channel-sentences.ts'
import { CHAT } from './chat-sentences.ts'
import { EFFECTS } from './effect-sentences.ts'
import { CHANGES, FAILURES, FORBIDDEN, NOTES } from './ending-sentences.ts'
import { GRANT_FAULTS, GRANT_REFUSALS } from './grant-refusals.ts'
import { COVERS, GRANT_RECORDS, GRANTS, SAYS, SCOPES } from './grant-sentences.ts'
import { LOOSENINGS } from './loosening-sentences.ts'
import { AGO, TITLES, UNREAD, UNRECOGNISED, WARNINGS } from './preview-sentences.ts'
import { CONFUSABLES, ORIGINS, PLACES, RATINGS } from './rating-sentences.ts'
import { RECORDS, TOKENS, UNDELIVERED } from './record-sentences.ts'
import { JSON_FAULTS, REFUSALS, SENDING, TYPE_CHANGES } from './refusal-sentences.ts'
import { GATE, PROBLEMS } from './service-sentences.ts'
import { SQL_RATINGS, SQL_READINGS } from './sql-sentences.ts'
import { FORM_FAULTS, LACKS, SENT, VERDICTS } from './verdict-sentences.ts'
import { ACTORS, ASSURANCES, RAILS, RISK_WORDS, ROLES, RULED, SAID, STATES, TYPES } from './words.ts'

type Catalogue = typeof ACTORS &
  typeof AGO &
  typeof ASSURANCES &
  typeof AUDIT_FAULTS &
  typeof AUDIT_SOURCES &
  typeof CALL_ANSWERS &
  typeof CALL_RECORDS &
  typeof CARD_REFUSALS &
  typeof CHANGES &
  typeof CHANNELS &
  typeof CHAT &
  typeof COVERS &
  typeof EFFECTS &
  typeof FAILURES &
  typeof FORBIDDEN &
  typeof FORM_FAULTS &
  typeof GATE &
  typeof GRANT_FAULTS &
  typeof GRANT_RECORDS &
  typeof GRANT_REFUSALS &
  typeof GRANTS &
  typeof JSON_FAULTS &
  typeof LACKS &
  typeof LOOSENINGS &
  typeof NOTES &
  typeof NOTICES &
  typeof ORIGINS &
  typeof PLACES &
  typeof PROBLEMS &
  typeof RAILS &
  typeof CONFUSABLES &
  typeof RATINGS &
  typeof RECORDS &
  typeof REFUSALS &
  typeof RISK_WORDS &
  typeof ROLES &
  typeof RULED &
  typeof SAID &
  typeof SAYS &
  typeof SCOPES &
  typeof SENDING &
  typeof SENT &
  typeof SQL_RATINGS &
  typeof SQL_READINGS &
  typeof STATES &
  typeof TITLES &
  typeof TOKENS &
  typeof TYPE_CHANGES &
  typeof TYPES &
  typeof UNDELIVERED &
  typeof UNREAD &
  typeof UNRECOGNISED &
  typeof VERDICTS &
  typeof WARNINGS

export const CATALOGUE: Catalogue = {
  ...ACTORS,
  ...AGO,
  ...ASSURANCES,
  ...AUDIT_FAULTS,
  ...AUDIT_SOURCES,
  ...CALL_ANSWERS,
  ...CALL_RECORDS,
  ...CARD_REFUSALS,
  ...CHANGES,
  ...CHANNELS,
  ...CHAT,
  ...COVERS,
  ...EFFECTS,
  ...FAILURES,
  ...FORBIDDEN,
  ...FORM_FAULTS,
  ...GATE,
  ...GRANT_FAULTS,
  ...GRANT_RECORDS,
  ...GRANT_REFUSALS,
  ...GRANTS,
  ...JSON_FAULTS,
  ...LACKS,
  ...LOOSENINGS,
  ...NOTES,
  ...NOTICES,
  ...ORIGINS,
  ...PLACES,
  ...PROBLEMS,
  ...RAILS,
  ...CONFUSABLES,
  ...RATINGS,
  ...RECORDS,
  ...REFUSALS,
  ...RISK_WORDS,
  ...ROLES,
  ...RULED,
  ...SAID,
  ...SAYS,
  ...SCOPES,
  ...SENDING,
  ...SENT,
  ...SQL_RATINGS,
  ...SQL_READINGS,
  ...STATES,
  ...TITLES,
  ...TOKENS,
  ...TYPE_CHANGES,
  ...TYPES,
  ...UNDELIVERED,
  ...UNREAD,
  ...UNRECOGNISED,
  ...VERDICTS,
  ...WARNINGS,
}

export type SentenceName = keyof Catalogue

/**
 * `verb` of `The verb "{verb}" only reads.`; a slot for a sentence names its group: `{why=rating}`, or `{=risk}` for
 * short.
 */
type SlotsOf<Template extends string> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ? NameOf<Slot> | SlotsOf<Rest>
  : never
type NameOf<Slot extends string> = Slot extends `=${infer Both}`
  ? Both
  : Slot extends `${infer Name}=${string}`
    ? Name
    : Slot

export type ValuesOf<Name extends SentenceName> = {
  readonly [slot in SlotsOf<Catalogue[Name][0]>]: string | number
}
