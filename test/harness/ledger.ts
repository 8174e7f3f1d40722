/**
 * The oracle. The ledger says what really reached the server: every entry of a risky tool must map to one approved hold
 * with the same arguments (the edited ones where a person edited them), no hold to two entries, and the audit log must verify.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { expectAuditIntact, listHolds } from './decide.ts'
import type { Approval } from './decide.ts'
import type { TemporaryHome } from './temporary-home.ts'

export interface LedgerEntry {
  readonly tool: string
  /** The bytes that arrived; `undefined` where the call had no arguments. */
  readonly argumentsText?: string
  readonly id: string | number
  readonly pid: number
  readonly at: number
  readonly requestState?: string
  readonly inputResponses?: unknown
  readonly headers?: { readonly [name: string]: string }
}

export function readLedger(home: Pick<TemporaryHome, 'ledgerFile'>, tool?: string): readonly LedgerEntry[] {
  if (!existsSync(home.ledgerFile)) return []
  const entries = readFileSync(home.ledgerFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LedgerEntry)
  return tool === undefined ? entries : entries.filter((entry) => entry.tool === tool)
}

const RAN = new Set(['dispatching', 'succeeded', 'failed', 'unknown', 'resolved'])
const READS = new Set(['get_item', 'list_items', 'task_get', 'weird_get', 'spoof_get', 'progress_get', 'huge_get'])

/** @param passed tools that a test's own policy lets pass unasked */
export async function expectLedgerJustified(
  home: TemporaryHome,
  passed: readonly string[] = [],
): Promise<readonly Approval[]> {
  const holds = await listHolds(home)
  const free = holds.filter((hold) => RAN.has(hold.state) && hold.approvals >= 1)
  const risky = readLedger(home).filter(
    ({ tool, requestState }) => !READS.has(tool) && !passed.includes(tool) && requestState === undefined,
  )
  for (const entry of risky) {
    // Through JSON once more: the command line prints -0 as 0.
    const sent = JSON.parse(JSON.stringify(JSON.parse(entry.argumentsText ?? '{}'))) as unknown
    const index = free.findIndex(
      (hold) => hold.tool === entry.tool && sameValue(hold.edit?.approved ?? hold.arguments, sent),
    )
    expect(index, `${entry.tool}(${entry.argumentsText}) ran without an approval of its own`).not.toBe(-1)
    free.splice(index, 1)
  }
  await expectAuditIntact(home)
  return holds
}

function sameValue(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}
