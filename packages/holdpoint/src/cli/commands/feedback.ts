/** What agents reported through `submit_feedback`, newest first. Their words are shown as data, behind a gutter. */
import { FEEDBACK_SEVERITIES, toFeedbackView } from '@holdpoint/core'
import type {
  FeedbackPage,
  FeedbackQuery,
  FeedbackSeverity,
  FeedbackView,
  Store,
  StoredFeedback,
} from '@holdpoint/core'
import { findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import type { Tone } from '../../terminal/colour.ts'
import type { CommandContext } from '../command-context.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { readDuration } from '../duration.ts'
import { showInOneLine, quotedBlock } from '../one-line.ts'
import { usageProblem } from '../problem.ts'

const DEFAULT_LIMIT = '50'
const LARGEST_LIMIT = 10_000
const PAGE = 200
const SEVERITY_TONE: { readonly [severity in FeedbackSeverity]: Tone } = { low: 'quiet', med: 'caution', high: 'bad' }

export const feedback: Command = defineCommand({
  name: 'feedback',
  summary: 'what agents reported about their tools',
  usage: `holdpoint feedback [--since 30d] [--severity low|med|high] [--limit 50]
                   [--json]

Agents report with the tool submit_feedback: offered by "serve", and by "wrap"
where the configuration says "feedback: true".

  holdpoint feedback --since 7d --severity high
  holdpoint feedback --since 2026-11-01 --json
`,
  arguments: { values: ['since', 'severity', 'limit'], flags: [], positionals: [] },
  answer: async (read, context) => {
    const severity = read.value('severity')
    if (severity !== null && !isSeverity(severity)) {
      return failed(usageProblem(`"${severity}" is no severity.`, `One of: ${FEEDBACK_SEVERITIES.join(', ')}`))
    }
    const limitText = read.value('limit') ?? DEFAULT_LIMIT
    const limit = /^\d+$/.test(limitText) ? Number(limitText) : 0
    if (limit < 1 || limit > LARGEST_LIMIT) {
      return failed(usageProblem(`--limit ${limitText} is out of range.`, `Give a number from 1 to ${LARGEST_LIMIT}.`))
    }
    const store = await context.storage.open()
    const sinceText = read.value('since')
    const since = sinceText === null ? null : readMoment(sinceText, await store.now())
    if (sinceText !== null && since === null) {
      return failed(usageProblem(`--since ${sinceText} is no moment.`, 'Use a span such as 7d, or 2026-11-01.'))
    }
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    const { entries, more } = await readAll(store, { tenant: scope.tenant, since, severity, limit, cursor: null })
    const views = entries.map(toFeedbackView)
    const rest = more ? `Only the newest ${views.length} are shown: --limit N shows more.\n` : ''
    const text = views.length === 0 ? 'No feedback.\n' : views.map((view) => draw(context, view)).join('\n')
    return found({ feedback: views }, text + rest)
  },
})

function isSeverity(word: string): word is FeedbackSeverity {
  return (FEEDBACK_SEVERITIES as readonly string[]).includes(word)
}

function readMoment(text: string, now: number): number | null {
  const span = readDuration(text)
  if (span !== null) return now - span
  const moment = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}

async function readAll(
  store: Store,
  query: FeedbackQuery,
): Promise<{ readonly entries: readonly StoredFeedback[]; readonly more: boolean }> {
  const entries: StoredFeedback[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(PAGE, query.limit - entries.length)
    const page: FeedbackPage = await store.feedback.list({ ...query, limit, cursor })
    entries.push(...page.feedback)
    cursor = page.nextCursor
  } while (cursor !== null && entries.length < query.limit)
  return { entries, more: cursor !== null }
}

function draw({ terminal }: CommandContext, view: FeedbackView): string {
  const about = view.tool_called === null ? view.server : `${view.server}/${view.tool_called}`
  const head = [
    terminal.paint(SEVERITY_TONE[view.severity], view.severity.padEnd(4)),
    view.at,
    showInOneLine(about),
    terminal.paint('quiet', showInOneLine(`${view.principal} (${view.client})`)),
    terminal.paint('quiet', view.id),
  ].join('  ')
  const parts: readonly (readonly [string, string | null])[] = [
    ['tried', view.attempted_action],
    ['expected', view.expected_outcome],
    ['got', view.actual_outcome],
    ['error', view.error_seen],
    ['the agent says why', view.rationale],
  ]
  const body = parts.flatMap(([title, words]) => (words === null ? [] : [` ${title}:\n${quotedBlock(words)}`]))
  return `${head}\n${body.join('')}`
}
