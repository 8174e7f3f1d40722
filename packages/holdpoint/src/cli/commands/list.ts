/** Lists holds, newest first. What time and dead processes have already decided is made visible first. */
import { maskApproval, sweepHolds, titlesApart, toApprovalView } from '@holdpoint/core'
import type { HoldPage, HoldQuery, HoldState, ListedHold, Risk, Store } from '@holdpoint/core'
import { findReadScope } from '../actor.ts'
import { closestWord } from '../../config/closest-word.ts'
import type { Command } from '../command.ts'
import type { TableCell } from '../../terminal/draw-table.ts'
import { fitTitles } from '../../terminal/fit-titles.ts'
import { fitText } from '../../terminal/text-width.ts'
import type { CommandContext } from '../command-context.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { RISK_TONE, STATE_TONE } from '../holds/hold-tone.ts'
import { describeGate } from '../describe-gate.ts'
import { readGate } from '../gate-actor.ts'
import { shortDuration } from '../duration.ts'
import { showInOneLine } from '../one-line.ts'
import { usageProblem } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'
import { shownTo } from '../../http/routes/shown-approval.ts'
import type { ReadArguments } from '../read-command-arguments.ts'

const STATES = Object.keys(STATE_TONE) as readonly HoldState[]
const RISKS = Object.keys(RISK_TONE) as readonly Risk[]
/** As many as a screen shows; a program gets all there are. */
const LISTED = '100'
const LARGEST_LIMIT = 100_000
const PAGE = 200
/** Counted so far beyond what is shown; a store may hold a hundred thousand. */
const MOST_COUNTED = 2000
const SHORT_ID = 8
/** The call itself gets the rest of the line. */
const ASKER_WIDTH = 20

export const list: Command = defineCommand({
  name: 'list',
  summary: 'held calls, newest first',
  usage: `holdpoint list [--state STATE] [--server S] [--tool T] [--risk R] [--limit N]
               [--json]

Shows the newest 100, or N; with --json all of them, or N. Where there are more,
the last line says how many, and "next_cursor" is not null.

States: ${STATES.slice(0, 6).join(', ')},
        ${STATES.slice(6).join(', ')}

  holdpoint list --state pending
  holdpoint list --json --limit 10
`,
  arguments: { values: ['state', 'server', 'tool', 'risk', 'limit'], flags: [], positionals: [] },
  answer: async (read, context) => {
    const query = readQuery(read)
    if (!query.ok) return failed(query.problem)
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    const store = await context.storage.open()
    await sweepHolds(store, (process) => context.storage.see(process))
    const wanted = { ...query.query, tenant: scope.tenant }
    const page = await readHolds(store, wanted)
    const { nextCursor } = page
    const holds = page.holds.map((hold) => shownTo(hold, scope.reader))
    if (read.flag('json'))
      return found({ approvals: holds.map((hold) => maskApproval(toApprovalView(hold))), next_cursor: nextCursor }, '')
    const gate = context.terminal.paint('bad', describeGate(await readGate(context, scope.gate), context.program()))
    const text = holds.length === 0 ? 'No held calls.\n' : drawHolds(context, holds, await store.now())
    const rest = nextCursor === null ? '' : describeRest(holds.length, await countFrom(store, wanted, nextCursor))
    return found(null, gate + text + rest)
  },
})

type QueryReading =
  | { readonly ok: true; readonly query: HoldQuery }
  | { readonly ok: false; readonly problem: CommandProblem }

function readQuery(read: ReadArguments): QueryReading {
  const state = read.value('state')
  const risk = read.value('risk')
  const limitText = read.value('limit') ?? (read.flag('json') ? String(LARGEST_LIMIT) : LISTED)
  const limit = /^\d+$/.test(limitText) ? Number(limitText) : 0
  if (state !== null && !isOneOf(STATES, state)) return refuse(`"${state}" is no state.`, state, STATES)
  if (risk !== null && !isOneOf(RISKS, risk)) return refuse(`"${risk}" is no risk.`, risk, RISKS)
  if (limit < 1 || limit > LARGEST_LIMIT) {
    return {
      ok: false,
      problem: usageProblem(`--limit ${limitText} is out of range.`, `Give a number from 1 to ${LARGEST_LIMIT}.`),
    }
  }
  const query = {
    tenant: null,
    state,
    risk,
    server: read.value('server'),
    tool: read.value('tool'),
    text: null,
    limit,
    cursor: null,
  }
  return { ok: true, query }
}

function isOneOf<T extends string>(words: readonly T[], word: string): word is T {
  return (words as readonly string[]).includes(word)
}

function refuse(message: string, word: string, words: readonly string[]): QueryReading {
  const meant = closestWord(word, words)
  return {
    ok: false,
    problem: usageProblem(message, `${meant === null ? '' : `Did you mean ${meant}? `}One of: ${words.join(', ')}`),
  }
}

async function readHolds(store: Store, query: HoldQuery): Promise<HoldPage> {
  const holds: ListedHold[] = []
  let { cursor } = query
  do {
    const limit = Math.min(PAGE, query.limit - holds.length)
    const page: HoldPage = await store.holds.list({ ...query, limit, cursor })
    holds.push(...page.holds)
    cursor = page.nextCursor
  } while (cursor !== null && holds.length < query.limit)
  return { holds, nextCursor: cursor }
}

async function countFrom(store: Store, query: HoldQuery, cursor: string): Promise<number> {
  return (await readHolds(store, { ...query, cursor, limit: MOST_COUNTED })).holds.length
}

function describeRest(shown: number, more: number): string {
  const count = more < MOST_COUNTED ? String(more) : `at least ${MOST_COUNTED}`
  return `Only the newest ${shown} are shown, and there are ${count} more: --limit N shows more of them.\n`
}

function drawHolds(context: CommandContext, holds: readonly ListedHold[], now: number): string {
  const askers = new Set(holds.map(askedBy))
  // What is the same in each row takes no room from what is not.
  const differ = askers.size > 1
  const columns = [
    { title: 'ID', flexible: false },
    { title: 'STATE', flexible: false },
    { title: 'RISK', flexible: false },
    { title: 'AGE', flexible: false },
    { title: 'CALL', flexible: true, fit: fitTitles },
    ...(differ ? [{ title: 'ASKED BY', flexible: true }] : []),
  ]
  const length = shortIdLength(holds)
  const titles = titlesApart(holds.map(({ preview }) => preview))
  const rows = holds.map((hold, index): readonly TableCell[] => [
    { text: hold.id.slice(0, length), tone: 'strong' },
    { text: hold.state, tone: STATE_TONE[hold.state] },
    { text: hold.ruling.risk, tone: RISK_TONE[hold.ruling.risk] },
    { text: shortDuration(now - hold.createdAt), tone: 'plain' },
    // A description's title is visible text already; this keeps it on its line.
    { text: (titles[index] ?? '').replaceAll('\n', ' '), tone: 'plain' },
    ...(differ ? [{ text: fitText(askedBy(hold), ASKER_WIDTH), tone: 'quiet' as const }] : []),
  ])
  const [asker = ''] = askers
  return context.terminal.drawTable(columns, rows) + (differ ? '' : `Asked by ${asker}.\n`)
}

function askedBy({ call }: ListedHold): string {
  return showInOneLine(`${call.principal} (${call.client.name})`)
}

/** As short as it can be while every listed beginning is unique. */
function shortIdLength(holds: readonly ListedHold[]): number {
  const longest = Math.max(...holds.map(({ id }) => id.length))
  for (let length = SHORT_ID; length < longest; length++) {
    if (new Set(holds.map(({ id }) => id.slice(0, length))).size === holds.length) return length
  }
  return longest
}
