/** The newest audit records, and with `--follow` those that come. */
import { describeRecord, toRecordRow } from '@holdpoint/core'
import type { AuditRecord, Store } from '@holdpoint/core'
import { findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { usageProblem } from '../problem.ts'
import { keyOf, readNewest, readRecordsSince } from '../../home/read-audit.ts'
import { toSafeJson } from '../safe-json.ts'

const DEFAULT_COUNT = '20'
const LARGEST_COUNT = 10_000
const LOOK_AGAIN_MS = 500

export const auditTail: Command = defineCommand({
  name: 'audit tail',
  summary: 'the newest audit records',
  usage: `holdpoint audit tail [--limit 20] [--follow] [--json]

With --follow it goes on until Ctrl-C; --follow --json prints one object a line.

  holdpoint audit tail --limit 50
  holdpoint audit tail --follow
`,
  arguments: { values: ['limit'], flags: ['follow'], positionals: [] },
  answer: async (read, context) => {
    const countText = read.value('limit') ?? DEFAULT_COUNT
    const count = /^\d+$/.test(countText) ? Number(countText) : 0
    if (count < 1 || count > LARGEST_COUNT) {
      return failed(usageProblem(`--limit ${countText} is out of range.`, `Give a number from 1 to ${LARGEST_COUNT}.`))
    }
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    const store = await context.storage.open()
    const records = await readNewest(store, scope.tenant, count)
    if (!read.flag('follow')) return found({ records: records.map(toRecordRow) }, records.map(toLine).join(''))
    const print = read.flag('json') ? toJsonLine : toLine
    await follow(context, store, scope.tenant, records, print)
    return { ok: true, result: { json: null, text: '', exitCode: 0 } }
  },
})

async function follow(
  context: CommandContext,
  store: Store,
  tenant: string | null,
  first: readonly AuditRecord[],
  print: (record: AuditRecord) => string,
): Promise<void> {
  const { output, time } = context
  output.write(first.map(print).join(''))
  let since = first.at(-1)?.at ?? (await store.now())
  let seen = new Set(first.map(keyOf))
  while (!time.interrupted.aborted) {
    await time.sleep(LOOK_AGAIN_MS)
    const records = await readRecordsSince(store, tenant, since, LARGEST_COUNT)
    output.write(
      records
        .filter((record) => !seen.has(keyOf(record)))
        .map(print)
        .join(''),
    )
    seen = new Set(records.map(keyOf))
    since = records.at(-1)?.at ?? since
    await output.drained()
  }
}

function toLine(record: AuditRecord): string {
  return `${describeRecord(record)}\n`
}

function toJsonLine(record: AuditRecord): string {
  return `${toSafeJson(toRecordRow(record), 0)}\n`
}
