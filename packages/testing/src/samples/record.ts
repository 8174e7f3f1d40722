/** An audit record before it has a place in the log. */
import type { RecordDraft } from '@holdpoint/core'
import { recordDraft } from '@holdpoint/core'

export function sampleRecord(over: Partial<RecordDraft> = {}): RecordDraft {
  return recordDraft({ kind: 'call-passed', tenant: 'default', ...over })
}
