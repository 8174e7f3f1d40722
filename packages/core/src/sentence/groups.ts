/**
 * Which sentences a field may hold, and which may stand in a slot of another. Text of an agent or a server can then
 * pass for a sentence only where that very sentence might stand. Titles are in no group: they are said anew from their
 * values.
 */
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
import { AGO, UNREAD, UNRECOGNISED, WARNINGS } from './preview-sentences.ts'
import { CONFUSABLES, ORIGINS, PLACES, RATINGS } from './rating-sentences.ts'
import { RECORDS, TOKENS, UNDELIVERED } from './record-sentences.ts'
import { JSON_FAULTS, REFUSALS, SENDING, TYPE_CHANGES } from './refusal-sentences.ts'
import { GATE, PROBLEMS } from './service-sentences.ts'
import { SQL_RATINGS, SQL_READINGS } from './sql-sentences.ts'
import { FORM_FAULTS, LACKS, SENT, VERDICTS } from './verdict-sentences.ts'
import { ACTORS, ASSURANCES, RAILS, RISK_WORDS, ROLES, RULED, SAID, STATES, TYPES } from './words.ts'

type Table = { readonly [name: string]: readonly [english: string, chinese: string] }

export type Group =
  | 'rating'
  | 'warning'
  | 'note'
  | 'failure'
  | 'grant'
  | 'message'
  | 'audit'
  | 'detail'
  | 'loosening'
  | 'actor'
  | 'chat'
  | 'unrecognised'
  | 'reading'
  | 'undelivered'
  | 'unread'
  | 'change'
  | 'form'
  | 'json'
  | 'grantFault'
  | 'typeChange'
  | 'lack'
  | 'risk'
  | 'ruled'
  | 'said'
  | 'sent'
  | 'sending'
  | 'state'
  | 'rail'
  | 'assurance'
  | 'role'
  | 'type'
  | 'token'
  | 'ago'
  | 'origin'
  | 'place'
  | 'covers'
  | 'scope'
  | 'forbidden'
  | 'says'
  | 'source'
  | 'notice'
  | 'effect'

export const GROUPS: { readonly [group in Group]: readonly Table[] } = {
  // What a field may hold.
  rating: [RATINGS, CONFUSABLES, SQL_RATINGS],
  warning: [WARNINGS, CONFUSABLES],
  note: [NOTES],
  failure: [FAILURES],
  grant: [GRANTS],
  message: [REFUSALS, GRANT_REFUSALS, CARD_REFUSALS, PROBLEMS, CALL_ANSWERS, GATE, NOTICES, CHANNELS],
  audit: [AUDIT_FAULTS, NOTICES],
  detail: [VERDICTS, RECORDS, TOKENS, CALL_RECORDS, GRANT_RECORDS, NOTES, FAILURES, NOTICES],
  loosening: [LOOSENINGS],
  actor: [ACTORS],
  chat: [CHAT],
  unrecognised: [UNRECOGNISED],
  effect: [EFFECTS],
  // What may stand inside another sentence.
  reading: [SQL_READINGS],
  undelivered: [UNDELIVERED, CHANNELS],
  unread: [UNREAD, FAILURES],
  change: [CHANGES],
  form: [FORM_FAULTS],
  json: [JSON_FAULTS],
  grantFault: [GRANT_FAULTS],
  typeChange: [TYPE_CHANGES],
  lack: [LACKS],
  risk: [RISK_WORDS],
  ruled: [RULED],
  said: [SAID],
  sent: [SAID, SENT],
  sending: [SENDING],
  state: [STATES],
  rail: [RAILS],
  assurance: [ASSURANCES],
  role: [ROLES],
  type: [TYPES],
  token: [TOKENS],
  ago: [AGO],
  origin: [ORIGINS],
  place: [PLACES],
  covers: [COVERS, SCOPES],
  scope: [SCOPES],
  forbidden: [FORBIDDEN],
  says: [SAYS],
  source: [AUDIT_SOURCES],
  notice: [NOTICES],
}

/**
 * The text inside may also come from an agent or a server, or from another version: then it stays, and the rest is
 * translated.
 */
export const OPEN_GROUPS: ReadonlySet<Group> = new Set<Group>([
  'rating',
  'reading',
  'undelivered',
  'unread',
  'change',
  'form',
  'json',
  'grantFault',
  'note',
  'forbidden',
])
