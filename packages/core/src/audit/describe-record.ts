/** One line about a record for people who read the log in a terminal. Text from outside cannot start a line or move the
 * cursor: hidden and control characters are made visible. */
import { keepInOneLine, showInOneLine } from '../preview/visible-text.ts'
import { maskText } from '../secret/mask-text.ts'
import type { AuditRecord } from './record.ts'

export function describeRecord(record: AuditRecord): string {
  const parts: string[] = [timeOf(record.at), `${record.chain}#${record.sequence}`, record.kind, record.tenant]
  const target = [record.server, record.tool].filter((name) => name !== null).join('/')
  if (target !== '') parts.push(target)
  if (record.method !== null) parts.push(record.method)
  if (record.risk !== null) parts.push(`${record.risk} risk`)
  if (record.rule !== null) parts.push(`rule "${record.rule}"`)
  if (record.hold !== null) parts.push(`hold ${record.hold}`)
  if (record.principal !== null) parts.push(`asked by ${record.principal}`)
  if (record.client !== null) parts.push(`through ${record.client}`)
  if (record.actor !== null) parts.push(`by ${record.actor}`)
  const shown = parts.map(showInOneLine)
  // A sentence of ours: what it quotes is visible already.
  if (record.detail !== null) shown.push(`(${keepInOneLine(record.detail)})`)
  if (record.rationale !== null) shown.push(showInOneLine(`the agent says: "${record.rationale}"`))
  return shown.map((part) => maskText(part)).join('  ')
}

function timeOf(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString()
}
