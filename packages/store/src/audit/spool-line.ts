/**
 * The lines of a spool: number, time of the append and the fields of the record, as JSON, after a first line that says after
 * which number they begin, so that an emptied file differs from one that was never written to. Reading gives back every line
 * that is whole and says whether there was anything else. What stands after the last line break was never acknowledged and does
 * not count.
 */
import { fromRecordFields } from '@holdpoint/core'
import type { RecordDraft } from '@holdpoint/core'
import { checkDraft } from './audit-row.ts'

/** A draft with what is known of it before it has a place in the chain. */
export interface WaitingDraft {
  readonly draft: RecordDraft
  /** When it was appended. */
  readonly at: number
  /** Its number in the spool; `null` where it stands in none. */
  readonly spooled: number | null
}

export interface SpoolContent {
  readonly drafts: readonly WaitingDraft[]
  /** A line is unreadable, missing or out of order. */
  readonly damaged: boolean
  /** The number of the last line, or the one they begin after; `null` where the file says neither. */
  readonly last: number | null
}

const BEGINNING = 'begins-after'

export function toSpoolBeginning(sequence: number): string {
  return `${JSON.stringify([BEGINNING, sequence])}\n`
}

/** Whether lines are gone that the mark in the database, or their own numbers, say were there. */
export function isCut({ drafts, last }: SpoolContent, committed: number | null): boolean {
  if (last === null) return committed !== null
  const first = drafts[0]?.spooled ?? null
  return last < (committed ?? 0) || (first !== null && first > Math.max(committed ?? 0, 0) + 1)
}

/** `text`: from `recordText`, which is JSON without a line break. */
export function toSpoolLine(sequence: number, at: number, text: string): string {
  return `[${sequence},${at},${text}]\n`
}

export function readSpool(text: string): SpoolContent {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  lines.pop()
  const drafts: WaitingDraft[] = []
  let damaged = false
  let last: number | null = readBeginning(lines[0])
  for (const line of last === null ? lines : lines.slice(1)) {
    const found = readLine(line)
    if (found === null || found.spooled <= (last ?? 0)) {
      damaged = true
      continue
    }
    damaged ||= last !== null && found.spooled !== last + 1
    last = found.spooled
    drafts.push(found)
  }
  return { drafts, damaged, last }
}

function readBeginning(line: string | undefined): number | null {
  const [, sequence] = /^\["begins-after",(\d{1,15})\]$/.exec(line ?? '') ?? []
  return sequence === undefined ? null : Number(sequence)
}

function readLine(line: string): (WaitingDraft & { readonly spooled: number }) | null {
  try {
    const value: unknown = JSON.parse(line)
    if (!Array.isArray(value) || value.length !== 3) return null
    const [spooled, at, written] = value as [unknown, unknown, unknown]
    const draft = Array.isArray(written) ? fromRecordFields(written) : fromEarlierVersion(written)
    if (!isCount(spooled) || !isCount(at) || draft === null) return null
    checkDraft(draft)
    return { spooled, at, draft }
  } catch {
    return null
  }
}

/** They wrote the draft as an object, with the fields that they knew. */
function fromEarlierVersion(written: unknown): RecordDraft | null {
  if (typeof written !== 'object' || written === null) return null
  const draft = written as Omit<RecordDraft, 'provenance'> & Partial<Pick<RecordDraft, 'provenance'>>
  return { ...draft, provenance: draft.provenance ?? null }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
