/** Checks every record of the audit log, what was said about it elsewhere, and names the first that does not fit. */
import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { readHeads } from '@holdpoint/core'
import type { Command } from '../command.ts'
import type { AuditFinding } from '../../home/verify-audit.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { keepInOneLine, showInOneLine } from '../one-line.ts'
import { usageProblem } from '../problem.ts'
import { verifyAudit } from '../../home/verify-audit.ts'

export const auditVerify: Command = defineCommand({
  name: 'audit verify',
  summary: 'check that no audit record was changed or removed',
  usage: `holdpoint audit verify [--receipt FILE] [--json] [--quiet]

Follows every chain of hashes, every signed checkpoint, and the head that is
kept outside the database. With --receipt also what "holdpoint audit head"
printed before (- reads it from standard input): only a receipt or a witness
shows that the whole home was set back. Exits with 1 and says what is missing
or does not fit, and since when.

  holdpoint audit verify
  holdpoint audit verify --receipt receipt.txt
`,
  arguments: { values: ['receipt'], flags: [], positionals: [] },
  answer: async (read, context) => {
    const file = read.value('receipt')
    const text = file === null ? '' : await readReceipts(file)
    if (text === null) return failed(usageProblem(`${file} cannot be read.`, 'Name a file that can, or - for input.'))
    const receipts = readHeads(text)
    if (file !== null && receipts.length === 0) {
      const next = 'A receipt is the line that "holdpoint audit head" prints; it begins with holdpoint-head-1.'
      return failed(usageProblem(`There is no receipt in ${file === '-' ? 'the input' : file}.`, next))
    }
    const verifier = context.storage.createAuditVerifier()
    const finding = await verifyAudit(await context.storage.open(), verifier, receipts)
    return found(finding, describeFinding(finding), finding.ok ? 0 : 1)
  },
})

function describeFinding(finding: AuditFinding): string {
  if (finding.ok) {
    const chains = finding.chains.length === 1 ? 'one chain' : `${finding.chains.length} chains`
    const said = [
      ...(finding.head === null ? [] : [`the head of ${finding.head.at} (${finding.head.records})`]),
      ...(finding.receipt === null ? [] : [`the receipt of ${finding.receipt.at} (${finding.receipt.records})`]),
    ]
    const against = said.length === 0 ? '' : ` It continues ${said.join(' and ')}.`
    const since =
      finding.head_since === null
        ? ''
        : `A head is kept since ${finding.head_since}: whether records were cut before that cannot be told.\n`
    const problems = finding.problems.map((problem) => `${showInOneLine(problem)}\n`).join('')
    return `The audit log is sound: ${finding.records} records in ${chains}.${against}\n${since}${problems}`
  }
  const reason = keepInOneLine(finding.reason)
  const where = finding.chain === null ? '' : ` in chain ${showInOneLine(finding.chain)}`
  const first =
    finding.sequence === null ? reason : `Record ${finding.sequence}${where} is the first that does not fit: ${reason}`
  return [
    'The audit log is NOT sound.',
    `  ${first}`,
    'Keep a copy of the store before anything else; compare it with your last export and your receipts.',
    'What the store noticed itself stands until a person accepts it: holdpoint audit accept',
    '',
  ].join('\n')
}

/** Of a file, or of standard input (`-`); `null` where it cannot be read. */
async function readReceipts(file: string): Promise<string | null> {
  return await (file === '-' ? textOf(process.stdin) : readFile(file, 'utf8')).catch(() => null)
}
