/** Checks every record of the audit log and names the first bad one. */
import type { Command } from '../command.ts'
import type { AuditFinding } from '../command-context.ts'
import { defineCommand, found } from '../define-command.ts'
import { oneLine } from '../one-line.ts'
import { verifyAudit } from '../verify-audit.ts'

export const auditVerify: Command = defineCommand({
  name: 'audit verify',
  summary: 'check that no audit record was changed or removed',
  usage: `holdpoint audit verify [--json] [--quiet]

Follows every chain of hashes and every signed checkpoint. Exits with 1 and
names the first bad record if something does not fit.

  holdpoint audit verify
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const finding = await verifyAudit(await context.storage.open(), context.storage.createAuditVerifier())
    return found(finding, describeFinding(finding), finding.ok ? 0 : 1)
  },
})

function describeFinding(finding: AuditFinding): string {
  if (finding.ok) {
    const chains = finding.chains.length === 1 ? 'one chain' : `${finding.chains.length} chains`
    return `The audit log is sound: ${finding.records} records in ${chains}.\n`
  }
  const where = finding.chain === null ? '' : ` in chain ${oneLine(finding.chain)}`
  const record = finding.sequence === null ? 'A checkpoint' : `Record ${finding.sequence}${where}`
  return [
    `The audit log is NOT sound. ${record} is the first that does not fit:`,
    `  ${oneLine(finding.reason)}`,
    'Keep a copy of the store before anything else; compare it with your last export.',
    '',
  ].join('\n')
}
