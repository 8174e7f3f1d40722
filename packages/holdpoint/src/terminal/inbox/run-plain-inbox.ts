/**
 * The inbox as lines from top to bottom, for screen readers and simple terminals: a numbered list, the whole card, one
 * question at a time. It moves no cursor, and what a call shows is printed whole before anything can be decided.
 */
import { standsSince } from './inbox-backend.ts'
import type { InboxContents, InboxBackend, InboxRow } from './inbox-backend.ts'
import { listedRows } from './inbox-state.ts'
import { isOnlyDeclined, ONLY_DECLINED_HERE } from './offered.ts'
import { createPlainCall } from './plain-call.ts'
import type { PlainCallAbout } from './plain-call.ts'
import { createPlainTalk } from './plain-talk.ts'
import type { TalkingTerminal } from './plain-talk.ts'
import { guardText } from './screen-line.ts'
import { ageText, namesBeside } from './view-list.ts'

export type PlainTerminal = TalkingTerminal & Pick<PlainCallAbout, 'randomInteger' | 'now' | 'editArguments'>

const SHORT_HISTORY = 5
const SETTLE_MS = 150
const MAIN = 'Number of a call, Enter to look again, h for history, / and words to filter, ? for help, q to leave:'
const HELP = `Type the number of a call to hear all of it; then a approves this call alone, s also
allows what the answer beside it names, d declines. m tells what else there is: c cancels what
need not happen, e edits the arguments in your editor, f approves and allows further
calls for a while, r declines and refuses them; both also in words with limits, such as
30m 5 times where amount at most 50. An approved call that has not run yet is taken back by the word undo.
Of an unknown outcome you are asked what happened; a call that is known to have
had no effect can be asked again. To decide, type the short code;
with an approver's token, type y. Hidden characters stand as their
code, ⟦U+202E⟧. Lines behind │ or ┊ were written by the agent or the server, never by Holdpoint.`

export async function runPlainInbox(backend: InboxBackend, terminal: PlainTerminal): Promise<void> {
  const talk = createPlainTalk(terminal)
  const { say } = talk
  let words = ''
  let numbered: readonly InboxRow[] = []
  let known = new Map<string, string>()
  let idle = false
  const openCall = createPlainCall({ ...terminal, backend, talk, words: () => words })

  async function showList(whole: boolean): Promise<void> {
    const contents = await backend.load(words, null)
    const { waiting, unknown, history } = contents
    const decided = whole ? history : history.slice(0, SHORT_HISTORY)
    numbered = listedRows({ ...contents, history: decided })
    remember(contents)
    say('', ...contents.gate.map((line) => `!!! ${line} !!!`))
    const filter = words === '' ? '' : ` with "${words}"`
    say(waiting.length === 0 ? `No call waits${filter}.` : `${waiting.length} waiting${filter}, oldest first:`)
    sayRows(waiting, 1, contents.now)
    if (isOnlyDeclined(contents)) say(ONLY_DECLINED_HERE)
    if (unknown.length > 0) say(`${unknown.length} sent with an unknown outcome; say what happened:`)
    sayRows(unknown, waiting.length + 1, contents.now)
    if (decided.length > 0) say(`Decided, newest first${decided.length < history.length ? ' (h shows more)' : ''}:`)
    sayRows(decided, waiting.length + unknown.length + 1, contents.now)
  }

  function sayRows(rows: readonly InboxRow[], first: number, at: number): void {
    for (const [index, row] of rows.entries()) {
      const { hold, risk, state } = row
      const age = ageText(at - standsSince(hold))
      const stands = hold.state === 'pending' ? risk.text : state.text
      say(`${first + index}. ${named(row)}, ${stands}, ${age} ago, ${hold.id.slice(0, 8)}`)
    }
  }

  function remember(contents: InboxContents): void {
    known = new Map(listedRows(contents).map(({ hold }) => [hold.id, hold.state]))
  }

  /** Only while nothing is being asked: a line in between would be read into the question. */
  async function announce(): Promise<void> {
    if (!idle) return
    const contents = await backend.load(words, null)
    if (!idle) return
    for (const row of contents.waiting) {
      if (known.has(row.hold.id)) continue
      numbered = [...numbered, row]
      say(`New: ${numbered.length}. ${named(row)}, ${row.risk.text}.`)
    }
    for (const row of [...contents.unknown, ...contents.history]) {
      const before = known.get(row.hold.id)
      if (before !== undefined && before !== row.hold.state) say(`${named(row)}: ${row.state.text}.`)
    }
    remember(contents)
  }

  let settling: NodeJS.Timeout | null = null
  const unwatch = backend.watch(() => {
    settling ??= setTimeout(() => {
      settling = null
      announce().catch(() => {})
    }, SETTLE_MS)
  })

  try {
    await showList(false)
    for (;;) {
      idle = true
      const line = await talk.ask(MAIN)
      idle = false
      if (line === null || line === 'q') return
      if (line === '' || line === 'g') await showList(false)
      else if (line === 'h') await showList(true)
      else if (line === '?') say(...HELP.split('\n'))
      else if (line.startsWith('/')) {
        words = line.slice(1).trim()
        await showList(true)
      } else {
        const row = /^\d{1,4}$/.test(line) ? numbered[Number(line) - 1] : undefined
        if (row === undefined) say(`There is no "${line}" here. Type the number of a call, or ? for help.`)
        else await openCall(row.hold)
      }
    }
  } finally {
    if (settling !== null) clearTimeout(settling)
    unwatch()
    talk.close()
  }
}

/** What is listed and what is announced is named alike. */
function named({ hold, title }: InboxRow): string {
  return `${guardText(title)}, ${namesBeside(hold)}`
}
